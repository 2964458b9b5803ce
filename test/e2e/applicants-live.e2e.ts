import {
  bookSlot,
  cancelBooking,
  confirmBooking,
  rescheduleBooking,
} from '@app/contracts/project/bookings.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicantWords as words } from '@app/words/applicants.ts';
import { applicantMeetingWords, meetingWords } from '@app/words/meetings.ts';
import { studyTimesWords as times } from '@app/words/study-times.ts';
import { clock } from '@app/words/clock.ts';
import { shortDay } from '@app/words/days.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import { newAccepted, PHONE_NUMBER } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './layout.ts';
import { enterAs, newParticipant } from './people.ts';
import { recruitingButton, table, toggleOf } from './recruiting.ts';
import { applyByCall, newStudy } from './studies.ts';
import { NEVER_LOST } from './timers.ts';

const LIST = /\/applications\?/;

test('D-31 bookings, confirmations, new times and cancellations appear on open pages, and interrupt nothing @full', async ({
  visit,
  product,
}) => {
  const plan = {
    availableDates: [dayAhead(3), dayAhead(4)],
    availableTimes: ['09:00 AM'],
    leadHours: 0,
  };
  const { researcher: ama, study } = await newStudy(product, {}, plan);
  const kojo = await newAccepted(product, ama, study);
  // She is undecided and the newest, so she is the first row.
  await applyByCall(product, await newParticipant(product), study);
  const page = await visit();
  await page.context().addInitScript(NEVER_LOST);
  await page.setViewportSize({ width: 360, height: 400 });
  await enterAs(page, ama, paths.studyApplicants(study.id));
  const row = table(page);
  await expect(row).toContainText(applicantMeetingWords.status.CHOOSING);
  const studyPage = await visit(page);
  await enterAs(studyPage, ama, paths.study(study.id));
  await expect(studyPage.getByText(times.counts(2, 0, 0))).toBeVisible();

  const name = 'Esi Owusu';
  const box = page.getByRole('checkbox', { name: words.selectOne(name) }).last();
  await box.check();
  await toggleOf(page, name).last().click();
  const remarks = page.getByRole('textbox', { name: words.remarks });
  await remarks.fill('Speaks Ga.');
  const place = await boxOf(remarks);
  let lists = 0;
  page.on('request', (request) => (lists += LIST.test(request.url()) ? 1 : 0));
  const nothingIsLost = async () => {
    await expect(box).toBeChecked();
    await expect(remarks).toHaveValue('Speaks Ga.');
    await expect(remarks).toBeFocused();
    expect(Math.abs((await boxOf(remarks)).y - place.y)).toBeLessThan(2);
    expect(lists).toBe(0);
  };

  const [first, second] = [3, 4].map((days) => `${dayAhead(days)}T09:00:00.000Z`);
  const bookingText = (state: keyof typeof meetingWords.state, at: string) =>
    applicantMeetingWords.meeting(
      meetingWords.state[state],
      applicantMeetingWords.time(shortDay(at.slice(0, 10), dayAhead(0)), clock(at)),
    );
  let id = '';
  await expect(async () => {
    const body = { slotId: first!, phoneNumber: PHONE_NUMBER };
    ({ id } = await callProduct(product, bookSlot, { as: kojo, params: { id: study.id }, body }));
  }).toPass();
  await expect(row).toContainText(bookingText('BOOKED', first!));
  await expect(studyPage.getByText(times.counts(1, 1, 0))).toBeVisible();
  await nothingIsLost();

  const own = { as: kojo, params: { id } };
  await callProduct(product, confirmBooking, own);
  await expect(row).toContainText(bookingText('CONFIRMED', first!));
  await nothingIsLost();

  await callProduct(product, rescheduleBooking, { ...own, body: { slotId: second! } });
  await expect(row).toContainText(bookingText('BOOKED', second!));
  await nothingIsLost();

  await recruitingButton(page, words.declineOne(name)).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await callProduct(product, cancelBooking, { ...own, body: {} });
  await expect(row).toContainText(bookingText('CANCELLED_BY_PARTICIPANT', second!));
  await expect(studyPage.getByText(times.counts(2, 0, 0))).toBeVisible();
  await expect(dialog).toBeVisible();
  expect(lists).toBe(0);
});
