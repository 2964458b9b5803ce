import type { Page } from '@playwright/test';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { DAY_MS } from '@app/contracts/durations.ts';
import { listOwnBookings } from '@app/contracts/project/bookings.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { listSlots } from '@app/contracts/project/slots.ts';
import { slotLabel } from '@app/contracts/time-slots.ts';
import { today } from '@app/contracts/calendar.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { errorWords } from '@app/words/errors.ts';
import { failureWords } from '@app/words/failures.ts';
import { meetingFieldWords as plan } from '@app/words/meeting-fields.ts';
import { applicantMeetingWords, meetingWords } from '@app/words/meetings.ts';
import { researcherMeetingWords as meetings } from '@app/words/researcher-meetings.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import { studyTimesWords as words } from '@app/words/study-times.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import { validation } from '@app/words/validation.ts';
import { cedis } from '@app/words/cedis.ts';
import { payWords as pay } from '@app/words/pay.ts';
import { quotaWords as quotas } from '@app/words/quotas.ts';
import { clock } from '@app/words/clock.ts';
import { shortDay } from '@app/words/days.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import { WIDTHS } from '../support/sizes.ts';
import { newAccepted, newBooked } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { setClocks } from './clocks.ts';
import { expect, test } from './fixtures.ts';
import { putItems } from './stored-items.ts';
import { boxOf, sizeOf } from './layout.ts';
import { expectToFitWidth } from './text-size.ts';
import { enterAs } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { pressTwice } from './press.ts';
import { applicantNames } from './recruiting.ts';
import { fillStudy } from './steps.ts';
import { newPublished, newStudy } from './studies.ts';
import { readStoredDraft, storedStages, openStage } from './study-wizard-fixtures.ts';

const NAME = 'Esi Owusu';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const at = (day: string, time: string) => `${day}T${time}:00.000Z`;
const chip = (page: Page, slotId: string, status: string) =>
  button(page, `${shortDay(slotId.slice(0, 10), dayAhead(0))}, ${clock(slotId)} ${status}`);

test('AV3 AV7 times are added to a published study and removed again, a booked one only by cancelling', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const day = dayAhead(3);
  const { researcher: ama, study } = await newStudy(
    product,
    {},
    { availableDates: [day], availableTimes: ['09:00 AM', '09:30 AM'], leadHours: 0 },
  );
  const taken = at(day, '09:00');
  await newBooked(product, ama, study, taken);
  const slotIds = async () => {
    const { slots } = await callProduct(product, listSlots, { as: ama, params: { id: study.id } });
    return slots.map(({ slotId }) => slotId);
  };
  const path = `/dashboard/study/${study.id}`;
  const page = await visitByPhone();
  await enterAs(page, ama, path);
  await expect(page.getByText(words.counts(1, 1, 0))).toBeVisible();
  await expect(page.getByText(words.tooFew(1, 11))).toBeVisible();
  await expectRoomForFingers(page);

  await test.step('AV7 adding is instant, also if some times exist already', async () => {
    await button(page, words.add).tap();
    const add = (count: number) => inDialog(page, words.addCount(count));
    await page.getByLabel(words.day).fill(day);
    await page.getByLabel(words.to).selectOption('08:00 AM');
    await expect(page.getByText(words.addsNone)).toBeVisible();
    await expect(add(0)).toBeDisabled();
    await page.getByLabel(words.to).selectOption('10:30 AM');
    await expect(page.getByText(words.adds(4, '09:00 AM', '10:30 AM'))).toBeVisible();
    await expectToFitPhone(page);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await pressTwice(add(4));
    await expect(page.getByText(words.added(2))).toBeVisible();
    expect(sent.filter((url) => url.endsWith('/slots'))).toHaveLength(1);
    await inDialog(page, words.done).tap();
    await expect(page.getByText(words.counts(3, 1, 0))).toBeVisible();
    expect(await slotIds()).toEqual(['09:00', '09:30', '10:00', '10:30'].map((time) => at(day, time)));
  });

  const desk = await visit();
  await enterAs(desk, ama, path);
  await test.step('a free time is removed by one press', async () => {
    await chip(desk, at(day, '09:30'), words.free).press('Enter');
    await expect(desk.getByRole('dialog')).toContainText(words.freeText);
    await pressTwice(inDialog(desk, words.takeOut));
    await expect(desk.getByText(words.takenOut)).toBeVisible();
    await expect(chip(desk, at(day, '09:30'), words.free)).toBeHidden();
    await expect(desk.getByText(errorWords.SLOT_NOT_FOUND)).toBeHidden();
    expect(await slotIds()).not.toContain(at(day, '09:30'));
  });
  await test.step('a booked time is cancelled with a reason, and offered to others again', async () => {
    await chip(desk, taken, NAME).click();
    await expect(inDialog(desk, words.takeOut)).toBeHidden();
    await inDialog(desk, meetings.moreFor(NAME)).click();
    await inDialog(desk, meetings.of(meetings.cancel, NAME)).click();
    await desk.getByRole('textbox', { name: meetings.reason }).fill('The hall is closed.');
    await desk.getByRole('checkbox', { name: meetings.offerAgain }).check();
    await inDialog(desk, meetings.cancel).click();
    await expect(desk.getByText(meetings.cancelled(1))).toBeVisible();
    await expect(inDialog(desk, words.takeOut)).toBeVisible();
    await inDialog(desk, words.keep).click();
    await expect(chip(desk, taken, words.free)).toBeVisible();
  });
  await test.step('a time that was booked meanwhile stays, and the page says so', async () => {
    await chip(desk, at(day, '10:00'), words.free).click();
    // The time is booked while the request is held, so that the page cannot be notified first.
    await desk.route('**/slots/*', async (route) => {
      await newBooked(product, ama, study, at(day, '10:00'));
      await route.continue();
    });
    await inDialog(desk, words.takeOut).click();
    await expect(desk.getByText(errorWords.SLOT_IS_BOOKED)).toBeVisible();
    await expect(inDialog(desk, words.takeOut)).toBeHidden();
    await expect(desk.getByRole('dialog')).toContainText(NAME);
    expect(await slotIds()).toContain(at(day, '10:00'));
  });
});

