import type { Page } from '@playwright/test';
import { accountWords } from '@app/words/accounts.ts';
import { authWords } from '@app/words/auth.ts';
import { errorWords } from '@app/words/errors.ts';
import { failureWords } from '@app/words/failures.ts';
import { phoneWords as words } from '@app/words/phones.ts';
import type { Product } from '../support/product.ts';
import { codeTo, newNumber, readPhone } from './demo-phones.ts';
import { expect, test } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { newParticipant, newPerson } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { SCREEN_PASSWORD } from './steps.ts';

/** This is the demo's USSD code. */
const DIALLED = '*920*55#';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Confirms the number in My Accounts with the text message after so many. */
async function prove(page: Page, product: Product, number: string, after = 0): Promise<void> {
  await page.goto('/dashboard/accounts#security');
  await button(page, words.add).click();
  await field(page, words.phoneNumber).fill(number);
  await field(page, accountWords.currentPassword).fill(SCREEN_PASSWORD);
  await button(page, words.sendCode).click();
  await field(page, words.code).fill(await codeTo(product, number, after));
  await button(page, words.confirm).click();
  await expect(page.getByText(words.proven)).toBeVisible();
}

/** Plays a browser that reads text messages (WebOTP), as the test says. */
const READS_TEXTS = `
  window.OTPCredential = class {};
  navigator.credentials.get = ({ otp, signal }) =>
    new Promise((resolve, reject) => {
      if (otp.transport[0] !== 'sms') reject(new Error('not asked for a text'));
      window.receiveCode = (code) => resolve({ code });
      signal.addEventListener('abort', () => (window.wasAborted = true));
    });`;

test('a number is confirmed in My Accounts, logs in by code on a phone, and is removed', async ({
  visitByPhone,
  product,
}) => {
  const user = await newParticipant(product);
  const number = newNumber();
  const page = await visitByPhone();
  await logInHere(page, user);
  await page.goto('/dashboard/accounts#security');

  await button(page, words.add).click();
  await field(page, words.phoneNumber).fill(number.replace('+233', '0'));
  await field(page, accountWords.currentPassword).fill('not my password');
  await button(page, words.sendCode).click();
  await expect(field(page, accountWords.currentPassword)).toHaveAttribute('aria-invalid', 'true');
  await field(page, accountWords.currentPassword).fill(SCREEN_PASSWORD);
  await button(page, words.sendCode).click();
  const code = field(page, words.code);
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  const right = await codeTo(product, number);
  await code.fill(right === '000000' ? '111111' : '000000');
  await button(page, words.confirm).click();
  await expect(page.getByText(errorWords.CODE_WRONG).first()).toBeVisible();
  await expectToFitPhone(page);
  await code.fill(right);
  await button(page, words.confirm).click();
  await expect(page.getByText(words.proven)).toBeVisible();
  await expect(page.getByText(number.slice(-4)).first()).toBeVisible();

  const guest = await visitByPhone();
  await guest.addInitScript(READS_TEXTS);
  await guest.goto('/login');
  await guest.getByRole('link', { name: authWords.logInByCode }).click();
  await expect(guest).toHaveURL(/\/login\/code$/);
  await field(guest, words.phoneNumber).fill(number.replace('+233', '0'));
  await expectToFitPhone(guest);
  await button(guest, words.sendCode).click();
  await expect(field(guest, words.code)).toBeFocused();
  await expectToFitPhone(guest);
  await button(guest, words.otherNumber).click();
  await expect.poll(() => guest.evaluate('window.wasAborted')).toBe(true);
  await expect(field(guest, words.phoneNumber)).toHaveValue(number.replace('+233', '0'));
  // A sent code delays the next one, and the page says so.
  await button(guest, words.sendCode).click();
  const [tooOften = ''] = errorWords.TOO_MANY_REQUESTS.split('.');
  await expect(guest.getByText(tooOften).first()).toBeVisible();
  await expectToFitPhone(guest);
  const refusal = { status: 429, code: 'NO_TEXT_SENT', detail: errorWords.NO_TEXT_SENT, content: [] };
  const answer = { status: 429, headers: { 'retry-after': '1900' }, json: refusal };
  await guest.route('**/auth/login/code/send', (route) => route.fulfill(answer), { times: 1 });
  await button(guest, words.sendCode).click();
  const alert = guest.getByRole('alert').filter({ hasText: words.noTextTitle });
  await expect(alert).toContainText(failureWords.noTextSent(32, 'minute'));
  await expect(alert).toContainText(words.otherWays);
  await expect(alert).toContainText(words.orDial(DIALLED));
  await expectToFitPhone(guest);
  await guest.close();

  await button(page, words.remove).click();
  await field(page, accountWords.currentPassword).fill(SCREEN_PASSWORD);
  await page
    .getByRole('form', { name: words.removeHeading })
    .getByRole('button', { name: words.remove })
    .click();
  await expect(page.getByText(words.removed)).toBeVisible();
  await expect(page.getByText(words.none)).toBeVisible();
});

test('the browser reads the code from the text message, and the person is logged in', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const number = newNumber();
  const page = await visit();
  await logInHere(page, await newParticipant(product));
  await prove(page, product, number);

  const guest = await visitByPhone();
  await guest.addInitScript(READS_TEXTS);
  await guest.goto('/login/code');
  await field(guest, words.phoneNumber).fill(number);
  await button(guest, words.sendCode).click();
  await expect(field(guest, words.code)).toBeFocused();
  await guest.evaluate(`window.receiveCode('${await codeTo(product, number, 1)}')`);
  await expect(guest).toHaveURL(/\/dashboard/);
});

test('a number of both a researcher and a participant asks for the account, and gets the focus', async ({
  visitByPhone,
  product,
}) => {
  const number = newNumber();
  const page = await visitByPhone();
  for (const [at, user] of [await newPerson(product), await newParticipant(product)].entries()) {
    await logInHere(page, user);
    await prove(page, product, number, at);
  }
  const guest = await visitByPhone();
  await guest.goto('/login/code');
  await field(guest, words.phoneNumber).fill(number);
  await button(guest, words.sendCode).click();
  const code = await codeTo(product, number, 2);
  // The whole text message is pasted.
  await field(guest, words.code).fill((await readPhone(product, number)).messages[0]!.text);
  await expect(field(guest, words.code)).toHaveValue(code);
  await button(guest, words.logIn).click();
  await expect(guest.getByText(words.whichAccount)).toBeFocused();
  await expectRoomForFingers(guest);
  await button(guest, words.roles.PARTICIPANT).tap();
  await expect(guest).toHaveURL(/browse-studies/);
});
