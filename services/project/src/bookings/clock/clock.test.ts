import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { joinWaiting, leaveWaiting } from '@app/contracts/project/slots.ts';
import type { TestApp } from '../../../../../test/app.ts';
import { startTestApp } from '../../../../../test/app.ts';
import { registerParticipant, registerResearcher } from '../../../../../test/people.ts';
import {
  accept,
  book,
  assertSound,
  freshSlot,
  letPass,
  makeAccepted,
  makeBooked,
  startAgo,
  turnClock,
} from '../../../test/meetings.ts';
import { addWakingHours } from '../waiting/waking-hours.ts';

let app: TestApp;
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  app = await startTestApp();
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
});
afterEach(() => assertSound(app));
afterAll(() => app.close());

const newsOf = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content.map(({ kind }) => kind);
const countOf = async (as: SignedInUser, wanted: string) =>
  (await newsOf(as)).filter((kind) => kind === wanted).length;
const own = async (as: SignedInUser, studyId: string) =>
  (await app.call(calls.listOwnBookings, { as, query: { size: 100 } })).content.filter(
    (booking) => booking.studyId === studyId,
  );
const subjectsOf = async (as: SignedInUser) =>
  (await app.mailbox.read(as.email)).map(({ subject }) => subject);

test('NT2 reminders come a day and two hours before, once each, and again for another time', async () => {
  const { booking, study } = await makeBooked(app, { researcher, participant });
  const remindedOf = async () => [
    await countOf(participant, 'MEETING_TOMORROW'),
    await countOf(participant, 'MEETING_SOON'),
  ];
  await letPass(app, booking.id, '3 days');
  await startAgo(app, booking.id, '-25 hours');
  await turnClock(app);
  expect(await remindedOf()).toEqual([0, 0]);
  await startAgo(app, booking.id, '-23 hours');
  await turnClock(app);
  await turnClock(app);
  expect(await remindedOf()).toEqual([1, 0]);
  await expect.poll(() => subjectsOf(participant)).toContain('Your meeting is within a day');
  await startAgo(app, booking.id, '-90 minutes');
  await turnClock(app);
  expect(await remindedOf()).toEqual([1, 1]);

  await startAgo(app, booking.id, '-23 hours');
  await app.call(calls.moveBooking, {
    as: participant,
    params: { id: booking.id },
    body: { slotId: await freshSlot(app, study.id) },
  });
  await letPass(app, booking.id, '3 days');
  await startAgo(app, booking.id, '-22 hours');
  await turnClock(app);
  expect(await remindedOf()).toEqual([2, 1]);
});

test('NT2 nobody is reminded of a meeting that is cancelled, was just booked, or is about to begin', async () => {
  const [dead, fresh, late] = [
    await makeBooked(app, { researcher, participant }),
    await makeBooked(app, { researcher, participant }),
    await makeBooked(app, { researcher, participant }),
  ];
  await app.call(calls.cancelBooking, { as: participant, params: { id: dead.booking.id }, body: {} });
  await startAgo(app, dead.booking.id, '-23 hours');
  await startAgo(app, fresh.booking.id, '-24 hours');
  await letPass(app, late.booking.id, '3 days');
  await startAgo(app, late.booking.id, '-20 minutes');
  await turnClock(app);
  const news = await newsOf(participant);
  expect(news).not.toContain('MEETING_TOMORROW');
  expect(news).not.toContain('MEETING_SOON');
});

test('NT2 AP2 what is unmarked is said a day and two days after, also where the clock stood still: once, and of nothing that is over', async () => {
  const colleague = await registerResearcher(app, { verified: true });
  const { booking } = await makeBooked(app, { researcher: colleague, participant });
  const remindedAt = async (ago: string) => {
    await startAgo(app, booking.id, ago);
    await turnClock(app);
    return countOf(colleague, 'MEETINGS_UNMARKED');
  };
  expect(await remindedAt('24 hours')).toBe(0);
  expect(await remindedAt('25 hours')).toBe(1);
  const late = await makeBooked(app, { researcher: colleague, participant });
  await startAgo(app, late.booking.id, '50 hours');
  await turnClock(app);
  expect(await countOf(colleague, 'MEETINGS_UNMARKED')).toBe(2);
});