for (const width of WIDTHS) {
  test(`AP3 undoing the acceptance of a participant with a meeting asks first, and cancels it, at ${width} px`, async ({
    visit,
    product,
  }) => {
    const { researcher: ama, study } = await newStudy(product, { name: 'Reversal' }, { leadHours: 0 });
    const { participant: as, bookingId } = await newBooked(product, ama, study, at(dayAhead(3), '09:00'));
    const stateOf = async () =>
      (await callProduct(product, listOwnBookings, { as })).find(({ id }) => id === bookingId)?.state;
    const page = await visit();
    await page.setViewportSize({ width, height: 800 });
    await enterAs(page, ama, `/dashboard/study-applicants/${study.id}?status=ACCEPTED`);
    await page.getByRole('button', { name: NAME }).first().click();
    const details = page.getByRole('group', { name: applicantWords.answersHeading(NAME) });
    const undoButton = details.getByRole('button', { name: applicantWords.undoAcceptance });
    await undoButton.click();
    await expect(page.getByText(applicantWords.cancelMeetingsText(1))).toBeVisible();
    expect(await stateOf()).toBe('BOOKED');
    await expectToFitWidth(page);
    await page.getByRole('button', { name: /^Cancel the meeting on / }).click();
    await expect(page.getByText(applicantWords.decided.PENDING(1))).toBeVisible();
    await expect(page.getByText(applicantWords.cancelMeetingsText(1))).toBeHidden();
    await expect(page.getByRole('button', { name: applicantWords.undo, exact: true })).toHaveCount(0);
    expect(await stateOf()).toBe('CANCELLED_BY_RESEARCHER');
  });
}

