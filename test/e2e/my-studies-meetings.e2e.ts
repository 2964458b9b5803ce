import type { Page } from '@playwright/test';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { confirmBooking, listOwnBookings, rescheduleBooking } from '@app/contracts/project/bookings.ts';
import { listSlots } from '@app/contracts/project/slots.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { clock } from '@app/words/clock.ts';
import { errorWords } from '@app/words/errors.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { chooseTimeWords as chooseTime } from '@app/words/bookings.ts';
import { myStudiesMeetingWords as words } from '@app/words/my-studies-meetings.ts';
import { ownMeetingDialogWords as dialogs } from '@app/words/own-meeting-dialogs.ts';
import { failureWords } from '@app/words/failures.ts';
import { validation } from '@app/words/validation.ts';
import { researcherMeetingWords as meetings } from '@app/words/researcher-meetings.ts';
import { myStudiesWords as myStudies } from '@app/words/my-studies.ts';
import { exactTime } from '../../apps/web/src/format/exact-time.ts';
import { meetingTime } from '../../apps/web/src/format/meeting-time.ts';
import type { Product } from '../support/product.ts';
import { WIDTHS } from '../support/sizes.ts';
import { newAccepted, newBooked, PHONE_NUMBER, STORED_NUMBER, timeIn } from './bookings.ts';
import { barriersOn } from './accessibility.ts';
import { callProduct } from './call-product.ts';
import { pressUntilHeard } from './network-cuts.ts';
import { untilAlive } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { untilCached } from './offline.ts';
import { expectToFitWidth } from './text-size.ts';
import { shiftPageClock } from './shift-page-clock.ts';
import { enterAs, newParticipant } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { pressTwice } from './press.ts';
import { SCREEN_PASSWORD } from './steps.ts';
import { applyByCall, newPublished, newStudy } from './studies.ts';

const PATH = '/dashboard/studies';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true, level: 3 }) });

/** Creates a person with a meeting in so many days; the same time is free on the following days. */
async function createMeeting(product: Product, days: number, publicName: string) {
  const times = [0, 1, 2, 3, 4].map((later) => timeIn(days + later));
  const plan = {
    availableDates: times.map(({ day }) => day),
    availableTimes: [...new Set(times.map(({ label }) => label))],
    leadHours: 0,
  };
  const { researcher: ama, study } = await newStudy(product, { publicName }, plan);
  return { ama, study, times, ...(await newBooked(product, ama, study, times[0]!.slotId)) };
}

const ownOf = async (product: Product, as: SignedInUser) =>
  (await callProduct(product, listOwnBookings, { as }))[0]!;

for (const width of WIDTHS) {
  test(`AV7 a researcher proposes another time, and the participant accepts it by one press, at ${width} px`, async ({
    visit,
    product,
  }) => {
    const { ama, study, times, participant } = await createMeeting(product, 3, 'Moved talk');
    const [first, , third] = times;
    const researcherPage = await visit();
    await researcherPage.setViewportSize({ width, height: 800 });
    await enterAs(researcherPage, ama, paths.meetings);
    await button(researcherPage, meetings.moreFor('Esi Owusu')).click();
    await button(researcherPage, meetings.of(meetings.cancel, 'Esi Owusu')).click();
    const dialog = researcherPage.getByRole('dialog');
    await dialog.getByRole('textbox', { name: meetings.reason }).fill('My bus broke down.');
    const select = dialog.getByRole('combobox', { name: meetings.propose });
    await expect(select).toBeEnabled();
    await expect(select.getByRole('option', { name: meetingTime(first!.slotId) })).toHaveCount(0);
    await select.selectOption(third!.slotId);
    await expectToFitWidth(researcherPage);
    const sent: string[] = [];
    researcherPage.on('request', (request) => request.url().endsWith('/cancel') && sent.push(request.url()));
    await pressTwice(inDialog(researcherPage, meetings.cancel));
    await expect(researcherPage.getByText(meetings.proposed)).toBeVisible();
    expect(sent).toHaveLength(1);

    const participantPage = await visit();
    await participantPage.setViewportSize({ width, height: 800 });
    await enterAs(participantPage, participant, PATH);
    const own = card(participantPage, 'Moved talk');
    await expect(own).toContainText(words.proposed(meetingTime(third!.slotId)));
    await expect(own).toContainText(words.takeOrChoose);
    await expect(own).toContainText(words.calls(PHONE_NUMBER));
    await expectToFitWidth(participantPage);
    participantPage.on(
      'request',
      (request) => request.url().endsWith('/bookings') && sent.push(request.url()),
    );
    await pressTwice(button(participantPage, words.of(words.take, study.publicName)));
    await expect(participantPage.getByText(words.taken)).toBeVisible();
    await expect(own.getByText(meetingTime(third!.slotId))).toBeVisible();
    await expect(own.getByRole('heading', { level: 3 })).toBeFocused();
    expect(sent).toHaveLength(2);
    const booked = (await callProduct(product, listOwnBookings, { as: participant })).find(
      ({ state }) => state === 'BOOKED',
    );
    expect(booked).toMatchObject({ startsAt: third!.slotId, phoneNumber: STORED_NUMBER, movesLeft: 3 });
  });
}

