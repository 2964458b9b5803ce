import type { Page } from '@playwright/test';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { decideApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import { bookSlot, cancelBooking, listOwnBookings } from '@app/contracts/project/bookings.ts';
import { joinWaitingList, removeSlot } from '@app/contracts/project/slots.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { daySlotLabels } from '@app/contracts/time-slots.ts';
import type { Study, StudyPublish } from '@app/contracts/project/studies.ts';
import { chooseTimeWords as words } from '@app/words/bookings.ts';
import { myStudiesMeetingWords as comingUp } from '@app/words/my-studies-meetings.ts';
import { failureWords } from '@app/words/failures.ts';
import { myStudiesWords as myStudies } from '@app/words/my-studies.ts';
import { validation } from '@app/words/validation.ts';
import { clock } from '@app/words/clock.ts';
import { shortDay } from '@app/words/days.ts';
import { exactTime } from '../../apps/web/src/format/exact-time.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import { meetingTime } from '../../apps/web/src/format/meeting-time.ts';
import type { Product } from '../support/product.ts';
import { newAccepted, newBooked, PHONE_NUMBER, STORED_NUMBER } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { pressUntilHeard } from './network-cuts.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { linkInEmail } from './emails.ts';
import { pressTwice, pressesOf } from './press.ts';
import { applyByCall, newProject, newPublished } from './studies.ts';

const at = (time: string, day = 3) => `${dayAhead(day)}T${time}:00.000Z`;
const pathOf = (study: Study) => `/dashboard/studies/${study.id}/time`;
const VIDEO = { meetingWay: 'VIDEO', meetingDetails: { link: 'https://meet.example.com/stalls' } } as const;
const timeOf = (page: Page, slotId: string) => page.locator(`input[name="slotId"][value="${slotId}"]`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function newStudy(product: Product, availableTimes: string[], more: Partial<StudyPublish> = {}) {
  const ama = await newVerifiedResearcher(product);
  const { id: projectId } = await newProject(product, ama, 'Choosing');
  const times = { availableDates: [dayAhead(3)], availableTimes, leadHours: 0, ...more };
  return { ama, study: await newPublished(product, ama, projectId, {}, times) };
}

async function newWaiting(
  product: Product,
  { ama, study }: Awaited<ReturnType<typeof newStudy>>,
  days: string[],
): Promise<SignedInUser> {
  const as = await newAccepted(product, ama, study);
  // Booking is possible once they are notified of the acceptance.
  await expect(() =>
    callProduct(product, joinWaitingList, { as, params: { id: study.id }, body: { days } }),
  ).toPass();
  return as;
}

const ownOf = async (product: Product, as: SignedInUser) =>
  (await callProduct(product, listOwnBookings, { as }))[0];

test('a time is booked with the number to call, and rescheduled', async ({ visitByPhone, product }) => {
  const { ama, study } = await newStudy(product, ['09:00 AM', '09:30 AM'], { seatsPerSlot: 2 });
  const kojo = await newAccepted(product, ama, study);
  const page = await visitByPhone();
  await enterAs(page, kojo, '/dashboard/studies');
  await page.getByRole('link', { name: myStudies.chooseFor(study.publicName) }).tap();
  const book = button(page, words.book);
  await expect(book).toBeDisabled();
  await expect(page.getByText(words.noneChosen)).toBeVisible();
  const group = page.getByRole('radiogroup', { name: words.times });
  const day = shortDay(dayAhead(3), dayAhead(0));
  await group.getByRole('radio', { name: `${day}, ${clock(at('09:00'))}` }).check();
  await expect(page.getByText(words.noneChosen)).toBeHidden();
  await expectToFitPhone(page);
  await page.getByLabel(words.phone).fill('12');
  await expect(page.getByText(validation.phoneNumber)).toBeVisible();
  await expect(book).toBeDisabled();
  await page.getByLabel(words.phone).fill(PHONE_NUMBER);
  await page.getByRole('checkbox', { name: words.whatsApp }).check();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await pressTwice(book);
  await expect(page.getByText(words.booked)).toBeVisible();
  expect(sent.filter((url) => url.endsWith('/bookings'))).toHaveLength(1);
  expect(await ownOf(product, kojo)).toMatchObject({ phoneNumber: STORED_NUMBER, isOnWhatsApp: true });
  await expect(page.getByText(comingUp.calls(PHONE_NUMBER))).toBeVisible();
  await expectRoomForFingers(page);
  await page.getByRole('link', { name: comingUp.of(comingUp.move, study.publicName) }).tap();
  await expect(page.getByRole('heading', { level: 1, name: words.moveHeading })).toBeVisible();
  await expect(page.getByText(words.now(exactTime(at('09:00'))))).toBeVisible();
  await expect(page.getByLabel(words.phone)).toBeHidden();
  // A second person could join their current time, but it is not another time for them.
  await expect(page.getByRole('radio')).toHaveCount(1);
  await timeOf(page, at('09:30')).check();
  await button(page, words.move).tap();
  await expect(page.getByText(words.moved)).toBeVisible();
  expect(await ownOf(product, kojo)).toMatchObject({ startsAt: at('09:30'), phoneNumber: STORED_NUMBER });
});

test('from the acceptance email a time is booked with three presses, including the link', async ({
  visitByPhone,
  product,
}) => {
  const { ama, study } = await newStudy(product, ['09:00 AM'], VIDEO);
  const kojo = await newAccepted(product, ama, study);
  const email = await linkInEmail(product, kojo.email, '/dashboard/studies/', study.id);
  const page = await visitByPhone();
  await enterAs(page, kojo, new URL(email).pathname);
  const hand = pressesOf(page);
  await hand.press(timeOf(page, at('09:00')));
  await hand.press(button(page, words.book));
  await expect(page.getByText(words.booked)).toBeVisible();
  expect(1 + hand.count()).toBe(3);
  expect(await ownOf(product, kojo)).toMatchObject({ state: 'BOOKED', startsAt: at('09:00') });
});

test('one Tab stop holds all times, seven days at first, and the previous number is filled in @full', async ({
  visit,
  product,
}) => {
  const availableDates = Array.from({ length: 10 }, (_, day) => dayAhead(day + 3));
  const { ama, study } = await newStudy(product, ['09:00 AM', '09:30 AM'], {
    availableDates,
    seatsPerSlot: 2,
  });
  const other = await newStudy(product, ['02:00 PM']);
  const kojo = await newAccepted(product, ama, study);
  await applyByCall(product, kojo, other.study);
  await newBooked(product, ama, study, at('09:30'));
  const page = await visit();
  await enterAs(page, kojo, pathOf(study));
  const radios = page.getByRole('radio');
  await expect(radios).toHaveCount(14);
  const days = page.getByRole('radiogroup').getByRole('heading', { level: 2 });
  await expect(days.first()).toContainText(words.timesLeft(2));
  await expect(page.getByText(words.left(1, 2))).toHaveCount(1);
  await radios.first().focus();
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown');
  // This is the time of the next day.
  await expect(timeOf(page, at('09:00', 4))).toBeChecked();
  await expect(radios.and(page.locator(':checked'))).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(button(page, words.more)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(radios).toHaveCount(20);
  await expect(button(page, words.more)).toBeHidden();
  await expect(timeOf(page, at('09:00', 4))).toBeChecked();
  await page.getByLabel(words.phone).fill(PHONE_NUMBER);
  await button(page, words.book).click();
  await expect(page.getByText(words.booked)).toBeVisible();

  const [waiting] = await callProduct(product, listApplicants, {
    as: other.ama,
    params: { id: other.study.id },
  });
  const body = { applicationIds: [waiting!.id], status: 'ACCEPTED' };
  await callProduct(product, decideApplicants, { as: other.ama, params: { id: other.study.id }, body });
  const choose = page.getByRole('link', { name: myStudies.chooseFor(other.study.publicName) });
  await choose.click();
  await expect(page.getByLabel(words.phone)).toHaveValue(PHONE_NUMBER);
});

test('a time that is no longer free is named with the nearest ones, and the number stays', async ({
  visit,
  product,
}) => {
  const { ama, study } = await newStudy(product, ['09:00 AM', '09:30 AM', '10:00 AM', '10:30 AM']);
  const kojo = await newAccepted(product, ama, study);
  const faster = await newAccepted(product, ama, study);
  const page = await visit();
  await enterAs(page, kojo, pathOf(study));
  await timeOf(page, at('09:00')).check();
  await page.getByLabel(words.phone).fill(PHONE_NUMBER);
  const body = { slotId: at('09:00'), phoneNumber: '020 765 4321' };
  await expect(async () =>
    callProduct(product, bookSlot, { as: faster, params: { id: study.id }, body }),
  ).toPass();
  await button(page, words.book).click();
  const message = page.getByRole('alert').filter({ hasText: words.nearest });
  await expect(message).toContainText(exactTime(at('09:00')));
  await expect(message).toBeFocused();
  await expect(message.getByRole('button')).toHaveText([exactTime(at('09:30')), exactTime(at('10:00'))]);
  await expect(timeOf(page, at('09:00'))).toBeHidden();
  await message.getByRole('button', { name: exactTime(at('09:30')) }).click();
  await expect(timeOf(page, at('09:30'))).toBeChecked();
  await expect(timeOf(page, at('09:30'))).toBeFocused();
  await expect(page.getByLabel(words.phone)).toHaveValue(PHONE_NUMBER);
  await button(page, words.book).click();
  await expect(page.getByText(words.booked)).toBeVisible();
  expect(await ownOf(product, kojo)).toMatchObject({ startsAt: at('09:30'), phoneNumber: STORED_NUMBER });
});

test('a lost connection loses no choice, and the time is booked once @full', async ({ visit, product }) => {
  const { ama, study } = await newStudy(product, ['09:00 AM', '09:30 AM']);
  const kojo = await newAccepted(product, ama, study);
  const page = await visit();
  await enterAs(page, kojo, pathOf(study));
  await timeOf(page, at('09:30')).check();
  await page.getByLabel(words.phone).fill(PHONE_NUMBER);
  await pressUntilHeard(page, PROJECT_BASE, {
    endpoint: bookSlot,
    press: () => button(page, words.book).click(),
    expectKept: async () => {
      await expect(timeOf(page, at('09:30'))).toBeChecked();
      await expect(page.getByLabel(words.phone)).toHaveValue(PHONE_NUMBER);
    },
  });
  await expect(page.getByText(words.booked)).toBeVisible();
  expect(await callProduct(product, listOwnBookings, { as: kojo })).toHaveLength(1);
});

test('without free times, a participant joins the waiting list for some days, and declines or accepts an offer', async ({
  visitByPhone,
  product,
}) => {
  const availableDates = [dayAhead(3), dayAhead(4)];
  const { ama, study } = await newStudy(product, ['09:00 AM'], { availableDates });
  const first = await newBooked(product, ama, study, at('09:00'));
  const second = await newBooked(product, ama, study, at('09:00', 4));
  const kojo = await newAccepted(product, ama, study);
  const page = await visitByPhone();
  await enterAs(page, kojo, pathOf(study));
  await expect(page.getByText(words.waitText)).toBeVisible();
  const now = dayAhead(0);
  const [one, other] = availableDates.map((day) => shortDay(day, now));
  await page.getByRole('checkbox', { name: one! }).check({ force: true });
  await button(page, words.wait).tap();
  await expect(page.getByText(words.waiting(one!))).toBeVisible();
  await expect(button(page, words.saveDays)).toBeFocused();
  await expectToFitPhone(page);
  await page.getByRole('checkbox', { name: other! }).check({ force: true });
  await button(page, words.saveDays).tap();
  await expect(page.getByText(words.waiting(`${one}, ${other}`))).toBeVisible();
  await expect(page.getByText(words.daysSaved)).toBeVisible();
  await button(page, words.leave).tap();
  await expect(page.getByText(words.waitText)).toBeFocused();
  await page.getByRole('checkbox', { name: one! }).check({ force: true });
  await page.getByRole('checkbox', { name: other! }).check({ force: true });
  await button(page, words.wait).tap();
  await expect(page.getByText(words.waiting(`${one}, ${other}`))).toBeVisible();

  const cancelFor = ({ participant, bookingId }: typeof first) =>
    callProduct(product, cancelBooking, { as: participant, params: { id: bookingId }, body: {} });
  await cancelFor(first);
  await expect(page.getByText(words.offered(exactTime(at('09:00'))))).toBeVisible();
  await expect(timeOf(page, at('09:00'))).toBeChecked();
  await expectToFitPhone(page);
  await pressTwice(button(page, words.decline));
  await expect(page.getByText(words.declined)).toBeVisible();
  await expect(button(page, words.decline)).toBeHidden();
  await cancelFor(second);
  await expect(page.getByText(words.offered(exactTime(at('09:00', 4))))).toBeVisible();
  await expect(timeOf(page, at('09:00', 4))).toBeChecked();
  await page.getByLabel(words.phone).fill(PHONE_NUMBER);
  await button(page, words.book).tap();
  await expect(page.getByText(words.booked)).toBeVisible();
  expect(await ownOf(product, kojo)).toMatchObject({ state: 'BOOKED', startsAt: at('09:00', 4) });
});

test('an offer selects its own time, also while the declined one is still shown @full', async ({
  visit,
  product,
}) => {
  const availableDates = [dayAhead(3), dayAhead(4)];
  const { ama, study } = await newStudy(product, ['09:00 AM'], { availableDates });
  const first = await newBooked(product, ama, study, at('09:00'));
  const second = await newBooked(product, ama, study, at('09:00', 4));
  const kojo = await newWaiting(product, { ama, study }, availableDates);
  const cancelFor = ({ participant, bookingId }: typeof first) =>
    callProduct(product, cancelBooking, { as: participant, params: { id: bookingId }, body: {} });
  const page = await visit();
  await cancelFor(first);
  await expect.poll(() => ownOf(product, kojo)).toMatchObject({ state: 'OFFERED' });
  await enterAs(page, kojo, pathOf(study));
  await expect(timeOf(page, at('09:00'))).toBeChecked();
  const answers = Promise.withResolvers<void>();
  await page.route('**/studies/bookings?*', async (route) => {
    await answers.promise;
    await route.continue();
  });
  await button(page, words.decline).click();
  await expect(page.getByText(words.declined)).toBeVisible();
  await cancelFor(second);
  await expect.poll(() => ownOf(product, kojo)).toMatchObject({ state: 'OFFERED', startsAt: at('09:00', 4) });
  answers.resolve();
  await expect(page.getByText(words.offered(exactTime(at('09:00', 4))))).toBeVisible();
  await expect(timeOf(page, at('09:00', 4))).toBeChecked();
});

test('a new offer replaces neither the selected time nor the typed number @full', async ({
  visit,
  product,
}) => {
  const availableDates = [dayAhead(3), dayAhead(4)];
  const { ama, study } = await newStudy(product, ['09:00 AM'], { availableDates });
  const { participant: as, bookingId } = await newBooked(product, ama, study, at('09:00'));
  const kojo = await newWaiting(product, { ama, study }, [dayAhead(3)]);
  const page = await visit();
  await enterAs(page, kojo, pathOf(study));
  await timeOf(page, at('09:00', 4)).check({ force: true });
  await page.getByLabel(words.phone).fill(PHONE_NUMBER);
  await callProduct(product, cancelBooking, { as, params: { id: bookingId }, body: {} });
  await expect(page.getByText(words.offered(exactTime(at('09:00'))))).toBeVisible();
  await expect(timeOf(page, at('09:00', 4))).toBeChecked();
  await expect(page.getByLabel(words.phone)).toHaveValue(PHONE_NUMBER);
});

test('the button is disabled until the person or an offer selects a time @full', async ({
  visitByPhone,
  product,
}) => {
  const availableDates = Array.from({ length: 7 }, (_, day) => dayAhead(day + 3));
  const { ama, study } = await newStudy(product, ['09:00 AM'], { availableDates });
  const { participant: as, bookingId } = await newBooked(product, ama, study, at('09:00'));
  const kojo = await newWaiting(product, { ama, study }, [dayAhead(3)]);
  const page = await visitByPhone();
  await enterAs(page, kojo, pathOf(study));
  const first = timeOf(page, at('09:00', 4));
  await expect(first).toBeVisible();
  await page.getByLabel(words.phone).fill(PHONE_NUMBER);
  await expect(button(page, words.book)).toBeDisabled();
  await expect(page.getByText(words.noneChosen)).toBeInViewport();
  await callProduct(product, cancelBooking, { as, params: { id: bookingId }, body: {} });
  const offered = page.getByRole('radio', { name: meetingTime(at('09:00')), exact: true });
  await expect(offered).toBeChecked();
  await expect(page.getByText(words.noneChosen)).toBeHidden();
  await expect(button(page, words.book)).toBeEnabled();
  await expectToFitPhone(page);
});

/**
 * Runs in the page before everything else: counts rendered rows, each of which reads the device's time zone.
 */
const COUNT_ROWS = `
  globalThis.drawn = 0;
  const { getTimezoneOffset } = Date.prototype;
  Date.prototype.getTimezoneOffset = function () {
    drawn += 1;
    return getTimezoneOffset.call(this);
  };
  Intl.DateTimeFormat = class extends Intl.DateTimeFormat {
    constructor(...given) {
      super(...given);
      drawn += 1;
    }
  };`;

test('a selection or a key press rerenders no list of times, and creates no formatter', async ({
  visitByPhone,
  product,
}) => {
  const availableDates = Array.from({ length: 7 }, (_, day) => dayAhead(day + 3));
  const { ama, study } = await newStudy(product, daySlotLabels(60).slice(8, 16), { availableDates });
  const page = await visitByPhone();
  await page.addInitScript(COUNT_ROWS);
  await enterAs(page, await newAccepted(product, ama, study), pathOf(study));
  await expect(page.locator('input[name="slotId"]')).toHaveCount(7 * 8);
  const drawnBy = async (act: () => Promise<unknown>) => {
    await page.evaluate('drawn = 0');
    await act();
    return page.evaluate<number>('drawn');
  };
  const number = page.getByLabel(words.phone);
  expect(await drawnBy(() => number.pressSequentially('0241'))).toBe(0);
  expect(await drawnBy(() => timeOf(page, at('09:00', 4)).check({ force: true }))).toBe(0);
  await expect(page.getByText(meetingTime(at('09:00', 4)))).toBeVisible();
  expect(await drawnBy(() => number.fill(''))).toBe(0);
  await expect(button(page, words.book)).toBeDisabled();
});

test('a person who is not accepted reads so, and a failed request can be retried @full', async ({
  visit,
  product,
}) => {
  const { ama, study } = await newStudy(product, ['09:00 AM']);
  const kojo = await newParticipant(product);
  await applyByCall(product, kojo, study);
  const page = await visit();
  await enterAs(page, kojo, pathOf(study));
  await expect(page.getByRole('heading', { name: words.refusedTitle })).toBeVisible();
  const esi = await newAccepted(product, ama, study);
  const other = await visit();
  await other.route('**/slots', (route) => route.abort());
  await enterAs(other, esi, pathOf(study));
  await expect(other.getByRole('alert')).toContainText(failureWords.network);
  await other.unroute('**/slots');
  await button(other, failureWords.tryAgain).click();
  await expect(timeOf(other, at('09:00'))).toBeVisible();
});

test('a closed study without future times offers no choice, on its page and in My Studies @full', async ({
  visitByPhone,
  product,
}) => {
  const { ama, study } = await newStudy(product, ['09:00 AM']);
  const kojo = await newAccepted(product, ama, study);
  const params = { id: study.id };
  const page = await visitByPhone();
  await enterAs(page, kojo, pathOf(study));
  await expect(timeOf(page, at('09:00'))).toBeVisible();
  await callProduct(product, closeStudy, { as: ama, params });
  await callProduct(product, removeSlot, { as: ama, params: { ...params, slotId: at('09:00') } });
  await page.reload();
  await expect(page.getByText(words.endedText)).toBeVisible();
  await expect(button(page, words.wait)).toBeHidden();
  await expectToFitPhone(page);
  await page.getByRole('link', { name: words.back }).tap();
  await expect(page.getByText(myStudies.nextEnded)).toBeVisible();
  await expect(page.getByRole('heading', { name: myStudies.parts.PAST })).toBeVisible();
  await expectToFitPhone(page);
});
