import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as calls from '@app/contracts/project/bookings.ts';
import { joinWaitingList } from '@app/contracts/project/slots.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { book, freshSlot, runMeetingSchedule } from '#test/meetings.ts';
import { type Race, refusalCodes, useRace } from '@app/test/support/meeting-races.ts';
import { assertNoDeadlocks } from '#test/locks.ts';

const race = useRace({}, true);
let study: Study;
beforeAll(async () => {
  ({ study } = await race.makeFull());
  await sql`delete from project.study_slots`.execute(race.app.engine.owner);
});
afterAll(() => assertNoDeadlocks(race.app));

const WAITING = [1, 2, 3];
const joinList = async () => {
  for (const index of WAITING) {
    const asked = { as: race.personAt(index), params: { id: study.id }, body: { days: [] } };
    expect((await race.app.call(joinWaitingList, asked)).status).toBe(200);
  }
};
const cancel = (index: number, id: string, caller: Pick<Race['app'], 'call'>) =>
  caller.call(calls.cancelBooking, { as: race.personAt(index), params: { id }, body: {} });
const findSeated = async (slotId: string) => {
  const { rows } = await sql<{ person: string; state: string }>`
    select participant_id as person, state from project.bookings
    where study_id = ${study.id} and starts_at = ${slotId} and state in ('OFFERED', 'BOOKED')`.execute(
    race.app.engine.owner,
  );
  return rows.map(({ person, state }) => ({
    index: race.people.findIndex(({ userId }) => userId === person),
    state,
  }));
};
const endRound = async () => {
  await race.endAll();
  await sql`delete from project.waiting`.execute(race.app.engine.owner);
  await sql`delete from project.study_slots where taken = 0`.execute(race.app.engine.owner);
};

describe('offers of the waiting list', { shuffle: false }, () => {
  test('BR8 CON-4 a cancelled seat, offered to the waiting list while others book, goes to one person', () =>
    race.rounds(async () => {
      const slotId = await freshSlot(race.app, study.id);
      const { content } = await book(race.app, race.personAt(0), study.id, slotId);
      await joinList();
      const scheduledRun = runMeetingSchedule(race.app);
      const answers = await race.callers<{ status: number; json: Record<string, unknown> }>((index, caller) =>
        index === 20
          ? cancel(0, content.id, caller)
          : book(caller, race.personAt(4 + (index % 6)), study.id, slotId),
      );
      await scheduledRun;
      await runMeetingSchedule(race.app);
      for (const code of refusalCodes(answers)) expect(code).toBe('SLOT_IS_FULL');
      const [seated, ...more] = await findSeated(slotId);
      expect(more).toEqual([]);
      if (seated?.state === 'OFFERED') expect(seated.index).toBe(WAITING[0]);
      else expect(seated?.index).toBeGreaterThanOrEqual(4);
      await endRound();
    }));

  test('BR8 CON-4 an offer accepted and declined while it expires ends one way, and the next gets what is left', () =>
    race.rounds(async () => {
      const slotId = await freshSlot(race.app, study.id);
      const { content } = await book(race.app, race.personAt(0), study.id, slotId);
      await joinList();
      await cancel(0, content.id, race.app);
      await runMeetingSchedule(race.app);
      expect(await findSeated(slotId)).toEqual([{ index: 1, state: 'OFFERED' }]);
      const { rows } = await sql<{ id: string }>`
      update project.bookings set expires_at = now() where state = 'OFFERED' returning booking_id as id`.execute(
        race.app.engine.owner,
      );
      const id = rows[0]?.id ?? '';
      const scheduledRun = runMeetingSchedule(race.app);
      const answers = await race.callers<{ status: number; json: Record<string, unknown> }>(
        (index, caller) => {
          if (index % 10 === 9) return cancel(1, id, caller);
          return book(caller, race.personAt(index % 2 === 0 ? 1 : 4), study.id, slotId);
        },
      );
      await scheduledRun;
      await runMeetingSchedule(race.app);
      for (const code of refusalCodes(answers)) expect(['SLOT_IS_FULL', 'ALREADY_BOOKED']).toContain(code);
      const seated = await findSeated(slotId);
      expect(seated).toHaveLength(1);
      // A lapsed offer is not repeated.
      if (seated[0]?.state === 'OFFERED') expect(seated[0].index).toBe(2);
      else expect([1, 4]).toContain(seated[0]?.index);
      await endRound();
    }));

  test.each([
    ['leaves', 'delete from project.waiting where participant_id ='],
    ['changes their days', `update project.waiting set days = '["2020-01-01"]' where participant_id =`],
    ['is no longer accepted', `update project.applications set status = 'PENDING' where applicant_id =`],
  ])(
    'BR8 CON-4 a person who %s after the list was read is skipped, and the next one gets the offer',
    async (_, change) => {
      await joinList();
      const { owner } = race.app.engine;
      const { userId } = race.personAt(1);
      const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      let slotId = '';
      let scheduledRun: Promise<void> | undefined;
      await owner.transaction().execute(async (trx) => {
        await sql`
      select from project.applications where study_id = ${study.id} and applicant_id = ${userId} for update`.execute(
          trx,
        );
        slotId = await freshSlot(race.app, study.id);
        scheduledRun = runMeetingSchedule(race.app);
        await expect.poll(async () => (await waiting.execute(owner)).rows).not.toEqual([]);
        await sql`${sql.raw(change)} ${userId}`.execute(trx);
      });
      await scheduledRun;
      expect(await findSeated(slotId)).toEqual([{ index: 2, state: 'OFFERED' }]);
      await endRound();
    },
  );
});
