import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import * as disputeCalls from '@app/contracts/project/disputes.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { useApp } from '@app/test/support/app.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import {
  accept,
  assertConsistentBookings,
  book,
  freshSlot,
  makeTimePass,
  moveStart,
  runMeetingSchedule,
} from '#test/meetings.ts';
import { decideAsAdmin } from '#test/disputes.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let studyId: string;
let bookingId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
  const study = await makePaidStudy(app, researcher);
  studyId = study.id;
  await accept(app, { researcher, participant, study });
  const { content } = await book(app, participant, studyId, await freshSlot(app, studyId));
  bookingId = content.id;
  await moveStart(app, bookingId, '1 hour');
});
afterEach(() => assertConsistentBookings(app));

const code = (answer: { json: Record<string, unknown> }) => answer.json['code'];
const mark = (outcome: string) =>
  app.call(attendanceCalls.markAttendance, { as: researcher, params: { id: bookingId }, body: { outcome } });
const report = (kind: string) =>
  app.call(disputeCalls.reportMeeting, {
    as: participant,
    params: { id: bookingId },
    body: { kind, text: 'I waited' },
  });
const findOwn = async () =>
  (await app.call(calls.listOwnBookings, { as: participant, query: { size: 1 } })).content[0];
const readPayable = async () =>
  (
    await sql<{ pesewas: number }>`select pesewas::int from project.payables
      where study_id = ${studyId} and participant_id = ${participant.userId}`.execute(app.engine.owner)
  ).rows[0]?.pesewas ?? 0;
const byAdmin = (decision: 'PARTICIPANT' | 'RESEARCHER') => decideAsAdmin(app, bookingId, decision);
const findNotifications = async () =>
  (await app.call(listNotifications, { as: participant, query: { size: 100 } })).content
    .filter(({ params }) => params.studyId === studyId)
    .map(({ kind }) => kind);
const passTime = async (time: string) => {
  await makeTimePass(app, bookingId, time);
  await runMeetingSchedule(app);
};

test('AP2 a mark “not held” agrees with the report that no one came: it pays without a decision', async () => {
  await report('NOBODY_CAME');
  expect(await readPayable()).toBe(0);
  expect((await mark('TURNED_AWAY')).content).toMatchObject({
    state: 'TURNED_AWAY',
    countsAsAttended: true,
    undoUntil: expect.any(String),
  });
  expect(await readPayable()).toBe(5000);
  expect(await findOwn()).toMatchObject({ state: 'TURNED_AWAY', canReport: null, countsAsAttended: true });
  expect(await findNotifications()).not.toContain('MEETING_DECIDED');
  expect(code(await byAdmin('RESEARCHER'))).toBe('DISPUTE_IS_DECIDED');
  await passTime('10 minutes');
  expect(await findOwn()).toMatchObject({ state: 'TURNED_AWAY', countsAsAttended: true, decision: null });
  expect(await findNotifications()).toContain('MEETING_DECIDED');
  expect(code(await mark('NO_SHOW'))).toBe('BOOKING_IS_FINAL');
});

test('AP2 undoing an agreed mark reopens the dispute; a repeat changes nothing', async () => {
  await report('NOBODY_CAME');
  await mark('TURNED_AWAY');
  for (let time = 0; time < 2; time += 1) {
    expect((await mark('UNMARKED')).content).toMatchObject({ state: 'NOBODY_CAME', undoUntil: null });
  }
  expect(await readPayable()).toBe(0);
  expect((await mark('NO_SHOW')).content).toMatchObject({ state: 'NOBODY_CAME' });
  expect((await byAdmin('PARTICIPANT')).content).toEqual({ id: bookingId, state: 'NOBODY_CAME' });
  expect(await readPayable()).toBe(5000);
});

test('AP2 a report that no one came, after a mark “not held”, pays at once without a decision', async () => {
  expect((await mark('TURNED_AWAY')).status).toBe(200);
  expect((await report('NOBODY_CAME')).content).toMatchObject({
    state: 'TURNED_AWAY',
    countsAsAttended: true,
    report: { kind: 'NOBODY_CAME' },
  });
  expect(await readPayable()).toBe(5000);
  expect(code(await byAdmin('RESEARCHER'))).toBe('DISPUTE_IS_DECIDED');
  expect(code(await mark('UNMARKED'))).toBe('BOOKING_IS_FINAL');
  const { content } = await app.call(listNotifications, { as: researcher, query: { size: 100 } });
  expect(content.filter(({ params }) => params.studyId === studyId).map(({ kind }) => kind)).not.toContain(
    'MEETING_DISPUTED',
  );
});

test('AP2 a mark “attended” agrees with a participant who reports that they were there: it pays without a decision', async () => {
  await mark('NO_SHOW');
  await passTime('10 minutes');
  await report('NOT_A_NO_SHOW');
  expect((await mark('ATTENDED')).content).toMatchObject({ state: 'ATTENDED', countsAsAttended: true });
  expect(await readPayable()).toBe(5000);
  expect(code(await byAdmin('RESEARCHER'))).toBe('DISPUTE_IS_DECIDED');
  // The report must not appear without its dispute.
  expect(await findNotifications()).toContain('MEETING_DECIDED');
  expect(code(await mark('UNMARKED'))).toBe('BOOKING_IS_FINAL');
  expect(await findOwn()).toMatchObject({ state: 'ATTENDED', canReport: null });
});
