import { type Kysely, type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as calls from '@app/contracts/project/bookings.ts';
import * as disputeCalls from '@app/contracts/project/disputes.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { decide, readPlaceCounts } from '#test/applicants.ts';
import { book, freshSlot, moveStart, setNotified } from '#test/meetings.ts';
import { type Race, useRace } from '@app/test/support/meeting-races.ts';
import { assertNoDeadlocks } from '#test/locks.ts';

const race = useRace();
let study: Study;
let applicationId: string;
beforeAll(async () => {
  ({
    study,
    applicationIds: [applicationId = ''],
  } = await race.makeFull(1));
});
afterAll(() => assertNoDeadlocks(race.app));

async function makeStarted(): Promise<string> {
  await race.endAll();
  const slotId = await freshSlot(race.app, study.id);
  const { content } = await book(race.app, race.personAt(0), study.id, slotId);
  await moveStart(race.app, content.id, '20 minutes');
  return content.id;
}
type Caller = Pick<Race['app'], 'call'>;
const mark = (caller: Caller, id: string, outcome: string) =>
  caller.call(attendanceCalls.markAttendance, { as: race.researcher, params: { id }, body: { outcome } });
const confirm = (caller: Caller, id: string) =>
  caller.call(calls.confirmBooking, { as: race.personAt(0), params: { id } });
const readBookingRow = async (id: string) =>
  (
    await sql`select state, final_at <= now() as "isFinal" from project.bookings where booking_id = ${id}`.execute(
      race.app.engine.owner,
    )
  ).rows[0];

/** The call reads before this statement commits, so its first read is outdated. */
async function meanwhile<Answer>(
  statement: RawBuilder<unknown>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { owner } = race.app.engine;
  let asked: Promise<Answer> | undefined;
  await owner.transaction().execute(async (trx) => {
    await statement.execute(trx);
    asked = ask();
    await untilOneWaits(trx);
  });
  return (await asked) as Answer;
}

async function untilOneWaits(trx: Kysely<unknown>): Promise<void> {
  const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waits.execute(trx)).rows.length, { interval: 10 }).toBe(1);
}

test('AP2 CON-4 confirming attendance while the meeting is marked loses no mark', () =>
  race.rounds(async () => {
    const id = await makeStarted();
    const answers = await race.callers<{ status: number; content: { state: string } }>((index, caller) =>
      index % 2 === 0 ? confirm(caller, id) : mark(caller, id, 'ATTENDED'),
    );
    for (const { content } of answers.filter((_, index) => index % 2 === 1)) {
      expect(content.state).toBe('ATTENDED');
    }
    expect(await readBookingRow(id)).toMatchObject({ state: 'ATTENDED' });
  }));

test('AP2 a mark that arrives while its participant confirms is stored', async () => {
  const id = await makeStarted();
  const confirming = sql`update project.bookings set state = 'CONFIRMED', confirmed_at = now() where booking_id = ${id}`;
  const marked = await meanwhile(confirming, () => mark(race.app, id, 'ATTENDED'));
  expect(marked.content.state).toBe('ATTENDED');
  expect(await readBookingRow(id)).toMatchObject({ state: 'ATTENDED' });
});

test('AP3 an acceptance is not undone while its meeting is being marked', async () => {
  const id = await makeStarted();
  // A real mark also locks without writing.
  const marking = sql`with locked as (
      select application_id from project.applications where application_id = ${applicationId} for update
    )
    update project.bookings as booking set state = 'ATTENDED', marked = 'ATTENDED', marked_at = now(), counts_as_attended = true
    from locked where booking.application_id = locked.application_id and booking.booking_id = ${id}`;
  const answer = await meanwhile(marking, () =>
    decide(race.app, race.researcher, study.id, [applicationId], { status: 'PENDING' }),
  );
  expect(answer.content).toMatchObject({
    decided: [],
    undecided: [{ applicationId, because: 'MEETING_IS_MARKED' }],
  });
  expect(await readPlaceCounts(race.app, study.id)).toMatchObject({ counted: 1, accepted: 1 });
});