test('NT2 an offer that cannot be ended holds up no reminder', async () => {
  const { booking } = await makeBooked(app, { researcher, participant });
  const broken = await makeBooked(app, { researcher, participant });
  await letPass(app, booking.id, '3 days');
  await startAgo(app, booking.id, '-23 hours');
  const toOffer = (starts: string) =>
    sql`update project.bookings set state = 'OFFERED', expires_at = now(), starts_at = starts_at + ${starts}::interval
      where booking_id = ${broken.booking.id}`.execute(app.engine.owner);
  // A time that its study does not have.
  await toOffer('-1 minute');
  await turnClock(app);
  expect(await countOf(participant, 'MEETING_TOMORROW')).toBe(1);
  await toOffer('1 minute');
});

test('NT2 who has no time is reminded a day and three days after, unless they wait for one', async () => {
  const { study, applicationId } = await makeAccepted(app, { researcher, participant });
  const toldAgo = (ago: string) =>
    sql`update project.application_steps set told_at = now() - ${ago}::interval where application_id = ${applicationId}`.execute(
      app.engine.owner,
    );
  await turnClock(app);
  expect(await countOf(participant, 'TIME_NOT_CHOSEN')).toBe(0);
  await toldAgo('25 hours');
  await turnClock(app);
  await turnClock(app);
  expect(await countOf(participant, 'TIME_NOT_CHOSEN')).toBe(1);
  await app.call(joinWaiting, { as: participant, params: { id: study.id }, body: { days: ['2026-01-01'] } });
  await toldAgo('73 hours');
  await turnClock(app);
  expect(await countOf(participant, 'TIME_NOT_CHOSEN')).toBe(1);
  await app.call(leaveWaiting, { as: participant, params: { id: study.id } });
  await turnClock(app);
  expect(await countOf(participant, 'TIME_NOT_CHOSEN')).toBe(2);
  const news = (await app.call(listNotifications, { as: participant, query: { size: 100 } })).content;
  const places = news.filter(({ kind }) => kind === 'TIME_NOT_CHOSEN').map(({ path }) => path);
  expect(new Set(places)).toEqual(new Set([`/dashboard/studies/${study.id}/time`]));
});

