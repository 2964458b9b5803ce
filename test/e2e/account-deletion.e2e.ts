import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { deleteOwnAccount } from '@app/contracts/identity/account-deletion.ts';
import { GOOGLE_PEOPLE } from '@app/demo/google-people.ts';
import { demoWords } from '@app/demo/words.ts';
import { accountWords } from '@app/words/accounts.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { errorWords } from '@app/words/errors.ts';
import { failureWords } from '@app/words/failures.ts';
import { emailWords } from '@app/words/emails.ts';
import { accountDeletionWords as words } from '@app/words/account-deletion.ts';
import { validation } from '@app/words/validation.ts';
import type { Product } from '../support/product.ts';
import { barriersOn } from './accessibility.ts';
import { pressWithLostAnswer, pressWithoutNetwork } from './network-cuts.ts';
import { untilAlive } from './wait-until.ts';
import { noticeEndedSession } from './ended-session.ts';
import { expect, test } from './fixtures.ts';
import { goThrough } from './google.ts';
import { logInHere } from './log-in-here.ts';
import { newParticipant, newPerson } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { pressTwice } from './press.ts';
import { SCREEN_PASSWORD } from './steps.ts';
import { GOOGLE_WAITS } from './timers.ts';
import { newStudy } from './studies.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const password = (page: Page) => page.getByLabel(accountWords.currentPassword, { exact: true });

async function codesTo(product: Product, email: string): Promise<string[]> {
  const answer = await fetch(`${product.url}/dev/mail.json?to=${encodeURIComponent(email)}`);
  const emails = (await answer.json()) as { subject: string; text: string }[];
  return emails
    .filter(({ subject }) => subject === emailWords.accountDeletionCode.subject)
    .map(({ text }) => /\b\d{4} \d{4}\b/.exec(text)?.[0] ?? '');
}

async function openForm(page: Page): Promise<void> {
  await page.goto('/dashboard/accounts#leave');
  await button(page, words.deleteOwnAccount).click();
  await expect(page.getByText(words.forGood)).toBeVisible();
}

test('a participant reads what is deleted and kept, and deletes the account once despite network failures', async ({
  visitByPhone,
  product,
}) => {
  const user = await newParticipant(product);
  const page = await visitByPhone();
  await logInHere(page, user);
  await page.goto('/dashboard/accounts#leave');
  const section = page.getByRole('region', { name: accountWords.leaveHeading, exact: true });
  for (const text of Object.values(words.ofRole.PARTICIPANT))
    await expect(section.getByText(text)).toBeVisible();
  await button(page, words.deleteOwnAccount).tap();
  await expect(page.getByText(words.forGood)).toBeVisible();
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);

  const go = button(page, words.leaveNow);
  await expect(go).toBeDisabled();
  await password(page).fill('not my password');
  await go.tap();
  await expect(password(page)).toHaveAccessibleDescription(new RegExp(validation.currentPassword));
  await button(page, accountWords.cancel).tap();
  await expect(button(page, words.deleteOwnAccount)).toBeFocused();
  await button(page, words.deleteOwnAccount).tap();
  await password(page).fill(SCREEN_PASSWORD);
  await pressWithoutNetwork(page, {
    press: () => go.tap(),
    expectKept: () => expect(password(page)).toHaveValue(SCREEN_PASSWORD),
  });
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.method() === 'DELETE')));
  await pressTwice(go);
  await expect(page).toHaveURL(/\/login\?account-deleted$/);
  await expect(page.getByRole('heading', { name: auth.accountDeletedTitle })).toBeVisible();
  expect(sent).toBe(1);
  expect(await barriersOn(page)).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(user.userId);

  await page.getByLabel(auth.email, { exact: true }).fill(user.email);
  await page.getByLabel(auth.password, { exact: true }).fill(SCREEN_PASSWORD);
  await button(page, auth.logIn).click();
  await expect(page.getByText(errorWords.WRONG_CREDENTIALS)).toBeVisible();
});

test('a lost response to the deletion is explained @full', async ({ visit, product }) => {
  const user = await newPerson(product);
  const page = await visit();
  await logInHere(page, user);
  await openForm(page);
  await password(page).fill(SCREEN_PASSWORD);
  await pressWithLostAnswer(page, {
    endpoint: deleteOwnAccount,
    press: () => button(page, words.leaveNow).click(),
  });
  await noticeEndedSession(page);
  await expect(page.getByRole('heading', { name: auth.maybeDeletedTitle })).toBeVisible();
});

test('a researcher with a published study reads what to do before deleting, with links @full', async ({
  visit,
  product,
}) => {
  const { researcher: user } = await newStudy(product);
  const page = await visit();
  await logInHere(page, user);
  await openForm(page);
  await password(page).fill(SCREEN_PASSWORD);
  await button(page, words.leaveNow).click();
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: words.notYet });
  await expect(alert).toContainText(errorWords.STUDIES_ARE_OPEN);
  await expect(alert.getByRole('link', { name: words.toStudies })).toHaveAttribute(
    'href',
    '/dashboard/projects',
  );
  expect(await barriersOn(page)).toEqual([]);
  await expect(page.getByText(failureWords.network)).toBeHidden();
});

test('one press downloads all personal data once, and again after a lost connection @full', async ({
  visitByPhone,
  product,
}) => {
  const user = await newParticipant(product);
  const page = await visitByPhone();
  await logInHere(page, user);
  await page.goto('/dashboard/accounts#agreements');
  const save = button(page, accountWords.ownData);
  await expect(save).toBeVisible();
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);
  await pressWithoutNetwork(page, { press: () => save.tap(), expectKept: () => expect(save).toBeEnabled() });
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.url().endsWith('/users/me/data'))));
  const [download] = await Promise.all([page.waitForEvent('download'), pressTwice(save)]);
  expect(download.suggestedFilename()).toMatch(/^my-data-[-\d]{10}\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  expect(strFromU8(files['Your account.csv']!)).toContain(user.email);
  await expect(page.getByText(accountWords.ownDataSaved)).toBeVisible();
  expect(sent).toBe(1);
});

test('a person who signed up with Google deletes the account with a code from an email @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await page.context().addInitScript(GOOGLE_WAITS);
  await page.goto('/signup');
  await untilAlive(page);
  await goThrough(page, demoWords.signInAs('Adwoa'));
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  await openForm(page);
  const code = page.getByLabel(words.code, { exact: true });
  await code.fill('1234 5678');
  await button(page, words.leaveNow).click();
  await expect(code).toHaveAccessibleDescription(new RegExp(errorWords.CODE_NOT_VALID));
  await pressTwice(button(page, words.sendCode));
  const { email } = GOOGLE_PEOPLE.adwoa;
  await expect(page.getByText(words.codeSent(email))).toBeVisible();
  await expect.poll(async () => (await codesTo(product, email)).length).toBe(1);
  await code.fill((await codesTo(product, email))[0]!);
  await button(page, words.leaveNow).click();
  await expect(page).toHaveURL(/\/login\?account-deleted$/);
});