for (const width of WIDTHS) {
  test(`AV7 a researcher proposes a new time; a refusal is shown at the field, at ${width} px`, async ({
    visit,
    product,
  }) => {
    const { ama, study, times, participant } = await createMeeting(product, 3, 'Moved talk');
    const [first] = times;
    const page = await visit();
    await page.setViewportSize({ width, height: 800 });
    await enterAs(page, ama, paths.meetings);
    await button(page, meetings.moreFor('Esi Owusu')).click();
    await button(page, meetings.of(meetings.cancel, 'Esi Owusu')).click();
    const dialog = page.getByRole('dialog');
    const select = dialog.getByRole('combobox', { name: meetings.propose });
    await expect(select).toBeEnabled();
    await dialog.getByRole('textbox', { name: meetings.reason }).fill('My bus broke down.');
    await select.selectOption(meetings.proposeOther);
    await expect(dialog).toContainText(meetings.proposeAddedHint);
    const day = dialog.getByLabel(meetings.proposedDay);
    const time = dialog.getByRole('combobox', { name: meetings.proposedTime });
    const inDays = (days: number) =>
      new Date(Date.parse(first!.slotId) + days * 24 * 60 * 60_000).toISOString();
    await expect(day).toHaveValue(inDays(1).slice(0, 10));
    await expect(time).toHaveValue(clock(first!.slotId));
    const unknown = inDays(30);
    await expectToFitWidth(page);
    expect(await barriersOn(page)).toEqual([]);

    await day.fill('');
    await expect(inDialog(page, meetings.cancel)).toBeDisabled();
    await expect(day).toHaveAccessibleDescription(validation.valueRequired);
    // This is their own meeting, which is about to be cancelled.
    await day.fill(first!.slotId.slice(0, 10));
    await inDialog(page, meetings.cancel).click();
    await expect(time).toHaveAccessibleDescription(errorWords.SLOT_IS_FULL);
    await expectToFitWidth(page);
    await day.fill(unknown.slice(0, 10));
    await expect(time).not.toHaveAttribute('aria-invalid');
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/cancel') && sent.push(request.url()));
    await pressTwice(inDialog(page, meetings.cancel));
    await expect(page.getByText(meetings.proposed)).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(await ownOf(product, participant)).toMatchObject({ state: 'OFFERED', startsAt: unknown });
    const { slots } = await callProduct(product, listSlots, { as: ama, params: { id: study.id } });
    expect(slots.map(({ slotId }) => slotId)).toContain(unknown);
  });
}

test('S-406 four sections hold every application, the next meeting on top @full', async ({
  visit,
  product,
}) => {
  const { ama, study, participant } = await createMeeting(product, 3, 'Booked one');
  const others = [];
  for (const publicName of ['Sent one', 'Chosen one']) {
    others.push(await newPublished(product, ama, study.projectId, { publicName }));
  }
  await applyByCall(product, participant, others[0]!);
  await newAccepted(product, ama, others[1]!, participant);
  const page = await visit();
  await enterAs(page, participant, PATH);
  const rows = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(rows).toHaveText([myStudies.parts.COMING_UP, myStudies.parts.CHOOSE, myStudies.parts.WAITING]);
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText([
    'Booked one',
    'Chosen one',
    'Sent one',
  ]);
  await expect(card(page, 'Sent one').getByText(myStudies.nextPending.OPEN)).toBeVisible();
  await expect(card(page, study.publicName).getByText(words.calls(PHONE_NUMBER))).toBeVisible();
  await expect(
    card(page, study.publicName).getByRole('button', { name: myStudies.withdrawFrom(study.publicName) }),
  ).toBeVisible();
});

