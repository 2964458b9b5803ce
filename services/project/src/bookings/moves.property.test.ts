import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import { joinWaiting, leaveWaiting } from '@app/contracts/project/slots.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { registerParticipant, registerResearcher } from '../../../../test/people.ts';
import { BOOKING_SEQUENCES } from '../../../../test/sizes.ts';
import { PHONE, accept, flawsOf, freshSlot, startAgo } from '../../test/meetings.ts';
import { makeProject, makePublished } from '../../test/studies.ts';

let app: TestApp;
let researcher: SignedInUser;
let people: SignedInUser[];
let study: Study;
beforeAll(async () => {
  app = await startTestApp({}, undefined, { withWorkers: false });
  researcher = await registerResearcher(app, { verified: true });
  people = await Promise.all([0, 1].map(() => registerParticipant(app, { withProfile: true })));
  const project = await makeProject(app, researcher);
  study = await makePublished(app, researcher, { projectId: project.id }, { bufferMinutes: 15 });
  for (const participant of people) await accept(app, { researcher, participant, study });
});
afterAll(() => app.close());

const MOVES = ['book', 'move', 'confirm', 'cancel', 'cancelByResearcher', 'wait', 'leave'] as const;
const MARKS = ['BEGIN', 'ATTENDED', 'NO_SHOW', 'TURNED_AWAY', 'UNMARKED', 'NOBODY_CAME'] as const;
const act = fc.record({
  who: fc.nat(1),
  slot: fc.nat(2),
  what: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...MOVES) }, fc.constantFrom(...MARKS)),
});

interface Row {
  id: string;
  state: string;
  sequence: number;
  moves: number;
}
const bookingsOf = async (participantId: string) =>
  (
    await sql<Row>`select booking_id as id, state, sequence, moves from project.bookings
      where participant_id = ${participantId} order by created_at desc, booking_id desc`.execute(
      app.engine.owner,
    )
  ).rows;

/** From which state to which, of docs/states.md; staying is always possible. */
const AFTER: Record<string, string[]> = {
  BOOKED: [
    'CONFIRMED',
    'ATTENDED',
    'NO_SHOW',
    'TURNED_AWAY',
    'NOBODY_CAME',
    'CANCELLED_BY_PARTICIPANT',
    'CANCELLED_BY_RESEARCHER',
  ],
  CONFIRMED: [
    'BOOKED',
    'ATTENDED',
    'NO_SHOW',
    'TURNED_AWAY',
    'NOBODY_CAME',
    'CANCELLED_BY_PARTICIPANT',
    'CANCELLED_BY_RESEARCHER',
  ],
  ATTENDED: ['BOOKED', 'CONFIRMED', 'NOBODY_CAME'],
  NO_SHOW: ['BOOKED', 'CONFIRMED', 'ATTENDED', 'NOBODY_CAME'],
  TURNED_AWAY: ['BOOKED', 'CONFIRMED', 'NOBODY_CAME'],
};

test('AP4 whatever is done in whatever order: no illegal state, one live booking, sequences only rise', async () => {
  const sequence = fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
    const slots = [
      await freshSlot(app, study.id),
      await freshSlot(app, study.id, 2),
      await freshSlot(app, study.id),
    ];
    for (const { who, slot, what } of acts) {
      const person = people[who] as SignedInUser;
      const slotId = slots[slot] ?? '';
      const before = await bookingsOf(person.userId);
      const id = before[0]?.id ?? crypto.randomUUID();
      const on = { as: person, params: { id } };
      const ofStudy = { as: person, params: { id: study.id } };
      const byResearcher = { as: researcher, params: { id } };
      const ask = {
        book: () => app.call(calls.bookSlot, { ...ofStudy, body: { slotId, phoneNumber: PHONE } }),
        move: () => app.call(calls.moveBooking, { ...on, body: { slotId } }),
        confirm: () => app.call(calls.confirmBooking, on),
        cancel: () => app.call(calls.cancelBooking, { ...on, body: {} }),
        cancelByResearcher: () => app.call(calls.cancelBooking, { ...byResearcher, body: { reason: 'Ill' } }),
        wait: () => app.call(joinWaiting, { ...ofStudy, body: { days: [] } }),
        leave: () => app.call(leaveWaiting, ofStudy),
        NOBODY_CAME: () =>
          app.call(calls.reportMeeting, { ...on, body: { kind: 'NOBODY_CAME', text: 'Nobody' } }),
      };
      if (what === 'BEGIN') await startAgo(app, id, '1 hour');
      else {
        const answer =
          what in ask
            ? await ask[what as keyof typeof ask]()
            : await app.call(calls.markAttendance, { ...byResearcher, body: { outcome: what } });
        expect(answer.status).toBeLessThan(500);
      }
      const after = await bookingsOf(person.userId);
      for (const row of after) {
        const old = before.find((one) => one.id === row.id);
        expect(row.moves).toBeLessThanOrEqual(3);
        if (!old) continue;
        expect([old.state, ...(AFTER[old.state] ?? [])]).toContain(row.state);
        expect(row.sequence - old.sequence).toBeGreaterThanOrEqual(0);
        if (row.state.startsWith('CANCELLED') && row.state !== old.state)
          expect(row.sequence).toBe(old.sequence + 1);
      }
      expect(await flawsOf(app)).toEqual([]);
    }
    // So that the next sequence begins with nobody booked.
    await sql`delete from project.participant_quarters`.execute(app.engine.owner);
    await sql`delete from project.researcher_quarters`.execute(app.engine.owner);
    await sql`update project.study_slots set taken = 0`.execute(app.engine.owner);
    await sql`update project.bookings set state = 'LAPSED', expires_at = null`.execute(app.engine.owner);
  });
  await fc.assert(sequence, { numRuns: BOOKING_SEQUENCES });
});
