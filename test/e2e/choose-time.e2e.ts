import { bookSlot } from '@app/contracts/project/bookings.ts';
import { chooseTimeWords as words } from '@app/words/choose-time.ts';
import { exactTime } from '../../apps/web/src/format/exact-time.ts';
import { clockOf } from '../../apps/web/src/format/clock.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import type { Product } from '../product.ts';
import { newAccepted, newBooked, PHONE_NUMBER } from './booked.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newVerifiedResearcher } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { pressTwice } from './press.ts';
import { newProject, newPublished } from './studies.ts';

const at = (time: string) => `${dayAhead(3)}T${time}:00.000Z`;

async function newStudy(product: Product, availableTimes: string[]) {
  const ama = await newVerifiedResearcher(product);
  const { id: projectId } = await newProject(product, ama, 'Choosing');
  const times = { availableDates: [dayAhead(3)], availableTimes, leadHours: 0 };
  return { ama, study: await newPublished(product, ama, projectId, {}, times) };
}

test('a time is chosen with the number to call, and moved to another one', async ({
  visitByPhone,
  product,
}) => {
  const { ama, study } = await newStudy(product, ['09:00 AM', '09:30 AM']);
  const kojo = await newAccepted(product, ama, study);
  const page = await visitByPhone();
  const path = `/dashboard/studies/${study.id}/time`;
  await enterAs(page, kojo, path);
  const book = page.getByRole('button', { name: words.book });
  await book.click();
  await expect(page.getByText(words.missing)).toBeVisible();
  await page.getByRole('radio', { name: words.left(clockOf(at('09:00')), 1, 1) }).check();
  await expectToFitPhone(page);
  await page.getByLabel(words.phone).fill(PHONE_NUMBER);
  await pressTwice(book);
  await expect(page.getByText(words.booked)).toBeVisible();
  await page.goto(path);
  await expect(page.getByText(words.now(exactTime(at('09:00'))))).toBeVisible();
  await page.getByRole('radio', { name: words.left(clockOf(at('09:30')), 1, 1) }).check();
  await page.getByRole('button', { name: words.move }).click();
  await expect(page.getByText(words.moved)).toBeVisible();
  await page.goto(path);
  await expect(page.getByText(words.now(exactTime(at('09:30'))))).toBeVisible();
});

test('a time that is gone is named with the nearest ones, and the number stays', async ({
  visit,
  product,
}) => {
  const { ama, study } = await newStudy(product, ['09:00 AM', '09:30 AM']);
  const kojo = await newAccepted(product, ama, study);
  const faster = await newAccepted(product, ama, study);
  const page = await visit();
  await enterAs(page, kojo, `/dashboard/studies/${study.id}/time`);
  await page.getByRole('radio', { name: words.left(clockOf(at('09:00')), 1, 1) }).check();
  await page.getByLabel(words.phone).fill(PHONE_NUMBER);
  const body = { slotId: at('09:00'), phoneNumber: PHONE_NUMBER };
  await expect(() => callProduct(product, bookSlot, { as: faster, params: { id: study.id }, body })).toPass();
  await page.getByRole('button', { name: words.book }).click();
  await page.getByRole('button', { name: exactTime(at('09:30')) }).click();
  await expect(page.getByLabel(words.phone)).toHaveValue(PHONE_NUMBER);
  await page.getByRole('button', { name: words.book }).click();
  await expect(page.getByText(words.booked)).toBeVisible();
});

test('where no time is free, the waiting list is joined and left', async ({ visit, product }) => {
  const { ama, study } = await newStudy(product, ['09:00 AM']);
  await newBooked(product, ama, study, at('09:00'));
  const kojo = await newAccepted(product, ama, study);
  const page = await visit();
  await enterAs(page, kojo, `/dashboard/studies/${study.id}/time`);
  await page.getByRole('button', { name: words.wait }).click();
  await expect(page.getByText(words.waiting)).toBeVisible();
  await page.getByRole('button', { name: words.leave }).click();
  await expect(page.getByText(words.noneText)).toBeVisible();
});
