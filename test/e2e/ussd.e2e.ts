import type { Page } from '@playwright/test';
import { listOwnBookings } from '@app/contracts/project/bookings.ts';
import { cedis } from '@app/words/cedis.ts';
import { demoWords } from '@app/demo/words.ts';
import { phoneWords } from '@app/words/phones.ts';
import { ussdWords as words } from '@app/words/ussd.ts';
import type { Product } from '../support/product.ts';
import { barriersOn } from './accessibility.ts';
import { newBooked, timeIn } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { codeTo, newNumber, prove } from './demo-phones.ts';
import { expect, test } from './fixtures.ts';
import { enterAs } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { newStudy } from './studies.ts';

const CODE = '*920*55#';
const { dial, hangUp, sendTyped, typed } = demoWords.phones;

async function createMeeting(product: Product) {
  const { day, label, slotId } = timeIn(3);
  const plan = { availableDates: [day], availableTimes: [label], leadHours: 0 };
  const { researcher: ama, study } = await newStudy(product, { publicName: 'A talk' }, plan);
  return newBooked(product, ama, study, slotId);
}

/** Returns the phone of a number on the page of all phones. */
function phoneOn(page: Page, number: string) {
  const phone = page.getByRole('article').filter({ hasText: number });
  const press = (name: string) => phone.getByRole('button', { name, exact: true }).click();
  return {
    screen: phone.getByRole('status'),
    dial: () => press(dial(CODE)),
    async type(key: string) {
      await phone.getByLabel(typed).fill(key);
      await press(sendTyped);
    },
    hangUp: () => press(hangUp),
  };
}

test('a phone without data shows a meeting, payments and a code, and logs in with it', async ({
  visitByPhone,
  product,
}) => {
  const { participant } = await createMeeting(product);
  const number = newNumber();
  await prove(product, participant, number);

  const page = await visitByPhone();
  await page.goto('/dev/phones');
  const phone = phoneOn(page, number);
  await phone.dial();
  await expect(phone.screen).toContainText(words.keys['1']);
  expect(await barriersOn(page)).toEqual([]);
  await expectToFitPhone(page);
  await phone.type('1');
  await phone.type('5');
  await expect(phone.screen).toContainText(words.confirmed('').split('.', 1)[0]!);
  await phone.hangUp();
  expect((await callProduct(product, listOwnBookings, { as: participant }))[0]?.state).toBe('CONFIRMED');

  await phone.dial();
  await phone.type('2');
  await expect(phone.screen).toContainText(words.money(cedis(0), cedis(0)).replaceAll('GH₵', 'GHS'));
  await phone.hangUp();

  await phone.dial();
  await phone.type('1');
  await phone.type('6');
  await expect(phone.screen).toContainText(words.keys['7']);
  await expectToFitPhone(page);
  await phone.type('7');
  await expect(phone.screen).toContainText(words.chooseAnother);
  await phone.hangUp();
  const [booking] = await callProduct(product, listOwnBookings, { as: participant });
  expect(booking?.state).toBe('CANCELLED_BY_PARTICIPANT');

  await phone.dial();
  await phone.type('3');
  await phone.type('8');
  await expect(phone.screen).toContainText(words.codeSent);
  const guest = await visitByPhone();
  await guest.goto('/login/code');
  const haveCode = guest.getByRole('button', { name: phoneWords.haveCode, exact: true });
  await expect(haveCode).toBeDisabled();
  await guest.getByLabel(phoneWords.phoneNumber, { exact: true }).fill(number.replace('+233', '0'));
  await expectToFitPhone(guest);
  await haveCode.click();
  const field = guest.getByLabel(phoneWords.code, { exact: true });
  await expect(field).toBeFocused();
  await expect(guest.getByText(phoneWords.fromPhone(number.replace('+233', '0')))).toBeVisible();
  await expectToFitPhone(guest);
  await field.fill(await codeTo(product, number, 1));
  await guest.getByRole('button', { name: phoneWords.logIn, exact: true }).click();
  await expect(guest).toHaveURL(/\/dashboard/);
});

test('My Accounts shows the code to dial, once the number is confirmed', async ({
  visitByPhone,
  product,
}) => {
  const { participant } = await createMeeting(product);
  const page = await visitByPhone();
  await enterAs(page, participant, '/dashboard/accounts#security');
  await expect(page.getByRole('heading', { name: phoneWords.title })).toBeVisible();
  await expect(page.getByText(phoneWords.dial(CODE))).toHaveCount(0);
  await prove(product, participant, newNumber());
  await page.reload();
  await expect(page.getByText(phoneWords.dial(CODE))).toBeVisible();
  await expectToFitPhone(page);
});
