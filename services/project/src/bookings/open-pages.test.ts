import { expect, test } from 'vitest';
import { listApplicantMeetings, listApplicants } from '@app/contracts/project/applicants.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import {
  accept,
  book,
  freshSlot,
  makeTimePass,
  makeAccepted,
  moveStart,
  runMeetingSchedule,
} from '#test/meetings.ts';
import { watchPage } from '#test/pages.ts';

const app = useApp();

test('D-31 open pages of both sides, and no others, update on a booking, confirmation, reschedule, cancellation or mark', async () => {
  const [researcher, colleague, participant] = [
    await registerResearcher(app, { verified: true }),
    await registerResearcher(app, { verified: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  const { study } = await makeAccepted(app, { researcher, participant });
  const pages = [await watchPage(app, researcher), await watchPage(app, participant)];
  const other = await watchPage(app, colleague);
  let seen = pages.map(({ moves }) => moves);
  const expectRefresh = async () => {
    await expect.poll(() => pages.every(({ moves }, at) => moves > seen[at]!)).toBe(true);
    seen = pages.map(({ moves }) => moves);
  };
  const as = participant;
  const { content } = await book(app, as, study.id, await freshSlot(app, study.id));
  await expectRefresh();
  const params = { id: content.id };
  expect((await app.call(calls.confirmBooking, { as, params })).status).toBe(200);
  await expectRefresh();
  const body = { slotId: await freshSlot(app, study.id) };
  expect((await app.call(calls.rescheduleBooking, { as, params, body })).status).toBe(200);
  await expectRefresh();
  expect((await app.call(calls.cancelBooking, { as, params, body: {} })).status).toBe(200);
  await expectRefresh();
  expect(other.moves).toBe(0);

  // Attendance sends no notification.
  const again = (await book(app, as, study.id, await freshSlot(app, study.id))).content;
  await expectRefresh();
  await moveStart(app, again.id, '1 hour');
  const outcome = { outcome: 'ATTENDED' };
  await app.call(attendanceCalls.markAttendance, { as: researcher, params: { id: again.id }, body: outcome });
  await makeTimePass(app, again.id, '10 minutes');
  await runMeetingSchedule(app);
  await expect.poll(() => pages[1]!.moves).toBeGreaterThan(seen[1]!);
});

test('only its researcher sees a study’s meetings beside the applications, the latest of each', async () => {
  const [researcher, stranger] = [
    await registerResearcher(app, { verified: true }),
    await registerResearcher(app, { verified: true }),
  ];
  const [moving, choosing] = [
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  const { study, applicationId } = await makeAccepted(app, { researcher, participant: moving });
  await accept(app, { researcher, participant: choosing, study });
  const params = { id: study.id };
  const meetings = async () =>
    (await app.call(listApplicantMeetings, { as: researcher, params })).content.meetings;
  expect(await meetings()).toEqual([]);
  const first = await book(app, moving, study.id, await freshSlot(app, study.id));
  await app.call(calls.cancelBooking, { as: moving, params: { id: first.content.id }, body: {} });
  const slotId = await freshSlot(app, study.id);
  await book(app, moving, study.id, slotId);
  expect(await meetings()).toEqual([{ applicationId, state: 'BOOKED', startsAt: slotId }]);
  const query = { sort: 'NEWEST', page: 0, size: 10 } as const;
  const { content } = await app.call(listApplicants, { as: researcher, params, query });
  expect(content.map(({ id, meeting }) => meeting && { applicationId: id, ...meeting })).toEqual([
    null,
    ...(await meetings()),
  ]);
  expect((await app.call(listApplicantMeetings, { as: stranger, params })).json['code']).toBe(
    'STUDY_NOT_FOUND',
  );
});
