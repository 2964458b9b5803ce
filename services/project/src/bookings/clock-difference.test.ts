import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { freshSlot, makeTimePass, makeBooked, moveStart } from '#test/meetings.ts';

/** The tests need five minutes, and a token lasts ten. */
const AHEAD_MS = 6 * 60_000;

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});
afterEach(() => void vi.useRealTimers());

/** Afterwards the node's clock runs ahead of the database's. */
async function bookMeeting(ago: string) {
  vi.useRealTimers();
  const { booking, study } = await makeBooked(app, { researcher, participant });
  await moveStart(app, booking.id, ago);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + AHEAD_MS });
  return { id: booking.id, study };
}
const mark = (id: string, outcome: string) =>
  app.call(attendanceCalls.markAttendance, { as: researcher, params: { id }, body: { outcome } });

test('on a node with a fast clock no mark precedes the meeting, no absence its first 15 minutes', async () => {
  const early = { status: 409, json: { code: 'MEETING_NOT_STARTED' } };
  expect(await mark((await bookMeeting('-5 minutes')).id, 'ATTENDED')).toMatchObject(early);
  expect(await mark((await bookMeeting('10 minutes')).id, 'NO_SHOW')).toMatchObject(early);
});

test('there, a mark can be undone for the whole undo time', async () => {
  const { id } = await bookMeeting('1 hour');
  const marked = await mark(id, 'NO_SHOW');
  await makeTimePass(app, id, '5 minutes');
  expect(marked.content.undoUntil).not.toBeNull();
  expect((await mark(id, 'UNMARKED')).content).toMatchObject({ state: 'BOOKED', undoUntil: null });
});

test('there, a meeting that has not ended by the database’s clock can be confirmed, rescheduled and cancelled', async () => {
  const call = { as: participant, params: { id: (await bookMeeting('25 minutes')).id } };
  expect((await app.call(calls.confirmBooking, call)).content).toMatchObject({ state: 'CONFIRMED' });
  const moved = await bookMeeting('-5 minutes');
  const slotId = await freshSlot(app, moved.study.id);
  const move = await app.call(calls.rescheduleBooking, {
    as: participant,
    params: { id: moved.id },
    body: { slotId },
  });
  expect(move.content).toMatchObject({ startsAt: slotId });
  const given = await app.call(calls.cancelBooking, {
    as: participant,
    params: { id: (await bookMeeting('-5 minutes')).id },
    body: {},
  });
  expect(given.content).toMatchObject({ state: 'CANCELLED_BY_PARTICIPANT' });
});