test('AP7 closing a study or deleting a project explains what happens to meetings; applicants show theirs @full', async ({
  visit,
  product,
}) => {
  const { researcher: ama, study } = await newStudy(product, { name: 'Ending' }, { leadHours: 0 });
  const slotId = at(dayAhead(3), '09:00');
  await newBooked(product, ama, study, slotId);
  await newAccepted(product, ama, study);
  const page = await visit();
  await enterAs(page, ama, `/dashboard/study/${study.id}`);
  await button(page, controls.closeAction).click();
  await expect(page.getByRole('dialog')).toContainText(controls.meetingsStay(1));
  await inDialog(page, controls.keepOpen).click();

  await page.goto(`/dashboard/study-applicants/${study.id}`);
  const table = page.getByRole('table', { name: applicantWords.tableLabel });
  await expect(table.getByText(applicantMeetingWords.status.CHOOSING)).toBeVisible();
  const booked = table.getByText(new RegExp(`^${meetingWords.state.BOOKED}: .+, ${clock(slotId)}$`));
  await expect(booked).toBeVisible();
  await button(page, applicantWords.moreFilters).click();
  await page.getByLabel(applicantMeetingWords.filter).selectOption(applicantMeetingWords.status.AHEAD);
  await expect(page).toHaveURL(/meeting=AHEAD/);
  await expect.poll(() => applicantNames(page)).toEqual([NAME]);
  await expect(booked).toBeVisible();
  await table.getByRole('rowheader').getByRole('button').click();
  await expect(table.getByText(applicantMeetingWords.ended)).toBeVisible();

  await callProduct(product, closeStudy, { as: ama, params: { id: study.id } });
  await page.goto(`/dashboard/project-settings/${study.projectId}`);
  await button(page, projects.deleteAction).click();
  await inDialog(page, projects.deleteAction).click();
  await expect(page.getByRole('alert')).toContainText(projects.hasMeetings);
  await page.getByRole('link', { name: projects.seeMeetings }).click();
  await expect(page.getByText(NAME)).toBeVisible();

  await test.step('a closed study accepts no more times', async () => {
    await page.goto(`/dashboard/study/${study.id}`);
    await expect(page.getByRole('button', { name: new RegExp(NAME) })).toBeVisible();
    await expect(button(page, words.add)).toBeHidden();
  });
  await test.step('times that fail to load can be requested again', async () => {
    const other = await visit();
    const call = `**${PROJECT_BASE}/studies/${study.id}/slots?*`;
    await other.route(call, (route) => route.abort());
    await enterAs(other, ama, `/dashboard/study/${study.id}`);
    await expect(other.getByRole('alert')).toContainText(failureWords.network);
    await other.unroute(call);
    await button(other, failureWords.tryAgain).click();
    await expect(other.getByRole('button', { name: new RegExp(NAME) })).toBeVisible();
  });
});

