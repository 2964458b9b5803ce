import type { Page } from '@playwright/test';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { HOUR_MS, DAY_MS } from '@app/contracts/durations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { bookSlot, listOwnBookings } from '@app/contracts/project/bookings.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { listMeetings } from '@app/contracts/project/meetings.ts';
import { listSlots } from '@app/contracts/project/slots.ts';
import { PAID_STUDY } from '@app/demo/people.ts';
import { cedis } from '@app/words/cedis.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicantWords as applicants } from '@app/words/applicants.ts';
import { failureWords } from '@app/words/failures.ts';
import { applicantMeetingWords as applicantMeetings, meetingWords } from '@app/words/meetings.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { shellWords } from '@app/words/shell.ts';
import { studyTimesWords as studyTimes } from '@app/words/study-times.ts';
import { exactTime } from '../../apps/web/src/format/exact-time.ts';
import type { Product } from '../support/product.ts';
import { WIDTHS } from '../support/sizes.ts';
import { PHONE_NUMBER, newAccepted, newBooked, timeIn } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { boxOf, overflowOf } from './layout.ts';
import { expectToFitWidth, withTextSize } from './text-size.ts';
import { shiftPageClock } from './shift-page-clock.ts';
import { enterAs, newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { pressTwice } from './press.ts';
import { logInAs } from './screens/screen-data.ts';
import { newStudy } from './studies.ts';

const PATH = '/dashboard/meetings';
const NAME = 'Esi Owusu';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Creates her meetings at these times, each booked by a person of that name. */
async function createMeetings(
  product: Product,
  times: ReturnType<typeof timeIn>[],
  plan: { seatsPerSlot?: number } = {},
) {
  const { researcher: ama, study } = await newStudy(
    product,
    { name: 'Stalls' },
    {
      availableDates: [...new Set(times.map(({ day }) => day))],
      availableTimes: [...new Set(times.map(({ label }) => label))],
      leadHours: 0,
      ...plan,
    },
  );
  const booked = [];
  for (const { slotId } of times) booked.push(await newBooked(product, ama, study, slotId));
  return { ama, study, booked };
}

/** Finds the demo's meetings that have begun without an attendance mark. */
async function makeStartedMeetings(product: Product) {
  const ama = await logInAs(product, 'ama');
  const all = async () => {
    const query = { from: inHours(-72), to: inHours(1) };
    return callProduct(product, listMeetings, { as: ama, query });
  };
  const late = inHours(-0.5);
  const unmarked = (await all()).filter(
    ({ state, startsAt }) => (state === 'BOOKED' || state === 'CONFIRMED') && startsAt! < late,
  );
  const stateOf = async (id: string) => (await all()).find((booking) => booking.id === id)?.state;
  return { ama, unmarked, stateOf };
}
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

test('AP2 attendance is marked by one tap, and the mark undone', async ({ visitByPhone, product }) => {
  const { ama, unmarked, stateOf } = await makeStartedMeetings(product);
  const { id, studyId, state, firstName, lastName } = unmarked.find(({ seats }) => seats === 1)!;
  const name = `${firstName} ${lastName}`;
  const page = await visitByPhone();
  await enterAs(page, ama, PATH);
  const came = button(page, words.of(words.came, name));
  const undo = button(page, words.of(words.undo, name));
  await button(page, words.moreFor(name)).tap();
  await expect(button(page, words.of(words.missed, name))).toBeVisible();
  await expectRoomForFingers(page);

  await test.step('without a connection nothing is marked, and the page says so', async () => {
    await page.context().setOffline(true);
    await came.tap();
    await expect(page.getByText(failureWords.network).first()).toBeVisible();
    await page.context().setOffline(false);
    expect(await stateOf(id)).toBe(state);
  });
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/attendance') && sent.push(request.url()));
  await pressTwice(came);
  await expect(page.getByText(words.marked.ATTENDED, { exact: true })).toBeVisible();
  await expect(undo).toBeVisible();
  await expect(came).toBeHidden();
  expect(sent).toHaveLength(1);
  expect(await stateOf(id)).toBe('ATTENDED');
  await test.step('the study shows how many were met, beside the coming meetings', async () => {
    const slots = await callProduct(product, listSlots, { as: ama, params: { id: studyId } });
    if (slots.audience !== 'RESEARCHER') throw new Error('It is her own study');
    const { free, taken, waiting, met } = slots.counts;
    await page.goto(paths.study(studyId));
    await expect(page.getByText(studyTimes.counts(free, taken, waiting))).toBeVisible();
    await expect(page.getByText(studyTimes.met(met))).toBeVisible();
  });
  await page.goto(PATH);
  await undo.tap();
  await expect(page.getByText(words.marked.UNMARKED, { exact: true })).toBeVisible();
  await expect(came).toBeVisible();
  expect(await stateOf(id)).toBe(state);

  await test.step('by keyboard the focus stays on the participant', async () => {
    await button(page, words.moreFor(name)).press('Enter');
    await button(page, words.of(words.missed, name)).press('Enter');
    await expect(undo).toBeVisible();
    await expect(page.getByRole('group', { name, exact: true })).toBeFocused();
    await undo.press('Enter');
    await expect(came).toBeVisible();
  });
});

test('AP2 “All came” marks a group by one tap, and another tap undoes it @full', async ({
  visit,
  product,
}) => {
  const { ama, unmarked, stateOf } = await makeStartedMeetings(product);
  const group = unmarked.filter(({ seats }) => seats > 1);
  const page = await visit();
  await enterAs(page, ama, PATH);
  const names = group.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  await pressTwice(button(page, words.allCame));
  for (const name of names) await expect(button(page, words.of(words.undo, name))).toBeVisible();
  for (const { id } of group) expect(await stateOf(id)).toBe('ATTENDED');
  await expect(button(page, words.undoAll)).toBeFocused();
  const what = words.pays(cedis(PAID_STUDY.incentive * 100 * group.length), group.length);
  await expect(page.getByText(words.leaves(what, ''))).toBeVisible();
  await page.keyboard.press('Enter');
  for (const name of names) await expect(button(page, words.of(words.came, name))).toBeVisible();
  for (const { id, state } of group) expect(await stateOf(id)).toBe(state);
});

test('AV7 AP6 a meeting is cancelled only with a reason; the phone number is shown around its time', async ({
  visitByPhone,
  product,
}) => {
  const [soon, later] = [timeIn(1), timeIn(3)];
  const dayBeforeLater = new Date(Date.parse(later.slotId) - DAY_MS).toISOString();
  const { ama, booked } = await createMeetings(product, [soon, later]);
  const page = await visitByPhone();
  await enterAs(page, ama, PATH);
  const more = button(page, words.moreFor(NAME));
  const cancel = button(page, words.of(words.cancel, NAME));
  await expect(more).toHaveCount(2);
  await expect(row(page, 'Stalls')).toContainText([soon.label, later.label]);
  await more.last().tap();
  await expect(page.getByText(words.numberFrom(exactTime(dayBeforeLater)))).toBeVisible();
  await button(page, words.of(words.showNumber, NAME)).tap();
  const call = page.getByRole('link', { name: words.call(PHONE_NUMBER) });
  await expect(call).toHaveAttribute('href', 'tel:+233241234567');
  await expectRoomForFingers(page);
  await expect(call).toBeFocused();
  await more.last().focus();
  await shiftPageClock(page, 25);
  await expect(button(page, words.of(words.came, NAME))).toBeVisible();
  await expect(more.last()).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 860 });
  await withTextSize(page, 200, () => expectToFitWidth(page));
  await page.setViewportSize({ width: 360, height: 740 });
  const figures = page.getByRole('listitem').filter({ hasText: new RegExp(`^\\d+ ${words.today}$`) });
  await withTextSize(page, 200, async () => {
    await expectToFitWidth(page);
    await expect.poll(() => overflowOf(figures)).toBe(0);
  });
  await shiftPageClock(page, 0);
  await expect(button(page, words.of(words.came, NAME))).toBeHidden();

  await more.last().tap();
  await cancel.tap();
  const dialog = page.getByRole('dialog', { name: words.cancelTitle(NAME) });
  await expect(dialog).toContainText(words.cancelText(exactTime(later.slotId)));
  await expect(dialog).not.toContainText(words.cancelLate);
  await inDialog(page, words.keep).tap();
  await more.first().tap();
  await cancel.tap();
  await expect(dialog).toContainText(words.cancelLate);
  await expect(inDialog(page, words.cancel)).toBeDisabled();
  await dialog.getByRole('textbox', { name: words.reason }).fill('My bus broke down.');
  await expectToFitPhone(page);
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/cancel') && sent.push(request.url()));
  await pressTwice(inDialog(page, words.cancel));
  await expect(page.getByText(words.cancelled(1))).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(sent).toHaveLength(1);
  await expect(page.getByText(meetingWords.state.CANCELLED_BY_RESEARCHER, { exact: true })).toBeVisible();
  await expect(page.getByText('My bus broke down.')).toBeVisible();
  // The button disappeared with its action.
  await expect(page.locator(':focus')).toHaveAccessibleName(NAME);
  await expect(more).toHaveCount(1);
  const [own] = await callProduct(product, listOwnBookings, { as: booked[0]!.participant });
  expect(own).toMatchObject({ state: 'CANCELLED_BY_RESEARCHER', cancelReason: 'My bus broke down.' });
  await test.step('the time is no longer shown, also to the participant', async () => {
    const freeAs = async (as: SignedInUser) =>
      (await callProduct(product, listSlots, { as, params: { id: own!.studyId } })).slots
        .filter(({ isFree }) => isFree)
        .map(({ slotId }) => slotId);
    for (const as of [ama, booked[0]!.participant]) expect(await freeAs(as)).not.toContain(soon.slotId);
    const participantPage = await visitByPhone();
    await enterAs(participantPage, booked[0]!.participant, paths.chooseTime(own!.studyId));
    await expect(participantPage.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(participantPage.getByRole('radio', { name: new RegExp(soon.label) })).toBeHidden();
  });
});