test('the next meeting is confirmed, added to a calendar, and cancelled', async ({
  visitByPhone,
  product,
}) => {
  const { study, times, participant } = await createMeeting(product, 3, 'Buses');
  const { slotId } = times[0]!;
  const page = await visitByPhone();
  await enterAs(page, participant, PATH);
  await expect(page.getByRole('heading', { name: meetingTime(slotId) })).toBeVisible();
  await expectToFitPhone(page);
  const confirm = button(page, words.of(words.confirm, 'Buses'));
  await confirm.focus();
  await pressUntilHeard(page, PROJECT_BASE, {
    endpoint: confirmBooking,
    press: () => confirm.press('Enter'),
    expectKept: () => expect(confirm).toBeVisible(),
  });
  await expect(page.getByText(words.confirmed)).toBeVisible();
  await expect(page.getByText(words.confirmed)).toBeFocused();
  await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
  const cancelMeeting = button(page, words.of(words.cancelMeeting, 'Buses'));
  // The limit is shown before the first change, not after the last.
  await expect(page.getByText(words.movesLeft(3))).toBeVisible();
  await shiftPageClock(page, 60);
  await expect(page.getByText(words.late(true))).toBeVisible();
  await expect(page.getByText(words.confirmed)).not.toBeFocused();
  await shiftPageClock(page, 0);
  await expect(page.getByText(words.late(true))).toBeHidden();
  expect((await ownOf(product, participant)).state).toBe('CONFIRMED');

  const [file] = await Promise.all([page.waitForEvent('download'), button(page, words.calendar).tap()]);
  expect(file.suggestedFilename()).toMatch(/\.ics$/);

  await cancelMeeting.tap();
  const dialog = page.getByRole('dialog', { name: dialogs.cancelTitle });
  await expect(dialog).toContainText(dialogs.cancelText(exactTime(slotId)));
  await expect(dialog).not.toContainText(dialogs.cancelLate);
  await expect(dialog).toContainText(dialogs.changesLeft(3));
  await expectRoomForFingers(page);
  await inDialog(page, dialogs.keep).tap();
  await expect(cancelMeeting).toBeFocused();
  await cancelMeeting.tap();
  await pressTwice(inDialog(page, dialogs.cancelAction));
  await expect(page.getByText(dialogs.bookingCancelled)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Buses' })).toBeFocused();
  await expect(page.getByRole('heading', { name: myStudies.parts.CHOOSE })).toBeVisible();
  await expect(card(page, 'Buses').getByText(words.youCancelled(exactTime(slotId)))).toBeVisible();
  await expect(page.getByRole('link', { name: myStudies.chooseFor(study.publicName) })).toBeVisible();
});

test('P8 the number to call is changed on the card, and the time stays', async ({
  visitByPhone,
  product,
}) => {
  const { times, participant } = await createMeeting(product, 3, 'Calls');
  const page = await visitByPhone();
  await enterAs(page, participant, PATH);
  const change = button(page, words.of(words.changeNumber, 'Calls'));
  await change.tap();
  const dialog = page.getByRole('dialog', { name: words.changeNumber });
  const number = dialog.getByLabel(chooseTime.phone);
  await expect(number).toHaveValue(PHONE_NUMBER);
  await dialog.getByRole('checkbox', { name: chooseTime.whatsApp }).check();
  await number.fill('0302 211 234');
  await number.blur();
  await expect(dialog.getByText(validation.mobileNumber)).toBeVisible();
  await expect(inDialog(page, dialogs.saveNumber)).toBeDisabled();
  await number.fill('020 987 654');
  await expect(dialog.getByText(validation.phoneNumber)).toBeVisible();
  await number.fill('020.987.6543');
  await expectRoomForFingers(page);
  await expectToFitPhone(page);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
  await pressTwice(inDialog(page, dialogs.saveNumber));
  await expect(page.getByText(dialogs.numberChanged)).toBeVisible();
  await expect(page.getByText(words.calls('020 987 6543'))).toBeVisible();
  await expect(change).toBeFocused();
  expect(sent).toHaveLength(1);
  expect(await ownOf(product, participant)).toMatchObject({
    startsAt: times[0]!.slotId,
    phoneNumber: '+233209876543',
    isOnWhatsApp: true,
    movesLeft: 3,
  });
});

test('a meeting that can no longer be rescheduled has no such button, and is cancelled permanently', async ({
  visitByPhone,
  product,
}) => {
  const { study, times, participant: as, bookingId: id } = await createMeeting(product, 2, 'Moved often');
  for (const { slotId } of times.slice(1, 4)) {
    await callProduct(product, rescheduleBooking, { as, params: { id }, body: { slotId } });
  }
  const page = await visitByPhone();
  await enterAs(page, as, PATH);
  await expect(page.getByText(words.lastMove)).toBeVisible();
  await expect(page.getByText(/You can( still)? change/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: words.of(words.move, 'Moved often') })).toBeHidden();
  await button(page, words.of(words.cancelMeeting, 'Moved often')).tap();
  const dialog = page.getByRole('dialog', { name: dialogs.cancelTitle });
  await expect(dialog).toContainText(dialogs.cancelLast(exactTime(times[3]!.slotId)));
  await expectRoomForFingers(page);
  await pressTwice(inDialog(page, dialogs.cancelAction));
  await expect(page.getByText(words.usedUp)).toBeVisible();
  await expect(page.getByRole('link', { name: myStudies.chooseFor(study.publicName) })).toHaveCount(0);
  await expect(button(page, myStudies.withdrawFrom(study.publicName))).toBeVisible();
  await expectToFitPhone(page);
  await page.goto(paths.chooseTime(study.id));
  await expect(page.getByText(chooseTime.usedUp)).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expectToFitPhone(page);
});