test('AV2 AV4 the wizard asks for the meeting type, counts the capacity, and the study shows both @full', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  const days = [dayAhead(2), dayAhead(3)];
  await openStage(page, product, 4, {
    ...storedStages,
    studyAvailability: {
      availableDates: days,
      durationInMinutes: 30,
      desiredNumberOfParticipants: 12,
      availableTimes: ['09:00 AM', '09:30 AM'],
    },
  });
  const publish = button(page, wizard.publish);
  const field = (name: string) => page.getByRole('textbox', { name });
  await expect(page.getByText(plan.tooFew(4, 12))).toBeVisible();
  await expect(publish).toBeEnabled();

  await test.step('AV3 a single time is removed from a single day', async () => {
    await button(page, plan.withoutTitle).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(plan.day).selectOption(days[1]!);
    await dialog.getByLabel('09:30 AM').uncheck();
    await expectRoomForFingers(page);
    await page.keyboard.press('Escape');
    await expect(page.getByText(plan.withoutHint(1))).toBeVisible();
    await expect(page.getByText(plan.tooFew(3, 12))).toBeVisible();
  });
  await test.step('a video link must be valid; a place and a landmark are required', async () => {
    await page.getByText(plan.way.VIDEO.label, { exact: true }).tap();
    await expect(publish).toBeDisabled();
    await field(plan.link).fill('http://meet.example.com/stalls');
    await field(plan.link).blur();
    await expect(field(plan.link)).toHaveAttribute('aria-invalid', 'true');
    await field(plan.link).fill('https://meet.example.com/stalls');
    await expect(publish).toBeEnabled();
    await page.getByText(plan.way.IN_PERSON.label, { exact: true }).tap();
    await expect(publish).toBeDisabled();
    await field(plan.place).fill('Osu library');
    await field(plan.landmark).fill('Beside the petrol station');
    await field(plan.digitalAddress).fill('nowhere');
    await field(plan.digitalAddress).blur();
    await expect(field(plan.digitalAddress)).toHaveAttribute('aria-invalid', 'true');
    await field(plan.digitalAddress).fill('ga 183 8164');
    await expect(publish).toBeEnabled();
  });
  await test.step('rarely changed fields open on a press', async () => {
    await expect(field(plan.seats)).toBeHidden();
    await button(page, plan.change).tap();
    await field(plan.seats).fill('31');
    await field(plan.seats).blur();
    await expect(publish).toBeDisabled();
    await field(plan.seats).fill('4');
    await page.getByText(plan.choosingChoices.AT_ONCE.label, { exact: true }).tap();
    await expect(page.getByText(plan.rules(4, 'AT_ONCE', 24))).toBeVisible();
    await expect(page.getByText(plan.tooFew(3 * 4, 12))).toBeHidden();
    await field(plan.notice).fill('12');
    await page.getByText(plan.bufferChoices[15], { exact: true }).last().tap();
    await field(plan.bring).fill('A phone');
    await expectToFitPhone(page);
  });
  await test.step('a reload loses nothing', async () => {
    await expect
      .poll(() => readStoredDraft(page, 'studyAvailability'))
      .toMatchObject({ seatsPerSlot: 4, choosing: 'AT_ONCE' });
    await page.reload();
    await expect(field(plan.landmark)).toHaveValue('Beside the petrol station');
    await expect(page.getByText(plan.withoutHint(1))).toBeVisible();
  });
  await publish.tap();
  await expect(page.getByText(wizard.published)).toBeVisible();
  await page.getByRole('link', { name: storedStages.studyDetails.name, exact: true }).tap();
  const main = page.getByRole('main');
  await expect(main).toContainText(plan.rules(4, 'AT_ONCE', 12));
  await expect(main).toContainText(words.gap(15));
  await expect(main).toContainText('Osu library, Beside the petrol station, GA-183-8164');
  await expect(main).toContainText(`${words.bring}: A phone`);
  // Two of three times half an hour apart remain, with fifteen minutes between them.
  await expect(main).toContainText(words.counts(8, 0, 0));
  await expect(page.getByRole('button', { name: new RegExp(`, ${slotLabel(9 * 60 + 30)}`) })).toHaveCount(1);
  await expectRoomForFingers(page);
});

