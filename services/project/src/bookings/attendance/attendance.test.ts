import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import * as disputeCalls from '@app/contracts/project/disputes.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { joinWaitingList, listSlots } from '@app/contracts/project/slots.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { addApplicants, decide, readPlaceCounts } from '#test/applicants.ts';
import {
  assertConsistentBookings,
  book,
  freshSlot,
  makeTimePass,
  makeBooked,
  moveStart,
  runMeetingSchedule,
} from '#test/meetings.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';
import { decideAsAdmin } from '#test/disputes.ts';
import { setSuspended } from '#test/suspensions.ts';
import { emailTo } from '#test/jobs.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
});
afterEach(() => assertConsistentBookings(app));

const makeStarted = async (ago: string) => {
  const { booking } = await makeBooked(app, { researcher, participant });
  await moveStart(app, booking.id, ago);
  return booking.id;
};
const mark = (id: string, outcome: string) =>
  app.call(attendanceCalls.markAttendance, { as: researcher, params: { id }, body: { outcome } });
const report = (id: string, kind: string, as = participant) =>
  app.call(disputeCalls.reportMeeting, {
    as,
    params: { id },
    body: { kind, text: 'I waited for half an hour' },
  });
const findOwn = async (id: string) =>
  (await app.call(calls.listOwnBookings, { as: participant, query: { size: 100 } })).content.find(
    (booking) => booking.id === id,
  );
const findNotifications = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content.map(({ kind }) => kind);
const code = (answer: { json: Record<string, unknown> }) => answer.json['code'];
const UNDO = '10 minutes';
const makeFinalMark = async (id: string, outcome: string) => {
  expect((await mark(id, outcome)).status).toBe(200);
  await makeTimePass(app, id, UNDO);
  await runMeetingSchedule(app);
};
const readAdminEmails = async (since: number) =>
  (await app.mailbox.read('admin@demo.test')).filter(
    ({ sentAt, subject }) =>
      Date.parse(sentAt) >= since && subject === 'Please decide a dispute about a meeting',
  );

test('AV2 a participant who attended cannot book again; one who was absent or turned away can at once', async () => {
  for (const [outcome, refusal] of [
    ['ATTENDED', 'ALREADY_BOOKED'],
    ['TURNED_AWAY', undefined],
    ['NO_SHOW', undefined],
  ] as const) {
    participant = await registerParticipant(app, { withProfile: true });
    const { booking, study } = await makeBooked(app, { researcher, participant });
    await moveStart(app, booking.id, '1 hour');
    const tries = async () => [
      code(await app.call(joinWaitingList, { as: participant, params: { id: study.id }, body: {} })),
      code(await book(app, participant, study.id, await freshSlot(app, study.id))),
    ];
    expect((await mark(booking.id, outcome)).status).toBe(200);
    expect(await tries()).toEqual([refusal, refusal]);
    // A participant who booked again has acted on the mark.
    const undone = await mark(booking.id, 'UNMARKED');
    if (refusal) expect(undone.content).toMatchObject({ state: 'BOOKED' });
    else expect(undone).toMatchObject({ status: 409, json: { code: 'APPLICANT_HAS_ACTED' } });
  }
});

test('AP2 a participant who booked again and cancelled that has acted on the mark', async () => {
  const { booking, study } = await makeBooked(app, { researcher, participant });
  await moveStart(app, booking.id, '1 hour');
  await mark(booking.id, 'TURNED_AWAY');
  const again = await book(app, participant, study.id, await freshSlot(app, study.id));
  const cancelled = await app.call(calls.cancelBooking, {
    as: participant,
    params: { id: again.content.id },
    body: {},
  });
  expect(cancelled.status).toBe(200);
  expect(code(await mark(booking.id, 'UNMARKED'))).toBe('APPLICANT_HAS_ACTED');
});

test('AV2 AP2 undoing a mark removes the participant from the waiting list for another time', async () => {
  const { booking, study } = await makeBooked(app, { researcher, participant });
  await moveStart(app, booking.id, '1 hour');
  await mark(booking.id, 'TURNED_AWAY');
  const params = { id: study.id };
  expect((await app.call(joinWaitingList, { as: participant, params, body: {} })).status).toBe(200);
  expect((await mark(booking.id, 'UNMARKED')).content).toMatchObject({ state: 'BOOKED' });
  expect((await app.call(listSlots, { as: participant, params })).content).toMatchObject({ waiting: null });
});

