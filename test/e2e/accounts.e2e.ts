import type { Page } from '@playwright/test';
import { submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { failureWords } from '@app/words/failures.ts';
import { kycWords as kyc } from '@app/words/kyc.ts';
import { partWords } from '@app/words/parts.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { validation } from '@app/words/validation.ts';
import { companyBody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { noticeEndedSession } from './ended-session.ts';
import { expect, linkInEmail, test } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { decideOn, enterAs, newParticipant, newPerson } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { pressTwice } from './press.ts';
import { applyByCall, newStudy } from './studies.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('S-116 a changed name and phone number appear in the header; input is kept and sent once', async ({
  visit,
  product,
}) => {
  const user = await newPerson(product);
  const page = await visit();
  await logInHere(page, user);
  await page.goto('/dashboard/accounts');
  const profile = section(page, words.profileHeading);
  const change = button(page, words.changeLabel(words.nameAndPhone));
  await expect(profile.getByText(user.email)).toBeVisible();
  await page.route('**/assets/name-form-*.js', (route) => route.abort());
  await change.click();
  await expect(button(page, failureWords.tryAgain)).toBeFocused();
  await button(page, words.cancel).click();
  await expect(change).toBeFocused();
  await page.unrouteAll();
  await change.click();
  const firstName = page.getByRole('textbox', { name: auth.firstName });
  await expect(firstName).toBeFocused();
  await expect(button(page, words.save)).toBeDisabled();
  await firstName.fill('Efua');
  const phone = page.getByRole('textbox', { name: words.phoneNumber });
  await phone.fill('024 123 456');
  await phone.blur();
  await expect(phone).toHaveAccessibleDescription(new RegExp(validation.phoneNumber));
  await expect(button(page, words.save)).toBeDisabled();
  // Only the server can reject this number.
  await phone.fill('024 123 456x');
  await button(page, words.save).click();
  await expect(phone).toHaveAccessibleDescription(new RegExp(validation.phoneNumber));
  await expect(phone).toBeFocused();
  await phone.fill('024 123 4567');

  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') bodies.push(request.postDataJSON());
  });
  await page.context().setOffline(true);
  await button(page, words.save).click();
  await expect(page.getByText(failureWords.network)).toBeVisible();
  await expect(firstName).toHaveValue('Efua');
  await page.context().setOffline(false);
  await pressTwice(button(page, words.save));
  await expect(profile.getByText('+233 24 123 4567')).toBeVisible();
  await expect(change).toBeFocused();
  expect(bodies.slice(1)).toEqual([{ firstName: 'Efua', phoneNumber: '024 123 4567' }]);
  await expect(page.getByRole('banner').getByRole('img', { name: 'Efua Owusu' })).toBeVisible();

  await change.click();
  await phone.fill('');
  await button(page, words.save).click();
  await expect(profile.getByText(words.notSet)).toBeVisible();
  await page.goto('/dashboard/projects');
  await expect(page.getByText(/, Efua$/)).toBeVisible();
});

test('S-116 ending a device logs out its browser; all others are ended after a confirmation @full', async ({
  visit,
  product,
}) => {
  const user = await newPerson(product, 'PARTICIPANT');
  const [page, phone, tablet] = [await visit(), await visit(), await visit()];
  for (const one of [phone, page]) await logInHere(one, user);
  await phone.goto('/dashboard/accounts');
  await page.goto('/dashboard/accounts');
  const devices = section(page, words.devicesHeading);
  await expect(devices.getByText(words.thisDevice, { exact: true })).toHaveCount(1);
  // The sign-up created one session, and this browser another.
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await page.route('**/users/me/sessions/*', (route) => route.abort(), { times: 1 });
  const endNewest = devices.getByRole('button', { name: /^Log out Chrome/ }).first();
  await endNewest.click();
  await expect(page.getByText(failureWords.network)).toBeVisible();
  let ends = 0;
  page.on('request', (request) => (ends += Number(request.method() === 'DELETE')));
  await pressTwice(endNewest);
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  expect(ends).toBe(1);
  await noticeEndedSession(phone);
  await expect(phone).toHaveURL(/\/participant-login$/);
  await expect(phone.getByText(auth.revokedTitle)).toBeVisible();
  expect(await phone.evaluate('JSON.stringify(localStorage)')).toBe('{"revokedSession":"PARTICIPANT"}');

  await logInHere(tablet, user);
  await tablet.goto('/dashboard/accounts');
  await page.reload();
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await button(page, words.endOthers).click();
  const question = page.getByRole('dialog', { name: words.endOthersTitle });
  await question.getByRole('button', { name: words.cancel }).click();
  await expect(button(page, words.endOthers)).toBeFocused();
  await button(page, words.endOthers).click();
  await pressTwice(question.getByRole('button', { name: words.endOthers }));
  await expect(page.getByText(words.othersEnded(2))).toBeVisible();
  await expect(devices.getByText(words.noOtherDevices)).toBeVisible();
  await expect(devices.getByRole('list')).toBeFocused();
  await noticeEndedSession(tablet);
  await expect(tablet).toHaveURL(/\/participant-login$/);
});