for (const width of WIDTHS) {
  test(`AV1 AV2 times that cannot be booked are listed beside the field, and the study is not published, at ${width} px`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const page = await (width === 360 ? visitByPhone() : visit());
    const [now, later] = [dayAhead(0), dayAhead(2)];
    const given = { availableDates: [later], availableTimes: ['09:00 AM'], durationInMinutes: 30 as const };
    const { researcher: esi, study } = await newStudy(product, {}, given);
    await newBooked(product, esi, study, at(later, '09:00'));
    const stage4 = async (studyAvailability: object) => {
      await putItems(page, { user: esi, ...storedStages, studyAvailability });
      await page.goto(`/dashboard/create-study/${study.projectId}?step=4`);
    };
    const publish = button(page, wizard.publish);
    const times = button(page, new RegExp(wizard.timesLabel));
    const common = { durationInMinutes: 30, desiredNumberOfParticipants: 2 };

    await test.step('at 09:41, times of today that are past or too soon', async () => {
      await setClocks(page, new Date(`${now}T09:41:00Z`));
      const labels = ['08:00 AM', '10:00 AM'];
      await stage4({ ...common, availableDates: [now], availableTimes: labels });
      // On a phone the days are above the times.
      await times.scrollIntoViewIfNeeded();
      await expect(page.getByText(validation.timesTooSoon(4))).toBeInViewport();
      await expect(publish).toBeDisabled();
      await times.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('checkbox', { name: `08:00 AM ${plan.past}` })).toBeChecked();
      await expect(dialog.getByRole('checkbox', { name: `10:00 AM ${plan.tooSoon}` })).toBeChecked();
      // The range starts at 02:00 PM.
      await dialog.getByRole('button', { name: dialogs.rangeAdd(6) }).click();
      await dialog.getByRole('button', { name: new RegExp(`^${wizard.timesDone}`) }).click();
      await expect(page.getByText(plan.tooEarly(2, 4))).toBeInViewport();
      await expect(publish).toBeEnabled();
      if (width === 360) await expectToFitPhone(page);
    });
    await test.step('a time within another meeting of the researcher', async () => {
      await stage4({ ...common, availableDates: [later], availableTimes: ['09:00 AM'] });
      await times.scrollIntoViewIfNeeded();
      await expect(page.getByText(validation.timesTaken)).toBeInViewport();
      await expect(publish).toBeDisabled();
      await times.click();
      await page.getByRole('dialog').getByRole('checkbox', { name: '09:30 AM' }).check();
      await page.keyboard.press('Escape');
      await expect(page.getByText(`${plan.timesTaken(1)} ${plan.tooFew(1, 2)}`)).toBeInViewport();
      await publish.click();
      await expect(page.getByText(wizard.published)).toBeVisible();
    });
  });
}
test('AV3 days to add and remove follow the server’s clock, not the device’s @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await page.clock.install({ time: Date.now() + 365 * DAY_MS });
  const ground = await openStage(page, product, 4, {
    ...storedStages,
    studyAvailability: {
      availableDates: [dayAhead(2)],
      durationInMinutes: 30,
      desiredNumberOfParticipants: 1,
      availableTimes: ['09:00 AM'],
    },
  });
  await button(page, plan.withoutTitle).click();
  await expect(page.getByRole('dialog').getByRole('option')).toHaveText([shortDay(dayAhead(2), today())]);
  const { id } = await newPublished(product, ground.ama, ground.project);
  await page.goto(paths.study(id));
  await button(page, words.add).click();
  await expect(page.getByLabel(words.day)).toHaveValue(dayAhead(1));
  await expect(page.getByLabel(words.day)).toHaveAttribute('min', today());
});
test('stage 4 has its days above its times, and its sum in view; free times form one grid', async ({
  visit,
  product,
}) => {
  const times = ['09:00 AM', '09:30 AM', '10:00 AM', '02:00 PM', '02:30 PM'];
  const days = { availableDates: [dayAhead(3)], availableTimes: times };
  const { researcher: ama, study } = await newStudy(product, {}, days);
  const page = await visit();
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs(page, ama, paths.study(study.id));
  const free = page.getByRole('button', { name: new RegExp(` ${words.free}$`) });
  await expect(free).toHaveCount(times.length);
  const boxes = await Promise.all((await free.all()).map(boxOf));
  expect(new Set(boxes.map(({ width }) => Math.round(width))).size).toBe(1);
  expect(new Set(boxes.map(({ x }) => Math.round(x))).size).toBeLessThan(times.length);

  await page.goto(paths.project(study.projectId));
  await fillStudy(page, { name: 'Columns', publicName: 'Columns' });
  await page.getByLabel(pay.label).fill('40');
  const sum = page.getByText(pay.toParticipants(cedis(12 * 4000), 12));
  await expect(sum).toBeInViewport();
  await page.getByText(quotas.open, { exact: true }).click();
  await button(page, quotas.make).click();
  await expect(page.getByText(quotas.sum(12, 12))).toBeVisible();
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(300);
  await expect(sum).toBeInViewport();
  const [calendar, chosenTimes, places] = await Promise.all(
    [
      page.getByRole('grid'),
      button(page, new RegExp(wizard.timesLabel)),
      page.getByLabel(wizard.participantsLabel),
    ].map(boxOf),
  );
  expect(chosenTimes!.y).toBeGreaterThan(calendar!.y + calendar!.height);
  expect(Math.abs(chosenTimes!.x - calendar!.x)).toBeLessThan(40);
  expect(places!.x).toBeGreaterThan(calendar!.x + calendar!.width);
  await page.getByLabel(pay.label).fill('0');
  await expect(sum).toBeHidden();
  expect((await sizeOf(page)).height).toBeLessThan(1600);
});