test('an email’s link leads to the meeting, after log-in for a signed-out person @full', async ({
  visitByPhone,
  product,
}) => {
  const { study, times, participant, bookingId } = await createMeeting(product, 3, 'By email');
  const page = await visitByPhone();
  await page.goto(`/meeting/${bookingId}`);
  await expect(page).toHaveURL(/\/participant-login$/);
  await untilAlive(page);
  await expect(page.getByText(auth.endedTitle)).toHaveCount(0);
  await page.getByRole('textbox', { name: auth.email, exact: true }).fill(participant.email);
  await page.getByLabel(auth.password, { exact: true }).fill(SCREEN_PASSWORD);
  await button(page, auth.logIn).tap();
  await expect(page).toHaveURL(new RegExp(`/dashboard/meeting/${bookingId}$`));
  await expect(page.getByRole('heading', { name: meetingTime(times[0]!.slotId) })).toBeVisible();
  await expectRoomForFingers(page);
  await pressTwice(button(page, words.of(words.confirm, study.publicName)));
  await expect(page.getByText(words.confirmed)).toBeVisible();
  expect((await ownOf(product, participant)).state).toBe('CONFIRMED');
  await page.goto(paths.emailsFromEmail);
  await expect(page).toHaveURL(new RegExp(`${paths.emails}$`));
  await page.goto(`/meeting/${bookingId}`);
  await expect(page.getByText(words.confirmed)).toBeVisible();

  await test.step('another person’s meeting is not shown', async () => {
    const stranger = await newParticipant(product);
    const other = await visitByPhone();
    await enterAs(other, stranger, `/dashboard/meeting/${bookingId}`);
    await expect(other.getByRole('heading', { name: words.goneTitle })).toBeVisible();
  });
});

test('if meetings fail to load, applications are shown anyway, and a press retries @full', async ({
  visit,
  product,
}) => {
  const { participant, times } = await createMeeting(product, 3, 'Slow answer');
  const page = await visit();
  const call = `**${PROJECT_BASE}/studies/bookings?*`;
  await page.route(call, (route) => route.abort());
  await enterAs(page, participant, PATH);
  await expect(page.getByRole('alert')).toContainText(myStudies.noMeetings(failureWords.network));
  await expect(page.getByRole('heading', { name: 'Slow answer' })).toBeVisible();
  await page.unroute(call);
  await button(page, failureWords.tryAgain).click();
  await expect(page.getByRole('heading', { name: meetingTime(times[0]!.slotId) })).toBeVisible();
});

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the next meeting is shown as last known @full', async ({ visitByPhone, product }) => {
    const { participant, times } = await createMeeting(product, 1, 'Without a network');
    const page = await visitByPhone();
    await enterAs(page, participant, PATH);
    const time = page.getByRole('heading', { name: meetingTime(times[0]!.slotId) });
    await expect(time).toBeVisible();
    await untilCached(page, '/assets/studies-');
    await expect.poll(() => page.evaluate('localStorage.getItem("lastKnown")')).toContain(STORED_NUMBER);
    await page.context().setOffline(true);
    await page.reload();
    await expect(time).toBeVisible();
    await expect(page.getByText(words.calls(PHONE_NUMBER))).toBeVisible();
    await expect(page.getByText(failureWords.whyOutdated.NO_CONNECTION)).toBeVisible();
    await page.context().setOffline(false);
  });
});