const emailAbout = (product: Product, userId: string) =>
  linkInEmail(product, 'admin@demo.test', '/accept-company/', userId);

test('S-116 S-505 a researcher sees the company details that were sent, in each state @full', async ({
  visit,
  product,
}) => {
  const user = await newPerson(product);
  const page = await visit();
  await logInHere(page, user);
  await page.goto('/dashboard/accounts#company');
  const company = section(page, words.companyHeading);
  await expect(company.getByRole('link', { name: words.toKyc })).toHaveAttribute('href', '/dashboard/kyc');

  await callProduct(product, submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  await page.reload();
  await expect(company.getByText(shell.pendingVerification)).toBeVisible();
  await expect(company.getByText('https://market-square.example')).toBeVisible();

  const first = await emailAbout(product, user.userId);
  const reason = 'We could not find this company.';
  await decideOn(product, user.userId, 'DECLINE', reason);
  await page.route('**/users/company-information', (route) => route.abort());
  await page.reload();
  const tryAgain = company.getByRole('button', { name: failureWords.tryAgain });
  await expect(tryAgain).toBeVisible();
  await page.unrouteAll();
  await tryAgain.click();
  await expect(company.getByText(reason)).toBeVisible();
  await expect(page.getByRole('banner').getByText(shell.accountDeclined).first()).toBeAttached();
  await company.getByRole('link', { name: words.tryAgain }).click();
  await expect(page.getByRole('textbox', { name: kyc.companyNameLabel })).toHaveValue(
    'Market Square Research',
  );

  const again = { ...companyBody(user.userId), companyName: 'Market Square Two' };
  await callProduct(product, submitCompanyInformation, { as: user, body: again });
  await expect.poll(() => emailAbout(product, user.userId)).not.toBe(first);
  await decideOn(product, user.userId, 'ACCEPT');
  await page.goto('/dashboard/accounts');
  await expect(company.getByText(shell.accountVerified)).toBeVisible();
  await expect(company.getByText('Market Square Two')).toBeVisible();
});

test('S-116 each section that could not be loaded says so, and can be retried @full', async ({
  visit,
  product,
}) => {
  const user = await newPerson(product, 'PARTICIPANT');
  const page = await visit();
  await logInHere(page, user);
  // Each request is made once and retried once automatically.
  await page.route(/\/users\/me\/(account|sessions)$/, (route) => route.abort());
  await page.goto('/dashboard/accounts');
  for (const name of [words.profileHeading, words.securityHeading, words.devicesHeading]) {
    await expect(section(page, name).getByRole('alert')).toHaveText(new RegExp(failureWords.network));
  }
  await page.unrouteAll();
  await section(page, words.devicesHeading).getByRole('button').click();
  await expect(page.getByText(words.thisDevice, { exact: true })).toBeVisible();
  await section(page, words.profileHeading).getByRole('button').click();
  await expect(section(page, words.profileHeading).getByText(user.email)).toBeVisible();
  const { consents } = await callProduct(product, readOwnAccount, { as: user });
  expect(consents).toHaveLength(2);
  const year = consents[0]!.agreedAt.slice(0, 4);
  await expect(section(page, words.agreementsHeading).getByText(year)).toHaveCount(2);
  await page
    .getByRole('navigation', { name: words.sections })
    .getByRole('link', { name: words.moneyHeading })
    .click();
  await expect(section(page, words.moneyHeading)).toBeInViewport();
  await expect(page.getByRole('heading', { name: words.moneyHeading, exact: true })).toBeFocused();
  await expect(section(page, words.moneyHeading).getByText(shell.wallet)).toBeVisible();
  await page.getByRole('link', { name: words.toSetup }).click();
  await expect(page).toHaveURL(/participant-setup/);
});

test('a link into My Accounts shows its section, in a second tab and while other sections load', async ({
  visitByPhone,
  visit,
  product,
}) => {
  const person = await newParticipant(product);
  const page = await visitByPhone();
  await enterAs(page, person, '/dashboard/accounts#money');
  const tab = await visit(page);
  for (const [one, place, heading] of [
    [page, 'money', words.moneyHeading],
    [tab, 'leave', words.leaveHeading],
    [tab, 'security', words.securityHeading],
  ] as const) {
    await one.route('**/users/me/**', async (route) => {
      await new Promise((done) => setTimeout(done, 1_000));
      await route.continue();
    });
    await one.goto('/dashboard/studies');
    await one.goto(`/dashboard/accounts#${place}`);
    await expect(one.getByRole('button', { name: words.changePassword })).toBeAttached();
    await expect(
      section(one, words.devicesHeading).getByText(words.thisDevice, { exact: true }),
    ).toBeAttached();
    const title = one.getByRole('heading', { name: heading, exact: true });
    await expect(title).toBeFocused();
    await expect(title).toBeInViewport();
  }
  // A person who scrolls on is not scrolled back.
  await tab.mouse.wheel(0, -5_000);
  await expect.poll(() => tab.evaluate('scrollY')).toBe(0);
  await tab.setViewportSize({ width: 900, height: 500 });
  await expect(tab.getByRole('heading', { level: 1 })).toBeInViewport();
});

test('NT3 with a confirmed number, a person chooses which text messages to get, new studies separately', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  await page.route('**/users/me/account', async (route) => {
    const response = await route.fetch();
    const { content, ...more } = (await response.json()) as { content: object };
    await route.fulfill({
      response,
      json: { ...more, content: { ...content, texts: { notifications: true, studies: false } } },
    });
  });
  await enterAs(page, await newParticipant(product), '/dashboard/accounts#emails');
  const box = (name: string) => page.getByRole('checkbox', { name });
  const { notifications, studies } = words.textChoices;
  await expect(box(notifications)).toBeChecked();
  await expect(box(studies)).not.toBeChecked();
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await box(studies).click();
  expect((await saved).postDataJSON()).toEqual({ texts: { studies: true } });
  await expect(page.getByText(words.saved)).toBeVisible();
  await expect(box(studies)).toBeChecked();
  await expect(box(words.emailChoices.newStudies)).toBeChecked();
});

