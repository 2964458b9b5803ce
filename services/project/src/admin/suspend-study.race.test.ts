import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { suspendStudyAsAdmin } from '@app/contracts/project/admin-studies.ts';
import { registerParticipant } from '@app/test/support/people.ts';
import { useRace } from '@app/test/support/meeting-races.ts';
import { REASON, theAdmin } from '#test/admin.ts';
import { waitUntilDone } from '#test/jobs.ts';
import { assertNoDeadlocks } from '#test/locks.ts';
import { accept, book, freshSlot } from '#test/meetings.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';

const BOOKING = 8;
const APPLYING = 8;
const race = useRace({}, true);
afterAll(() => assertNoDeadlocks(race.app));

const codeOf = ({ status, json }: { status: number; json: Record<string, unknown> }) =>
  json['code'] ?? status;

test('of a suspension among bookings and applications, each is before it or refused, and who booked is notified', () =>
  race.rounds(async () => {
    const { app, researcher } = race;
    const { id: projectId } = await makeProject(app, researcher);
    const study = await makePublished(app, researcher, { projectId }, { desiredNumberOfParticipants: 20 });
    const accepted = race.people.slice(0, BOOKING);
    for (const participant of accepted) await accept(app, { researcher, participant, study });
    const slots = await Promise.all(accepted.map(() => freshSlot(app, study.id)));
    const applying = await Promise.all(
      Array.from({ length: APPLYING }, () => registerParticipant(app, { withProfile: true })),
    );
    const token = await (await theAdmin(app)).token();
    const suspend = (caller: Pick<typeof app, 'call'>) =>
      caller.call(suspendStudyAsAdmin, { as: { token }, params: { id: study.id }, body: { reason: REASON } });
    const answers = await race.callers<{ status: number; json: Record<string, unknown> }>(
      (index, caller) => {
        if (index === BOOKING) return suspend(caller);
        return index < BOOKING
          ? book(caller, accepted[index]!, study.id, slots[index]!)
          : apply(caller, applying[index - BOOKING - 1]!, study);
      },
      BOOKING + 1 + APPLYING,
    );
    expect(new Set(answers.map(codeOf))).toEqual(
      new Set([200, ...answers.map(codeOf).filter((one) => one === 201 || one === 'STUDY_IS_SUSPENDED')]),
    );
    await waitUntilDone(app, 'suspension-notifications');
    const { rows } = await sql<{ id: string }>`
      select participant_id as id from project.bookings where study_id = ${study.id} and state = 'BOOKED'`.execute(
      app.engine.owner,
    );
    expect(rows).toHaveLength(answers.slice(0, BOOKING).filter(({ status }) => status === 201).length);
    for (const { id } of rows) {
      const as = accepted.find(({ userId }) => userId === id)!;
      const { content } = await app.call(listNotifications, { as, query: { size: 100 } });
      const notices = content.filter(
        ({ kind, params }) => kind === 'STUDY_SUSPENDED' && params.studyId === study.id,
      );
      expect(notices).toHaveLength(1);
    }
    for (const [index, as] of accepted.entries())
      if (!rows.some(({ id }) => id === as.userId))
        expect(codeOf(await book(app, as, study.id, slots[index]!))).toBe('STUDY_IS_SUSPENDED');
    await race.endAll();
  }));

test('a booking that waits for a suspension is refused', async () => {
  const { app, researcher, personAt } = race;
  const { id: projectId } = await makeProject(app, researcher);
  const study = await makePublished(app, researcher, { projectId });
  await accept(app, { researcher, participant: personAt(0), study });
  const slotId = await freshSlot(app, study.id);
  const token = await (await theAdmin(app)).token();
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        app.engine.owner,
      )
    ).rows.length;
  const { suspending, booking } = await app.engine.owner.transaction().execute(async (trx) => {
    await sql`select from project.studies where study_id = ${study.id} for no key update`.execute(trx);
    const suspended = app.call(suspendStudyAsAdmin, {
      as: { token },
      params: { id: study.id },
      body: { reason: REASON },
    });
    await expect.poll(waiting).toBe(1);
    const booked = book(app, personAt(0), study.id, slotId);
    await expect.poll(waiting).toBe(2);
    return { suspending: suspended, booking: booked };
  });
  expect([codeOf(await suspending), codeOf(await booking)]).toEqual([200, 'STUDY_IS_SUSPENDED']);
});
