import type { Page, Route } from '@playwright/test';
import { readUserInformation, submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { contact } from '@app/words/contact.ts';
import { failureWords } from '@app/words/failures.ts';
import { participantSetupWords as setUp } from '@app/words/participant-setup.ts';
import { profileChoiceWords as choices } from '@app/words/profile-choices.ts';
import { validation } from '@app/words/validation.ts';
import { maskedTestNumber, profileBody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { newPerson } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { pressTwice } from './press.ts';
import { SCREEN_PASSWORD } from './steps.ts';
import { applyByCall, newStudy } from './studies.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const change = (page: Page, what: string) => button(page, words.changeLabel(what));
const form = (page: Page, what: string) => page.getByRole('form', { name: words.changeLabel(what) });
const save = (page: Page, what: string) => form(page, what).getByRole('button', { name: words.save });

async function newParticipant(product: Product, page: Page) {
  const user = await newPerson(product, 'PARTICIPANT');
  await callProduct(product, submitUserInformation, { as: user, body: profileBody(user.userId) });
  await logInHere(page, user);
  await page.goto('/dashboard/accounts');
  return { user, read: () => callProduct(product, readUserInformation, { as: user }) };
}

test('S-116 D-41 a participant changes each part of the set-up separately @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const { read } = await newParticipant(product, page);
  const shown = section(page, words.setUpHeading);
  const { demographic, employment, technicalDetail } = words.parts;

  await change(page, demographic).click();
  await expect(page.getByRole('textbox', { name: setUp.day })).toBeFocused();
  await page.getByRole('textbox', { name: setUp.year }).fill(String(new Date().getUTCFullYear() - 17));
  await page.getByRole('textbox', { name: setUp.year }).blur();
  await expect(page.getByText(validation.adultsOnly)).toBeVisible();
  await expect(save(page, demographic)).toBeDisabled();
  await page.getByRole('textbox', { name: setUp.year }).fill('1990');
  await page.getByLabel(setUp.region).selectOption(choices.region.VOLTA);
  await page.getByRole('textbox', { name: setUp.city }).fill('Ho');
  await page.context().setOffline(true);
  await save(page, demographic).click();
  await expect(page.getByText(failureWords.network)).toBeVisible();
  await expect(page.getByRole('textbox', { name: setUp.city })).toHaveValue('Ho');
  await page.context().setOffline(false);
  await save(page, demographic).click();
  await expect(shown.getByText('Ho, Volta')).toBeVisible();
  await expect(change(page, demographic)).toBeFocused();

  await change(page, employment).click();
  await page.getByLabel(setUp.employmentStatus).selectOption(choices.employmentStatus.RETIRED);
  await form(page, employment).getByRole('button', { name: words.cancel }).click();
  await expect(shown.getByText(choices.employmentStatus.EMPLOYED_FULL_TIME)).toBeVisible();
  await change(page, employment).click();
  await page.getByLabel(setUp.employmentStatus).selectOption(choices.employmentStatus.RETIRED);
  await save(page, employment).click();
  await expect(shown.getByText(choices.employmentStatus.RETIRED)).toBeVisible();

  await change(page, technicalDetail).click();
  await page
    .getByRole('radiogroup', { name: setUp.computerOs })
    .getByText(choices.computerOs.WINDOWS, { exact: true })
    .click();
  await page.getByRole('radiogroup', { name: setUp.hasWebcam }).getByText(setUp.yesNo.YES).click();
  await page.getByRole('checkbox', { name: choices.browser.OPERA_MINI }).check();
  await save(page, technicalDetail).click();
  await expect(shown.getByText('Chrome, Opera Mini')).toBeVisible();

  const before = profileBody('');
  expect(await read()).toMatchObject({
    demographic: { ...before.demographic, dateOfBirth: '1990-04-02', region: 'VOLTA', city: 'Ho' },
    employment: { status: 'RETIRED', jobRole: null, industry: null },
    technicalDetail: { computerOs: 'WINDOWS', hasWebcam: true, browsers: ['CHROME', 'OPERA_MINI'] },
  });
});

/** Simulates an account that was read before a first password was set on another device. */
const forgetPassword = (page: Page) =>
  page.route('**/users/me/account', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const content = { ...body.content, hasPassword: false };
    await route.fulfill({ response, json: { ...body, content } });
  });