test('NT2 a researcher chooses emails on a phone; a failed save is reverted; an email leads to the applicants', async ({
  visitByPhone,
  product,
}) => {
  const { researcher: ama, study } = await newStudy(product);
  const page = await visitByPhone();
  await enterAs(page, ama, paths.emails);
  const emails = section(page, words.emailsHeading);
  await expect(emails.getByText(words.emailsText.RESEARCHER)).toBeVisible();
  await expect(emails.getByRole('checkbox')).toHaveCount(3);
  const [applications, meetings] = [
    emails.getByRole('checkbox', { name: words.emailChoices.applications }),
    emails.getByRole('checkbox', { name: words.emailChoices.meetings }),
  ];
  await expect(applications).toBeChecked();
  await expectToFitPhone(page);
  await page.context().setOffline(true);
  await meetings.click();
  const messages = page.getByRole('region', { name: partWords.messages });
  await expect(messages.getByText(failureWords.network)).toBeVisible();
  await expect(meetings).toBeChecked();
  await page.context().setOffline(false);
  await meetings.click();
  await expect(page.getByText(words.saved)).toBeVisible();
  await page.goto(paths.emailsFromEmail);
  await expect(page).toHaveURL(new RegExp(`${paths.emails}$`));
  await page.reload();
  await expect(meetings).not.toBeChecked();
  await expect(applications).toBeChecked();

  await applyByCall(product, await newParticipant(product), study);
  const { subject, action } = projectEmailWords.APPLICANT_FIRST;
  const row = page.getByRole('listitem').filter({ hasText: subject });
  await expect(async () => {
    await page.goto(`/dev/mail?to=${encodeURIComponent(ama.email)}`);
    await expect(row).toHaveCount(1, { timeout: 2_000 });
  }).toPass();
  await row.getByRole('link').first().click();
  await expect(page.getByText(study.name)).toBeVisible();
  await page.getByRole('link', { name: action }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.studyApplicants(study.id)}$`));
  await expect(page.getByRole('main').getByText(study.name).first()).toBeVisible();
});