test('AP2 marking starts with the meeting, for an absence 15 minutes later; both can be undone until final', async () => {
  const ahead = await makeStarted('-1 hour');
  for (const outcome of ['ATTENDED', 'NO_SHOW', 'TURNED_AWAY']) {
    expect(code(await mark(ahead, outcome))).toBe('MEETING_NOT_STARTED');
  }
  const id = await makeStarted('14 minutes');
  expect(code(await mark(id, 'NO_SHOW'))).toBe('MEETING_NOT_STARTED');
  await moveStart(app, id, '15 minutes');
  expect((await mark(id, 'NO_SHOW')).content).toMatchObject({
    state: 'NO_SHOW',
    undoUntil: expect.any(String),
  });
  expect(await findOwn(id)).toMatchObject({ state: 'NO_SHOW', canReport: { kind: 'NOT_A_NO_SHOW' } });
  expect((await mark(id, 'NO_SHOW')).status).toBe(200);
  const { rows } =
    await sql`select 1 from project.audit where about = ${id} and event = 'ATTENDANCE_MARKED'`.execute(
      app.engine.owner,
    );
  expect(rows).toHaveLength(1);
  expect((await mark(id, 'UNMARKED')).content).toMatchObject({ state: 'BOOKED', undoUntil: null });
  expect((await mark(id, 'ATTENDED')).content).toMatchObject({ state: 'ATTENDED', countsAsAttended: true });
  await makeTimePass(app, id, UNDO);
  expect(code(await mark(id, 'UNMARKED'))).toBe('BOOKING_IS_FINAL');
  expect(code(await mark(id, 'NO_SHOW'))).toBe('BOOKING_IS_FINAL');
  const cancelled = await makeStarted('-2 days');
  const reason = { reason: 'I am ill' };
  await app.call(calls.cancelBooking, { as: participant, params: { id: cancelled }, body: reason });
  expect(code(await mark(cancelled, 'UNMARKED'))).toBe('BOOKING_HAS_ENDED');
});

test('AP3 a marked applicant is neither declined nor returned to review, alone or in a batch; places stay', async () => {
  const decline = { status: 'DECLINED', reason: 'NOT_A_MATCH' } as const;
  for (const outcome of ['ATTENDED', 'NO_SHOW', 'TURNED_AWAY']) {
    participant = await registerParticipant(app, { withProfile: true });
    const { booking, study, applicationId } = await makeBooked(app, { researcher, participant });
    const [otherId = ''] = await addApplicants(app, study.id, 1);
    await decide(app, researcher, study.id, [otherId], { status: 'ACCEPTED' });
    await moveStart(app, booking.id, '1 hour');
    for (const one of [outcome, 'UNMARKED']) expect((await mark(booking.id, one)).status).toBe(200);
    for (const status of ['PENDING', 'ACCEPTED'] as const)
      expect((await decide(app, researcher, study.id, [applicationId], { status })).content.decided).toEqual([
        applicationId,
      ]);
    expect((await mark(booking.id, outcome)).status).toBe(200);
    const undoAcceptances = () =>
      decide(app, researcher, study.id, [applicationId, otherId], { status: 'PENDING' });
    const notDecided = { applicationId, because: 'MEETING_IS_MARKED' };
    expect((await undoAcceptances()).content).toMatchObject({ decided: [otherId], undecided: [notDecided] });
    expect(await readPlaceCounts(app, study.id)).toMatchObject({ counted: 1, accepted: 1 });
    await makeTimePass(app, booking.id, UNDO);
    await runMeetingSchedule(app);
    const again = (await decide(app, researcher, study.id, [applicationId], { status: 'PENDING' })).content;
    expect(again).toMatchObject({ decided: [], undecided: [notDecided] });
    // An acceptance that was undone before the mark can be restored but not declined.
    await sql`update project.applications set status = 'PENDING' where application_id = ${applicationId}`.execute(
      app.engine.owner,
    );
    await sql`update project.studies set accepted_count = accepted_count - 1 where study_id = ${study.id}`.execute(
      app.engine.owner,
    );
    const declined = (await decide(app, researcher, study.id, [applicationId, otherId], decline)).content;
    expect(declined).toMatchObject({ decided: [otherId], undecided: [notDecided] });
    const accepted = await decide(app, researcher, study.id, [applicationId], { status: 'ACCEPTED' });
    expect(accepted.content.decided).toEqual([applicationId]);
  }
});

