import type { Page } from '@playwright/test';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { browseWords as browse } from '@app/words/browsing.ts';
import { emailChangeWords as change } from '@app/words/email-change.ts';
import { agreeAgainWords as agreeing, legalChanges } from '@app/words/consents.ts';
import { validation } from '@app/words/validation.ts';
import { barriersOn } from './accessibility.ts';
import { noticeEndedSession } from './ended-session.ts';
import { expect, linkInEmail, test } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { newEmail, newParticipant } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { pressTwice } from './press.ts';
import { SCREEN_PASSWORD } from './steps.ts';
import { newStudy } from './studies.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function expectSound(page: Page): Promise<void> {
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);
}

test('an email is changed by thumb, with the link opened while logged out @full', async ({
  visitByPhone,
  product,
}) => {
  const user = await newParticipant(product);
  const email = newEmail();
  const page = await visitByPhone();
  await logInHere(page, user);
  await page.goto('/dashboard/accounts');
  await button(page, words.changeEmail).tap();
  const typed = page.getByLabel(change.newEmail, { exact: true });
  await expect(typed).toBeFocused();
  // A browser scrolls to an element that gets the focus, not to one that has it.
  await typed.blur();
  await expectSound(page);
  const send = button(page, change.send);
  await expect(send).toBeDisabled();
  const password = page.getByLabel(words.currentPassword, { exact: true });
  await typed.fill(user.email);
  await password.fill(SCREEN_PASSWORD);
  await send.tap();
  await expect(typed).toHaveAccessibleDescription(new RegExp(validation.otherEmail));
  await typed.fill(email);
  await password.fill('not my password');
  await send.tap();
  await expect(password).toHaveAccessibleDescription(new RegExp(validation.currentPassword));
  await password.fill(SCREEN_PASSWORD);
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.url().endsWith('/users/me/email'))));
  await pressTwice(send);
  await expect(page.getByText(change.sent(email))).toBeVisible();
  await expect(page.getByRole('heading', { name: change.sentTitle })).toBeFocused();
  expect(sent).toBe(1);
  await expectSound(page);
  await button(page, change.done).tap();
  await expect(button(page, words.changeEmail)).toBeFocused();
  await expect(page.getByText(user.email)).toBeVisible();

  const other = await visitByPhone();
  const { pathname } = new URL(await linkInEmail(product, email, '/change-email/'));
  await other.goto(pathname);
  await expect(other.getByText(auth.emailLinkText)).toBeVisible();
  await other.getByLabel(auth.email, { exact: true }).fill(user.email);
  await other.getByLabel(auth.password, { exact: true }).fill(SCREEN_PASSWORD);
  await button(other, auth.logIn).tap();
  await expect(other.getByRole('heading', { name: change.question })).toBeVisible();
  await expectSound(other);
  await pressTwice(button(other, change.confirm));
  await expect(other).toHaveURL(/\/dashboard\/accounts$/);
  await expect(other.getByText(change.changed)).toBeVisible();
  await expect(other.getByRole('main').getByText(email)).toBeVisible();

  await other.goto(pathname);
  await button(other, change.confirm).tap();
  await expect(other.getByRole('heading', { name: change.deadHeading })).toBeFocused();
  await expectSound(other);
  await noticeEndedSession(page);
  await expect(page.getByText(auth.revokedTitle)).toBeVisible();
});

test('a new version of the legal texts is shown once before the screen, with its changes @full', async ({
  visitByPhone,
  product,
}) => {
  const user = await newParticipant(product);
  const page = await visitByPhone();
  await logInHere(page, user);
  // Simulates the response for a person who agreed to an older version: a test cannot create a new one.
  let isAsked = true;
  await page.route(`**${IDENTITY_BASE}/users/me`, async (route) => {
    const response = await route.fetch();
    const { content } = (await response.json()) as { content: SignedInUser };
    const mustAgreeTo = isAsked ? ['TERMS', 'PRIVACY'] : content.mustAgreeTo;
    await route.fulfill({ response, json: { content: { ...content, mustAgreeTo } } });
  });
  await page.goto('/dashboard/browse-studies');
  const agree = button(page, agreeing.agree);
  await expect(agree).toBeVisible();
  for (const text of Object.values(legalChanges).flat()) await expect(page.getByText(text)).toBeVisible();
  await expectSound(page);

  await page.getByRole('main').getByRole('link', { name: agreeing.toAccount }).tap();
  await expect(button(page, words.ownData)).toBeVisible();
  await page.goBack();
  const [read] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: agreeing.readWhole.TERMS }).tap(),
  ]);
  await expect(read.getByRole('heading', { level: 1, name: agreeing.names.TERMS })).toBeVisible();
  await read.close();

  let sent = 0;
  page.on('request', (request) => {
    if (!request.url().endsWith('/users/me/consents')) return;
    sent += 1;
    isAsked = false;
  });
  await pressTwice(agree);
  await expect(page.getByText(agreeing.thanks)).toBeVisible();
  await expect(page.getByRole('heading', { name: browse.heading })).toBeVisible();
  expect(sent).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(page.getByRole('heading', { name: browse.heading })).toBeVisible();
  await expect(agree).toBeHidden();
});

test('consent to matching is withdrawn and given again by one press each, and every page explains the effect', async ({
  visitByPhone,
  product,
}) => {
  const [{ study }, user] = await Promise.all([newStudy(product), newParticipant(product)]);
  const page = await visitByPhone();
  await logInHere(page, user);
  await page.goto('/dashboard/accounts#agreements');
  const box = page.getByRole('checkbox', { name: words.matchMe });
  await expect(box).toBeChecked();
  await box.tap();
  await expect(page.getByText(words.notMatched)).toBeVisible();
  await expect(box).not.toBeChecked();
  await expectSound(page);

  await page.goto('/dashboard/browse-studies');
  await expect(page.getByRole('heading', { name: browse.nothing.NOT_MATCHED[0] })).toBeVisible();
  await expectSound(page);
  await page.goto(`/dashboard/study-apply/${study.id}`);
  await page.getByRole('link', { name: browse.toMatching }).tap();
  await expect(page.getByRole('heading', { name: words.agreementsHeading })).toBeFocused();
  await box.tap();
  await expect(page.getByText(words.matched, { exact: true })).toBeVisible();
  await page.goto('/dashboard/browse-studies');
  const apply = page.getByRole('link', { name: `${browse.apply}${browse.applyTo(study.publicName)}` });
  await expect(apply.first()).toBeVisible();
});