for (const width of WIDTHS) {
  test(`AV7 a group is cancelled in three presses, including the reason, at ${width} px`, async ({
    visit,
    product,
  }) => {
    const time = timeIn(2);
    const { ama, study, booked } = await createMeetings(product, [time, time], { seatsPerSlot: 3 });
    const page = await visit();
    await page.setViewportSize({ width, height: 800 });
    await enterAs(page, ama, PATH);
    await expectToFitWidth(page);
    await button(page, words.cancelAll).click();
    const dialog = page.getByRole('dialog', { name: words.cancelAllTitle(2) });
    await expect(dialog.getByRole('checkbox', { name: words.offerAgain })).not.toBeChecked();
    await dialog.getByRole('textbox', { name: words.reason }).fill('I am ill.');
    await expectToFitWidth(page);
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/cancel') && sent.push(request.url()));
    await pressTwice(inDialog(page, words.cancelAll));
    await expect(page.getByText(words.cancelled(2))).toBeVisible();
    expect(sent).toHaveLength(1);
    await expect(dialog).toBeHidden();
    const cancelled = meetingWords.state.CANCELLED_BY_RESEARCHER;
    await expect(page.getByText(cancelled, { exact: true })).toHaveCount(2);
    await expect(button(page, words.cancelAll)).toBeHidden();
    // The button disappeared with its action.
    await expect(page.getByText(words.seatsTaken(3, 0))).toBeFocused();
    for (const { participant: as } of booked) {
      const [own] = await callProduct(product, listOwnBookings, { as });
      expect(own).toMatchObject({ state: 'CANCELLED_BY_RESEARCHER', cancelReason: 'I am ill.' });
      const { slots } = await callProduct(product, listSlots, { as, params: { id: study.id } });
      expect(slots).toEqual([]);
    }
  });

  test(`AP3 the acceptance of a participant who came cannot be undone, and the details explain it, at ${width} px`, async ({
    visit,
    product,
  }) => {
    const { ama, unmarked, stateOf } = await makeStartedMeetings(product);
    const { id, studyId, firstName, lastName } = unmarked.findLast(({ seats }) => seats === 1)!;
    const name = `${firstName} ${lastName}`;
    const marked = (outcome: 'ATTENDED' | 'UNMARKED') =>
      callProduct(product, markAttendance, { as: ama, params: { id }, body: { outcome } });
    const page = await visit();
    await page.setViewportSize({ width, height: 800 });
    await enterAs(page, ama, `${paths.studyApplicants(studyId)}?status=ACCEPTED`);
    const box = page.getByRole('checkbox', { name: applicants.selectOne(name) });
    await page.getByRole('button', { name }).first().click();
    const details = page.getByRole('group', { name: applicants.answersHeading(name) });
    const undoButton = details.getByRole('button', { name: applicants.undoAcceptance });
    await expect(undoButton).toBeVisible();
    await box.check();

    // Simulates a mark from another tab: this page learns of it from the server.
    await marked('ATTENDED');
    await undoButton.click();
    const why = applicants.undecidedBecause.MEETING_IS_MARKED(1);
    await expect(page.getByText(why)).toBeVisible();
    await expect(details).toContainText(applicantMeetings.marked.ACCEPTED);
    await expect(undoButton).toBeHidden();
    await expect(box).toBeHidden();
    await expectToFitWidth(page);
    expect(await stateOf(id)).toBe('ATTENDED');
    await page.reload();
    await page.getByRole('button', { name }).first().click();
    await expect(details).toContainText(applicantMeetings.marked.ACCEPTED);
    await expect(undoButton).toBeHidden();
    await marked('UNMARKED');
  });
}
test('the agenda follows the server’s clock and shows the viewer’s; group names are beside their buttons', async ({
  newContext,
  product,
}) => {
  const at = timeIn(1);
  const plan = {
    availableDates: [at.day],
    availableTimes: [at.label],
    leadHours: 0,
    seatsPerSlot: 2,
    meetingWay: 'IN_PERSON' as const,
    meetingDetails: { place: 'Makola Market, gate 3', landmark: 'The blue kiosk' },
  };
  const { researcher: ama, study } = await newStudy(product, { name: 'Group' }, plan);
  for (let seat = 0; seat < 2; seat += 1) {
    const participant = await newAccepted(product, ama, study);
    await expect(async () => {
      const body = { slotId: at.slotId };
      await callProduct(product, bookSlot, { as: participant, params: { id: study.id }, body });
    }).toPass();
  }
  const context = await newContext({
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  // Two days ahead: by this device’s clock the meeting was yesterday.
  await page.clock.install({ time: Date.now() + 2 * DAY_MS });
  await enterAs(page, ama, PATH);
  const group = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Makola Market, gate 3' });
  await expect(group).toBeVisible();
  await expect(group.getByText(/where you are$/)).toBeVisible();
  await expect(page.getByRole('button', { name: words.allCame })).toBeHidden();
  await expect(page.getByRole('button', { name: words.of(words.came, NAME) })).toHaveCount(0);
  const more = group.getByRole('button', { name: words.moreFor(NAME) }).first();
  const name = group.getByText(NAME, { exact: true }).first();
  const [one, other] = await Promise.all([name, more].map(boxOf));
  expect(Math.abs(one!.y + one!.height / 2 - other!.y - other!.height / 2)).toBeLessThanOrEqual(2);
  await expect(group.getByRole('button', { name: words.of(words.cancel, NAME) })).toHaveCount(0);

  await test.step('the study’s times are a grid, each with the viewer’s local time', async () => {
    await page.goto(paths.study(study.id));
    const time = page.getByRole('button', { name: new RegExp(`, ${at.label} `) });
    await expect(time).toContainText(/where you are/);
    await expect(time).toContainText(words.seatsTaken(2, 2));
  });
});

test('the week is beside the agenda on wide screens, with a button for each meeting @full', async ({
  visit,
  product,
}) => {
  const time = timeIn(1);
  const { ama } = await createMeetings(product, [time]);
  const page = await visit();
  await page.setViewportSize({ width: 1280, height: 860 });
  await enterAs(page, ama, PATH);
  await button(page, words.week).click();
  await expect(page).toHaveURL(/\?week=/);
  // The meeting may be in the next week.
  const meeting = page.getByRole('button', { name: new RegExp(`^${NAME}\\s+${time.label}\\s+Stalls$`) });
  const nextWeek = button(page, words.nextWeek);
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(7);
  if (new Date().getUTCDay() === 0) await nextWeek.click();
  await meeting.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(NAME);
  await expect(dialog).toContainText(words.way.PHONE);
  await expect(inDialog(page, words.of(words.showNumber, NAME))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(meeting).toBeFocused();
  await page.reload();
  await expect(meeting).toBeVisible();
  await nextWeek.click();
  await expect(meeting).toBeHidden();
  await button(page, words.thisWeek).click();
  await button(page, words.agenda).click();
  await expect(page.getByRole('heading', { name: /^Today, / })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(button(page, words.week)).toBeHidden();
});

test('the private calendar address is shown once, and a new one revokes it @full', async ({
  visitByPhone,
  product,
}) => {
  const ama = await newVerifiedResearcher(product);
  const page = await visitByPhone();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAs(page, ama, PATH);
  await button(page, words.feed).tap();
  const address = page.getByRole('textbox', { name: words.feedAddress });
  await expect(address).toBeHidden();
  await inDialog(page, words.makeFeed).tap();
  await expect(address).toHaveValue(/\.ics$/);
  await expectRoomForFingers(page);
  const first = await address.inputValue();
  await inDialog(page, words.copy).tap();
  await expect(page.getByText(words.copied)).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(first);
  expect((await page.request.get(first)).headers()['content-type']).toContain('text/calendar');
  await inDialog(page, words.makeFeed).tap();
  await expect(address).not.toHaveValue(first);
  const second = await address.inputValue();
  expect([(await page.request.get(first)).status(), (await page.request.get(second)).status()]).toEqual([
    404, 200,
  ]);
});

test('without meetings, a response or a connection the page says so @full', async ({ visit, product }) => {
  const newResearcher = await newVerifiedResearcher(product);
  const page = await visit();
  await enterAs(page, newResearcher, '/dashboard/projects');
  await page.getByRole('link', { name: shellWords.meetings }).click();
  await expect(page.getByRole('heading', { name: words.emptyTitle })).toBeVisible();
  await expect(page.getByRole('link', { name: words.toProjects })).toBeVisible();

  const { ama } = await createMeetings(product, [timeIn(1)]);
  const desk = await visit();
  const call = `**${PROJECT_BASE}/meetings?*`;
  await desk.route(call, (route) => route.abort());
  await enterAs(desk, ama, PATH);
  await expect(desk.getByRole('alert')).toContainText(failureWords.network);
  await desk.unroute(call);
  await button(desk, failureWords.tryAgain).click();
  await expect(row(desk, NAME)).toBeVisible();

  await test.step('the last known meetings are shown, and marked as old', async () => {
    await expect.poll(() => desk.evaluate('localStorage.getItem("lastKnown")')).toContain(NAME.split(' ')[1]);
    await desk.route(call, (route) => route.abort());
    await desk.reload();
    await expect(row(desk, NAME)).toBeVisible();
    await expect(desk.getByText(/You see the data from/)).toBeVisible();
  });
});