/** A study of one time, which is taken, and two people who wait for it. */
async function full() {
  const { study } = await makeAccepted(app, { researcher, participant });
  await sql`delete from project.study_slots where study_id = ${study.id}`.execute(app.engine.owner);
  const slotId = await freshSlot(app, study.id);
  const [first, second] = [
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  const { content: booking } = await book(app, participant, study.id, slotId);
  for (const person of [first, second]) {
    await accept(app, { researcher, participant: person, study });
    const joined = await app.call(joinWaiting, { as: person, params: { id: study.id }, body: { days: [] } });
    expect(joined.status).toBe(200);
  }
  return { study, slotId, first, second, booking };
}

test('BR8 a time that becomes free is offered to the first in line, then to the next, and taking it cannot fail', async () => {
  const { study, slotId, first, second, booking } = await full();
  await app.call(calls.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
  await expect.poll(async () => (await own(first, study.id))[0]?.state).toBe('OFFERED');
  expect(await own(second, study.id)).toEqual([]);
  await expect.poll(() => subjectsOf(first)).toContain('A time to meet is free for you');
  expect((await book(app, second, study.id, slotId)).json['code']).toBe('SLOT_IS_FULL');

  const [offered] = await own(first, study.id);
  await letPass(app, offered?.id ?? '', '20 hours');
  await turnClock(app);
  expect(await own(first, study.id)).toMatchObject([{ state: 'LAPSED' }]);
  expect(await own(second, study.id)).toMatchObject([{ state: 'OFFERED', startsAt: slotId }]);
  expect((await book(app, second, study.id, slotId)).content).toMatchObject({ state: 'BOOKED' });
  await turnClock(app);
  expect(await own(first, study.id)).toHaveLength(1);
  const { rows } = await sql`select 1 from project.waiting where participant_id = ${second.userId}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([]);
});

test('BR8 an offer that nobody ended in time is not taken once the meeting has begun', async () => {
  const { study, first, booking } = await full();
  await app.call(calls.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
  await expect.poll(async () => (await own(first, study.id))[0]?.state).toBe('OFFERED');
  const [offered] = await own(first, study.id);
  const begun = new Date(Math.floor(Date.now() / 900_000) * 900_000).toISOString();
  for (const table of ['project.study_slots', 'project.bookings']) {
    await sql`update ${sql.table(table)} set starts_at = ${begun}::timestamptz where study_id = ${study.id}`.execute(
      app.engine.owner,
    );
  }
  const refused = await book(app, first, study.id, begun);
  expect(refused).toMatchObject({ status: 409, json: { code: 'SLOT_IS_PAST' } });
  expect(await own(first, study.id)).toMatchObject([{ state: 'OFFERED' }]);
  await letPass(app, offered?.id ?? '', '1 day');
  await turnClock(app);
  expect(await own(first, study.id)).toMatchObject([{ state: 'LAPSED' }]);
});

test('BR8 “No, thank you” passes it on; less than six hours before, all who wait are told', async () => {
  const { study, slotId, first, second, booking } = await full();
  await app.call(calls.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
  await expect.poll(async () => (await own(first, study.id))[0]?.state).toBe('OFFERED');
  const [offer] = await own(first, study.id);
  await app.call(calls.cancelBooking, { as: first, params: { id: offer?.id ?? '' }, body: {} });
  await expect.poll(async () => (await own(second, study.id))[0]?.state).toBe('OFFERED');
  expect(await newsOf(researcher)).not.toContain(first.userId);

  const soon = await full();
  // Free of bookings, and yet not to be had while the researcher meets somebody else then.
  const busy = await makeBooked(app, {
    researcher,
    participant: await registerParticipant(app, { withProfile: true }),
  });
  const [{ at } = { at: '' }] = (
    await sql<{
      at: string;
    }>`update project.researcher_quarters set quarter_at = date_trunc('hour', now()) + interval '6 hours'
      where study_id = ${busy.study.id} and quarter_at = starts_at returning quarter_at::text as at`.execute(
      app.engine.owner,
    )
  ).rows;
  await sql`update project.study_slots set starts_at = date_trunc('hour', now()) + interval '6 hours', taken = 0
    where study_id = ${soon.study.id} and starts_at = ${soon.slotId}`.execute(app.engine.owner);
  await sql`delete from project.researcher_quarters where study_id = ${soon.study.id}`.execute(
    app.engine.owner,
  );
  await sql`delete from project.participant_quarters where booking_id = ${soon.booking.id}`.execute(
    app.engine.owner,
  );
  await sql`update project.bookings set state = 'CANCELLED_BY_PARTICIPANT' where booking_id = ${soon.booking.id}`.execute(
    app.engine.owner,
  );
  await turnClock(app);
  expect(await countOf(soon.first, 'TIMES_FREE')).toBe(0);
  await sql`update project.researcher_quarters set quarter_at = starts_at
    where study_id = ${busy.study.id} and quarter_at = ${at}::timestamptz`.execute(app.engine.owner);
  await turnClock(app);
  await turnClock(app);
  for (const person of [soon.first, soon.second]) {
    expect(await own(person, soon.study.id)).toEqual([]);
    expect(await countOf(person, 'TIMES_FREE')).toBe(1);
  }
  expect(slotId).not.toBe(soon.slotId);
});

test.each([
  ['2026-11-23T09:00:00Z', '2026-11-23T11:00:00.000Z'],
  ['2026-11-23T20:30:00Z', '2026-11-24T08:30:00.000Z'],
  ['2026-11-23T23:00:00Z', '2026-11-24T09:00:00.000Z'],
  ['2026-11-23T03:00:00Z', '2026-11-23T09:00:00.000Z'],
])('BR8 two waking hours from %s end at %s', (from, until) => {
  expect(addWakingHours(new Date(from), 2).toISOString()).toBe(until);
});