test('A4 an applicant cannot change date of birth and gender, and reads why and whom to contact', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  const { user, read } = await newParticipant(product, page);
  await applyByCall(product, user, (await newStudy(product)).study);
  await page.reload();
  const { demographic } = words.parts;
  await change(page, demographic).click();
  const open = form(page, demographic);
  await expect(open.getByText(words.fixedText)).toBeVisible();
  await expect(open.getByRole('link', { name: contact.email })).toBeVisible();
  await expect(open.getByText('02 April, 1996')).toBeVisible();
  await expect(page.getByRole('textbox', { name: setUp.day })).toHaveCount(0);
  await expect(page.getByRole('radiogroup', { name: setUp.gender })).toHaveCount(0);
  await expect(open.getByText(words.changeCounts)).toBeVisible();
  await expect(page.getByLabel(setUp.education)).toBeFocused();
  await page.getByLabel(setUp.education).blur();
  await expectToFitPhone(page);
  await expectRoomForFingers(page);
  await page.getByRole('textbox', { name: setUp.city }).fill('Ho');
  await save(page, demographic).click();
  await expect(page.getByText(words.partChanged)).toBeVisible();
  expect((await read()).demographic).toMatchObject({
    dateOfBirth: '1996-04-02',
    gender: 'FEMALE',
    city: 'Ho',
  });
});

test('S-116 the mobile-money number is masked, and the payment account changes only with the password', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const { user, read } = await newParticipant(product, page);
  await forgetPassword(page);
  await page.goto('/dashboard/accounts');
  const money = section(page, words.moneyHeading);
  await expect(money.getByText(maskedTestNumber(user.userId))).toBeVisible();
  await change(page, words.payment).click();
  const number = page.getByRole('textbox', { name: setUp.phoneNumber });
  await expect(number).toBeFocused();
  await expect(number).toHaveValue('');
  const password = page.getByLabel(words.paymentPassword, { exact: true });
  await number.fill('020 765 4321');
  await page.unrouteAll({ behavior: 'wait' });
  await save(page, words.payment).click();
  await expect(page.getByText(words.passwordSetElsewhere)).toBeVisible();
  await expect(password).toBeVisible();
  await expect(number).toHaveValue('020 765 4321');
  await page.getByRole('radio', { name: choices.provider.TELECEL }).check();
  await expect(save(page, words.payment)).toBeDisabled();
  await password.fill('not my password');
  await save(page, words.payment).click();
  await expect(password).toHaveAccessibleDescription(new RegExp(validation.currentPassword));
  await password.fill(SCREEN_PASSWORD);
  await number.fill('12');
  await number.blur();
  await expect(save(page, words.payment)).toBeDisabled();
  await expect(number).toHaveAccessibleDescription(new RegExp(validation.phoneNumber));
  await number.fill('020 765 4321');
  expect((await read()).payment.phoneNumber).toBe(maskedTestNumber(user.userId));

  // The page may also read this address at any time.
  const failToSave = (route: Route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort();
  await page.route('**/users/user-information', failToSave);
  await save(page, words.payment).click();
  await expect(page.getByText(failureWords.network)).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(number).toHaveValue('020 765 4321');
  await pressTwice(save(page, words.payment));
  await expect(page.getByText(words.paymentChanged)).toBeVisible();
  await expect(money.getByText('+233 •• ••• 4321')).toBeVisible();
  await expect(change(page, words.payment)).toBeFocused();
  expect((await read()).payment).toMatchObject({ provider: 'TELECEL', phoneNumber: '+233 •• ••• 4321' });
});