test('AP3 CON-4 when fifty calls mark and undo one applicant at once, no undo follows the mark', () =>
  race.rounds(async () => {
    const id = await makeStarted();
    const answers = await race.callers<{ status: number; isMark: boolean; isDone: boolean }>(
      async (index, caller) => {
        if (index % 2 === 0) {
          const { status } = await mark(caller, id, 'ATTENDED');
          return { status, isMark: true, isDone: status === 200 };
        }
        const { status, content } = await caller.call(decideApplicants, {
          as: race.researcher,
          params: { id: study.id },
          body: { applicationIds: [applicationId], status: 'PENDING' },
        });
        return { status, isMark: false, isDone: content.decided.length > 0 };
      },
    );
    expect(answers.filter(({ isMark, isDone }) => isMark && !isDone)).toEqual([]);
    const { rows } = await sql<{ undone: number; before: number }>`
      select count(*)::int as "undone", count(*) filter (where step.at < marked.at)::int as before
      from project.application_steps as step cross join (
        select min(at) as at from project.booking_steps where booking_id = ${id} and state = 'ATTENDED'
      ) as marked
      where step.application_id = ${applicationId} and step.status = 'PENDING' and step.at > (
        select max(at) from project.application_steps where application_id = ${applicationId} and status = 'ACCEPTED')`.execute(
      race.app.engine.owner,
    );
    expect(rows[0]?.undone).toBe(answers.filter(({ isMark, isDone }) => !isMark && isDone).length);
    expect(rows[0]?.before).toBe(rows[0]?.undone);
    if (rows[0]?.undone === 0) return;
    await decide(race.app, race.researcher, study.id, [applicationId], { status: 'ACCEPTED' });
    await setNotified(race.app, [applicationId]);
  }));

test('AP2 a mark that becomes final at this moment cannot be undone', async () => {
  const id = await makeStarted();
  await mark(race.app, id, 'NO_SHOW');
  const ending = sql`update project.bookings set final_at = now() where booking_id = ${id}`;
  const answer = await meanwhile(ending, () => mark(race.app, id, 'UNMARKED'));
  expect(answer.json['code']).toBe('BOOKING_IS_FINAL');
  expect(await readBookingRow(id)).toEqual({ state: 'NO_SHOW', isFinal: true });
});

test('AP2 an undo that waits for its row until the mark is final comes too late', async () => {
  const id = await makeStarted();
  await mark(race.app, id, 'NO_SHOW');
  const { owner } = race.app.engine;
  const asked = await owner.transaction().execute(async (trx) => {
    await sql`select from project.applications where application_id = ${applicationId} for update`.execute(
      trx,
    );
    await sql`update project.bookings set final_at = clock_timestamp() + interval '3 seconds' where booking_id = ${id}`.execute(
      trx,
    );
    // The call must begin before the mark is final, so this waits in real time.
    const undone = mark(race.app, id, 'UNMARKED');
    await untilOneWaits(trx);
    await sql`select pg_sleep_until(final_at) from project.bookings where booking_id = ${id}`.execute(trx);
    // The object prevents awaiting inside the transaction.
    return { undone };
  });
  const answer = await asked.undone;
  expect(answer.json['code']).toBe('BOOKING_IS_FINAL');
});

const endAsScheduled = (id: string) => sql`
  update project.bookings set state = 'ATTENDED', marked_at = now(), final_at = now(), counts_as_attended = true
  where booking_id = ${id}`;

test('AP2 a word that is entered during the scheduled end of its meeting is stored as proof', async () => {
  const id = await makeStarted();
  const own = await race.app.call(calls.listOwnBookings, { as: race.personAt(0), query: { size: 100 } });
  const { second: word } = own.content.find((booking) => booking.id === id)!.proofWords!;
  const body = { outcome: 'ATTENDED', word };
  const answer = await meanwhile(endAsScheduled(id), () =>
    race.app.call(attendanceCalls.markAttendance, { as: race.researcher, params: { id }, body }),
  );
  expect(answer.content).toMatchObject({ state: 'ATTENDED', provenAt: expect.any(String) });
});

test('AP2 a report during the scheduled end of the meeting is refused, and the researcher is not notified', async () => {
  const id = await makeStarted();
  const body = { kind: 'NOBODY_CAME', text: 'Nobody called' };
  const answer = await meanwhile(endAsScheduled(id), () =>
    race.app.call(disputeCalls.reportMeeting, { as: race.personAt(0), params: { id }, body }),
  );
  expect(answer.json['code']).toBe('NOTHING_TO_REPORT');
  const { content } = await race.app.call(listNotifications, { as: race.researcher, query: { size: 100 } });
  expect(content.map(({ kind }) => kind)).not.toContain('MEETING_DISPUTED');
});