test('AP2 an absence shows at once, is notified and emailed once final, and can be corrected for 72 hours', async () => {
  const id = await makeStarted('1 hour');
  const before = Date.now();
  await mark(id, 'NO_SHOW');
  await runMeetingSchedule(app);
  expect(await findOwn(id)).toMatchObject({ state: 'NO_SHOW', canReport: { kind: 'NOT_A_NO_SHOW' } });
  expect(await findNotifications(participant)).not.toContain('MEETING_MISSED');
  await makeFinalMark(id, 'NO_SHOW');
  expect(await findNotifications(participant)).toContain('MEETING_MISSED');
  await emailTo(app, participant, 'You were marked absent from a meeting');
  const { correctableUntil } = (await mark(id, 'NO_SHOW')).content;
  const markedAt = Date.parse(correctableUntil ?? '') - (71 * 60 + 50) * 60_000;
  expect([markedAt >= before, markedAt <= Date.now()]).toEqual([true, true]);
  expect((await mark(id, 'ATTENDED')).content).toMatchObject({ state: 'ATTENDED', correctableUntil: null });

  const late = await makeStarted('1 hour');
  await makeFinalMark(late, 'NO_SHOW');
  await makeTimePass(app, late, '72 hours');
  expect(code(await mark(late, 'ATTENDED'))).toBe('BOOKING_IS_FINAL');
  expect(code(await report(late, 'NOT_A_NO_SHOW'))).toBe('NOTHING_TO_REPORT');
});

test('AP2 an undone absence notifies no one; if marked again, it notifies once', async () => {
  const id = await makeStarted('1 hour');
  const missed = async () =>
    (await findNotifications(participant)).filter((kind) => kind === 'MEETING_MISSED');
  await mark(id, 'NO_SHOW');
  await mark(id, 'UNMARKED');
  await makeTimePass(app, id, UNDO);
  await runMeetingSchedule(app);
  expect(await missed()).toEqual([]);
  await makeFinalMark(id, 'NO_SHOW');
  await runMeetingSchedule(app);
  expect(await missed()).toHaveLength(1);
});

test('AP2 a dispute of a mark that is not final waits with its emails, and an undo closes it', async () => {
  const since = Date.now();
  const disputes = async () =>
    (await findNotifications(researcher)).filter((kind) => kind === 'MEETING_DISPUTED').length;
  const before = await disputes();
  const id = await makeStarted('1 hour');
  await mark(id, 'NO_SHOW');
  expect((await report(id, 'NOT_A_NO_SHOW')).content).toMatchObject({
    state: 'NO_SHOW',
    canReport: null,
    report: { kind: 'NOT_A_NO_SHOW' },
  });
  await runMeetingSchedule(app);
  expect(await disputes()).toBe(before);
  expect((await mark(id, 'UNMARKED')).content).toMatchObject({ state: 'BOOKED', report: null });
  await makeTimePass(app, id, UNDO);
  await runMeetingSchedule(app);
  expect(await disputes()).toBe(before);
  expect(code(await decideAsAdmin(app, id, 'PARTICIPANT'))).toBe('TOKEN_NOT_VALID');

  await mark(id, 'NO_SHOW');
  expect((await report(id, 'NOT_A_NO_SHOW')).status).toBe(200);
  await makeTimePass(app, id, UNDO);
  await runMeetingSchedule(app);
  await runMeetingSchedule(app);
  expect(await disputes()).toBe(before + 1);
  // A participant who disputes an absence already knows of it.
  expect(await findNotifications(participant)).not.toContain('MEETING_MISSED');
  const emails = async () =>
    (await readAdminEmails(since)).filter(({ links }) => links.some((url) => url.includes(id)));
  await expect.poll(emails).toHaveLength(1);
  expect((await decideAsAdmin(app, id, 'PARTICIPANT')).content).toEqual({ id, state: 'ATTENDED' });
});

test('a study counts its free and booked future times, and the participants who attended', async () => {
  const { booking, study } = await makeBooked(app, { researcher, participant });
  const readCounts = async () => {
    const { content } = await app.call(listSlots, { as: researcher, params: { id: study.id } });
    return content.audience === 'RESEARCHER' ? content.counts : undefined;
  };
  const before = await readCounts();
  expect(before).toMatchObject({ taken: 1, met: 0 });
  await moveStart(app, booking.id, '1 hour');
  expect(await readCounts()).toEqual({ ...before, taken: 0 });
  expect((await mark(booking.id, 'ATTENDED')).status).toBe(200);
  expect(await readCounts()).toEqual({ ...before, taken: 0, met: 1 });
});

