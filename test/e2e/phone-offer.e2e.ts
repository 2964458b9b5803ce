import type { Page } from '@playwright/test';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { authWords } from '@app/words/auth.ts';
import { failureWords } from '@app/words/failures.ts';
import { participantSetupWords as setup } from '@app/words/participant-setup.ts';
import { phoneWords as words } from '@app/words/phones.ts';
import { codeTo, newNumber } from './demo-phones.ts';
import { expect, linkInEmail, test } from './fixtures.ts';
import { newPerson, registerHere } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { setupButton, done, openKept, typeNumber } from './participant-setup-fixtures.ts';
import { followVerification } from './steps.ts';
import type { Product } from '../support/product.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** This must use the browser of the page: a sign-up number from another browser is dropped. */
async function signUpWith(page: Page, product: Product, phoneNumber: string): Promise<SignedInUser> {
  const email = await registerHere(page, 'PARTICIPANT', { phoneNumber });
  await followVerification(page, await linkInEmail(product, email, '/verify-email/'));
  return JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '') as SignedInUser;
}

test('the sign-up number is confirmed by one press after the set-up; My Accounts shows it before and after', async ({
  visitByPhone,
  product,
}) => {
  const number = newNumber();
  const page = await visitByPhone();
  await page.goto(paths.participantSignUp);
  await expect(page.getByText(authWords.phoneNumberUse)).toBeVisible();
  const person = await signUpWith(page, product, number);

  await page.goto(paths.security);
  await expect(page.getByText(words.given('').trim())).toBeVisible();
  await expect(page.getByText(words.none)).toHaveCount(0);
  await setupButton(page, words.confirmGiven).tap();
  await expect(field(page, words.phoneNumber)).toHaveValue(number);

  // Otherwise the sheet asks about the network's name.
  await page.route('**/payouts/account', (route) => route.abort());
  await openKept(page, person);
  await typeNumber(page);
  await setupButton(page, setup.submit).tap();
  await done(page).getByRole('button', { name: setup.sendCode }).tap();
  await expect(page.getByText(words.sentTo(number))).toBeVisible();
  await expectToFitPhone(page);
  await field(page, words.code).fill(await codeTo(product, number));
  await expectRoomForFingers(page);
  await setupButton(page, words.confirm).tap();
  await expect(page.getByText(words.proven)).toBeVisible();
  await expect(page.getByRole('region', { name: words.offerHeading })).toHaveCount(0);
  await done(page).getByRole('button', { name: setup.toBrowse }).tap();
  await expect(page).toHaveURL(new RegExp(`${paths.browseStudies}$`));
  await page.goto(paths.security);
  await expect(page.getByText(words.confirmed)).toBeVisible();
});

test('if the account failed to load, a request for a code says so, and retries', async ({
  visitByPhone,
  product,
}) => {
  const number = newNumber();
  const page = await visitByPhone();
  await page.route('**/payouts/account', (route) => route.abort());
  await openKept(page, await signUpWith(page, product, number));
  await typeNumber(page);
  await setupButton(page, setup.submit).tap();
  await page.route('**/users/me/account', (route) => route.abort());
  await done(page).getByRole('button', { name: setup.sendCode }).tap();
  const again = done(page).getByRole('button', { name: failureWords.tryAgain });
  await expect(again).toBeVisible();
  await page.unroute('**/users/me/account');
  await again.tap();
  await expect(page.getByText(words.sentTo(number))).toBeVisible();
});

test('a person who gave no number confirms one in My Accounts', async ({ visitByPhone, product }) => {
  const page = await visitByPhone();
  await page.route('**/payouts/account', (route) => route.abort());
  await openKept(page, await newPerson(product, 'PARTICIPANT'));
  await typeNumber(page);
  await setupButton(page, setup.submit).tap();
  await done(page).getByRole('button', { name: setup.sendCode }).tap();
  await done(page).getByRole('link', { name: words.add }).tap();
  await expect(page).toHaveURL(/\/dashboard\/accounts#security$/);
});