test('AP2 both accounts go to the admin, whose link decides once; no other link decides', async () => {
  const since = Date.now();
  const id = await makeStarted('1 hour');
  expect(code(await report(id, 'NOT_A_NO_SHOW'))).toBe('NOTHING_TO_REPORT');
  expect(code(await decideAsAdmin(app, id, 'PARTICIPANT'))).toBe('TOKEN_NOT_VALID');
  expect((await report(id, 'NOBODY_CAME')).content).toMatchObject({
    state: 'NOBODY_CAME',
    report: { kind: 'NOBODY_CAME' },
    countsAsAttended: false,
  });
  expect((await report(id, 'NOBODY_CAME')).status).toBe(200);
  expect((await mark(id, 'NO_SHOW')).content).toMatchObject({ state: 'NOBODY_CAME' });
  expect(await findNotifications(researcher)).toContain('MEETING_DISPUTED');
  await expect.poll(() => readAdminEmails(since)).toHaveLength(1);
  const [email] = await readAdminEmails(since);
  const link = email?.links.find((url) => url.includes('/decide-meeting/')) ?? '';
  const token = link.split('/').at(-1) ?? '';
  expect(link).toContain(id);
  const read = () => app.call(disputeCalls.readDispute, { params: { id }, query: { token } });
  expect((await read()).content).toMatchObject({ reportText: 'I waited for half an hour', canDecide: true });
  const settle = (given: object) =>
    app.call(disputeCalls.decideDispute, {
      params: { id },
      body: { token, decision: 'PARTICIPANT', reason: 'No call was made', ...given },
    });
  expect(code(await settle({ token: 'x'.repeat(43) }))).toBe('TOKEN_NOT_VALID');
  expect((await settle({})).content).toEqual({ id, state: 'NOBODY_CAME' });
  expect(code(await settle({ decision: 'RESEARCHER' }))).toBe('DISPUTE_IS_DECIDED');
  const audit = await sql<{ about: string }>`
    select about from project.audit where event = 'DISPUTE_DECIDED'`.execute(app.engine.owner);
  expect(audit.rows).toContainEqual({ about: `by emailed link: ${id}` });
  expect((await read()).content).toMatchObject({ canDecide: false });
  const decided = await findOwn(id);
  expect(decided).toMatchObject({ countsAsAttended: true, decision: { for: 'PARTICIPANT' } });
  const placeFor = async (as: SignedInUser) =>
    (await app.call(listNotifications, { as, query: { size: 100 } })).content.find(
      ({ kind }) => kind === 'MEETING_DECIDED',
    )?.path;
  expect(await placeFor(researcher)).toBe(`/dashboard/meetings#${decided?.startsAt?.slice(0, 10)}`);
  expect(await placeFor(participant)).toBe(`/dashboard/studies#${decided?.studyId}`);
});

test.each([
  ['by the researcher', (id: string) => mark(id, 'ATTENDED')],
  ['by the admin', (id: string) => decideAsAdmin(app, id, 'PARTICIPANT')],
])(
  'AP2 AP3 AV2 an absence corrected %s cannot be undone, and ends the new booking and the waiting',
  async (by, correct) => {
    for (const has of ['a time', 'none'] as const) {
      participant = await registerParticipant(app, { withProfile: true });
      const { booking, study, applicationId } = await makeBooked(app, { researcher, participant });
      await moveStart(app, booking.id, '1 hour');
      await makeFinalMark(booking.id, 'NO_SHOW');
      if (by === 'by the admin') expect((await report(booking.id, 'NOT_A_NO_SHOW')).status).toBe(200);
      const params = { id: study.id };
      const slotId = await freshSlot(app, study.id);
      const again = has === 'a time' ? await book(app, participant, study.id, slotId) : undefined;
      if (!again) {
        const body = { days: ['2026-01-01'] };
        expect((await app.call(joinWaitingList, { as: participant, params, body })).status).toBe(200);
      }
      expect((await correct(booking.id)).status).toBe(200);
      const { content } = await app.call(listSlots, { as: participant, params });
      expect(content).toMatchObject({ waiting: null });
      expect(content.slots).toContainEqual(expect.objectContaining({ slotId, isFree: true }));
      const undone = await decide(app, researcher, study.id, [applicationId], { status: 'PENDING' });
      expect(undone.content.undecided).toEqual([{ applicationId, because: 'MEETING_IS_MARKED' }]);
      if (!again) continue;
      expect(await findOwn(again.content.id)).toMatchObject({ state: 'CANCELLED_BY_RESEARCHER' });
      expect(await findNotifications(participant)).toContain('MEETING_CANCELLED');
    }
  },
);

test('AP2 correcting an absence during the next meeting leaves that meeting, and cannot be undone', async () => {
  const { booking, study } = await makeBooked(app, { researcher, participant });
  await moveStart(app, booking.id, '3 hours');
  await makeFinalMark(booking.id, 'NO_SHOW');
  const again = await book(app, participant, study.id, await freshSlot(app, study.id));
  await moveStart(app, again.content.id, '5 minutes');
  expect((await mark(booking.id, 'ATTENDED')).status).toBe(200);
  expect(await findOwn(again.content.id)).toMatchObject({ state: 'BOOKED' });
  expect(code(await mark(booking.id, 'UNMARKED'))).toBe('APPLICANT_HAS_ACTED');
});

test('AP2 two undisputed absences within 90 days block applying for 30 days; an undo lifts the block', async () => {
  const study = await makePublished(app, researcher, { projectId: (await makeProject(app, researcher)).id });
  const [first, second] = [await makeStarted('80 days'), await makeStarted('1 hour')];
  await makeFinalMark(first, 'NO_SHOW');
  await makeFinalMark(second, 'NO_SHOW');
  const refused = await apply(app, participant, study);
  expect(refused).toMatchObject({
    status: 409,
    json: {
      code: 'APPLYING_IS_BLOCKED',
      content: [{ code: 'blockedUntil', params: { key: expect.any(String) } }],
    },
  });
  await report(second, 'NOT_A_NO_SHOW');
  expect((await apply(app, participant, study)).status).toBe(201);
  const another = await makePublished(app, researcher, { projectId: study.projectId });
  await sql`update project.bookings set report_kind = null, report_text = null, reported_at = null where booking_id = ${second}`.execute(
    app.engine.owner,
  );
  expect(code(await apply(app, participant, another))).toBe('APPLYING_IS_BLOCKED');
  await makeTimePass(app, second, '30 days');
  expect((await apply(app, participant, another)).status).toBe(201);
});

test('AP2 unmarked meetings count as attended 72 hours after the end; disputed ones do not', async () => {
  const [unmarked, disputed] = [await makeStarted('71 hours'), await makeStarted('1 hour')];
  await report(disputed, 'NOBODY_CAME');
  await moveStart(app, disputed, '73 hours');
  await runMeetingSchedule(app);
  expect(await findNotifications(researcher)).toContain('MEETINGS_UNMARKED');
  expect(await findOwn(unmarked)).toMatchObject({ state: 'BOOKED' });
  await moveStart(app, unmarked, '73 hours');
  await runMeetingSchedule(app);
  expect(await findOwn(unmarked)).toMatchObject({ countsAsAttended: true, phoneNumber: null });
  expect(await findOwn(disputed)).toMatchObject({ state: 'NOBODY_CAME', countsAsAttended: false });
});

test('a suspended researcher cannot mark absences, because no one need come; other marks stay possible', async () => {
  onTestFinished(() => setSuspended(app, researcher, false));
  const [before, id, away] = [
    await makeStarted('1 hour'),
    await makeStarted('1 hour'),
    await makeStarted('1 hour'),
  ];
  expect((await mark(before, 'NO_SHOW')).status).toBe(200);
  await setSuspended(app, researcher, true);
  expect(await mark(id, 'NO_SHOW')).toMatchObject({ status: 403, json: { code: 'NOT_VERIFIED' } });
  for (const [booking, outcome, state] of [
    [before, 'UNMARKED', 'BOOKED'],
    [before, 'ATTENDED', 'ATTENDED'],
    [id, 'ATTENDED', 'ATTENDED'],
    [away, 'TURNED_AWAY', 'TURNED_AWAY'],
  ] as const) {
    expect((await mark(booking, outcome)).content).toMatchObject({ state });
  }
});

test('an absence is excused if the meeting began while its researcher was suspended', async () => {
  onTestFinished(() => setSuspended(app, researcher, false));
  const newBooking = async () => (await makeBooked(app, { researcher, participant })).booking.id;
  const [before, during, after] = [await makeStarted('1 hour'), await newBooking(), await newBooking()];
  await setSuspended(app, researcher, true);
  await moveStart(app, during, '1 hour');
  await setSuspended(app, researcher, false);
  await moveStart(app, after, '1 hour');
  expect(await mark(during, 'NO_SHOW')).toMatchObject({ status: 409, json: { code: 'ABSENCE_IS_EXCUSED' } });
  for (const id of [before, after]) expect((await mark(id, 'NO_SHOW')).status).toBe(200);
  expect((await mark(during, 'ATTENDED')).status).toBe(200);
});
