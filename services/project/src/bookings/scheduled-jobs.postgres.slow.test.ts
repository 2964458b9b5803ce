import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { openMailbox } from '@app/kit/mail.ts';
import { startJobSql } from '../../../../kit/test/start-job.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { startProcess, stopProcess } from '@app/test/support/product.ts';
import { KILLS } from '@app/test/support/sizes.ts';
import { makeAccepted, assertSeatsAtCommit, type Meeting } from '#test/meetings.ts';

let app: TestApp;
let folder: string;
let researcher: SignedInUser;
let participant: SignedInUser;
let meeting: Meeting;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clock-kills-'));
  app = await startTestApp({}, undefined, { withWorkers: false });
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
  meeting = await makeAccepted(app, { researcher, participant });
  await assertSeatsAtCommit(app);
  await sql`delete from identity_jobs.job`.execute(app.engine.owner);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

interface Found {
  state: string;
  /** This is an interval from now. */
  ahead: string;
  expiredAgo?: string | null;
  markedAgo?: string | null;
}

const FOUND = {
  tomorrow: { state: 'BOOKED', ahead: '23 hours' },
  soon: { state: 'BOOKED', ahead: '90 minutes' },
  offered: { state: 'OFFERED', ahead: '5 days', expiredAgo: '1 second' },
  missed: { state: 'NO_SHOW', ahead: '-1 hour', markedAgo: '11 minutes' },
  unmarked: { state: 'BOOKED', ahead: '-26 hours' },
  over: { state: 'BOOKED', ahead: '-74 hours' },
  dead: { state: 'CANCELLED_BY_PARTICIPANT', ahead: '23 hours' },
  deadSoon: { state: 'CANCELLED_BY_RESEARCHER', ahead: '90 minutes' },
} satisfies Record<string, Found>;
type Kind = keyof typeof FOUND;
const kinds = Object.keys(FOUND) as Kind[];
const EACH = 3;

const planted: { id: string; kind: Kind }[] = [];
let part = 0;

/** Separate slots let one person have all. */
async function plant(): Promise<void> {
  for (const kind of kinds) {
    for (let count = 0; count < EACH; count += 1) {
      part += 1;
      const { state, ahead, expiredAgo = null, markedAgo = null }: Found = FOUND[kind];
      const seats = state.startsWith('CANCELLED') ? 0 : 1;
      const { rows } = await sql<{ id: string }>`
        with slot as (
          insert into project.study_slots (study_id, starts_at, seats, taken)
          values (${meeting.study.id}, date_trunc('second', now()) + ${ahead}::interval + ${part}::int * interval '1 millisecond', 1, ${seats})
          returning study_id, starts_at
        )
        insert into project.bookings (booking_id, application_id, study_id, participant_id, researcher_id, part, state,
          starts_at, ends_at, booked_at, expires_at, marked_at, final_at, has_pending_notification)
        select gen_random_uuid(), ${meeting.applicationId}, study_id, ${participant.userId}, ${researcher.userId}, ${part},
          ${state}, starts_at, starts_at + interval '30 minutes', now() - interval '9 days',
          now() - ${expiredAgo}::interval, now() - ${markedAgo}::interval, now() - ${markedAgo}::interval + interval '10 minutes',
          ${markedAgo}::interval is not null
        from slot returning booking_id as id`.execute(app.engine.owner);
      planted.push({ id: rows[0]?.id ?? '', kind });
    }
  }
}
const plantedIds = (...wanted: Kind[]) =>
  planted.filter(({ kind }) => wanted.includes(kind)).map(({ id }) => id);

const start = () =>
  startProcess({
    ...app.settings,
    DATABASE_URL: app.databaseUrl ?? '',
    DATA_DIR: folder,
    SERVICES: 'identity,payment,project',
    DEMO_DATA: 'none',
    LOG_LEVEL: 'silent',
  });
const runNow = () => sql.raw(startJobSql('project', 'meeting-schedule')).execute(app.engine.owner);
const countRows = async (rows: RawBuilder<unknown>) =>
  (await sql<{ n: number }>`select count(*)::int as n from (${rows}) as found`.execute(app.engine.owner))
    .rows[0]?.n ?? 0;

/** Each query detects one effect, so that the kill can follow directly. */
const EFFECTS: RawBuilder<unknown>[] = [
  sql`select 1 from project.bookings where state = 'LAPSED'`,
  sql`select 1 from project.bookings where state = 'NO_SHOW' and not has_pending_notification`,
  sql`select 1 from project.bookings where state = 'ATTENDED'`,
  sql`select 1 from project.reminders where kind = 'TOMORROW'`,
  sql`select 1 from project.reminders where kind = 'SOON'`,
  sql`select 1 from project.reminders where kind = 'UNMARKED_24'`,
  sql`select 1 from project_jobs.job where name = 'emails' and state = 'completed'`,
  sql`select 1 from identity.requested_emails`,
];
const TIMEOUT_MS = 20_000;

async function killBehind(child: ChildProcess, effect: RawBuilder<unknown>, afterMs: number): Promise<void> {
  const before = await countRows(effect);
  await plant();
  await runNow();
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end && (await countRows(effect)) === before;) {
    await pause(2);
  }
  await pause(afterMs);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

test('NT2 FLT-1 if a process is killed during scheduled jobs, all work is done once, and none for ended bookings', async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { child } = await start();
    await killBehind(child, EFFECTS[(kill * 3) % EFFECTS.length] as RawBuilder<unknown>, (kill * 7) % 20);
  }
  // Expiring the jobs of the killed process lets other workers take them.
  for (const schema of ['identity_jobs', 'project_jobs']) {
    await sql`update ${sql.table(`${schema}.job`)} set started_on = now() - interval '1 hour' where state = 'active'`.execute(
      app.engine.owner,
    );
  }
  const { child } = await start();
  await runNow();
  const unfinished = sql`
    select 1 from project_jobs.job where name in ('meeting-schedule', 'offers', 'emails') and state in ('created', 'retry', 'active')
    union all
    select 1 from identity_jobs.job where name = 'emails' and state in ('created', 'retry', 'active')`;
  await expect.poll(() => countRows(unfinished), { interval: 200 }).toBe(0);
  await stopProcess(child);

  const countNotifications = async (kind: string) =>
    countRows(sql`select 1 from project.notifications where kind = ${kind}`);
  const each = KILLS * EACH;
  expect({
    tomorrow: await countNotifications('MEETING_TOMORROW'),
    soon: await countNotifications('MEETING_SOON'),
    missed: await countNotifications('MEETING_MISSED'),
    unmarked: await countNotifications('MEETINGS_UNMARKED'),
    cancelled: await countNotifications('MEETING_CANCELLED'),
  }).toEqual({ tomorrow: each, soon: each, missed: each, unmarked: each, cancelled: 0 });
  const { rows: ended } = await sql<{ state: string; steps: number; count: number }>`
    select state, steps, count(*)::int as count from (
      select state, (select count(*)::int from project.booking_steps as step where step.booking_id = booking.booking_id) as steps
      from project.bookings as booking where booking_id = any(${plantedIds('offered', 'over')}::uuid[])
    ) as ended group by state, steps order by state`.execute(app.engine.owner);
  expect(ended).toEqual([
    { state: 'ATTENDED', steps: 1, count: each },
    { state: 'LAPSED', steps: 1, count: each },
  ]);

  // After an unknown outcome an email may go out twice with one id, never as two emails.
  const emails = await openMailbox(join(folder, 'mailbox')).read();
  const idsBySubject = new Map<string, Set<string>>();
  for (const { id, subject, calendar } of emails) {
    const uid = /UID:([\da-f-]{36})/.exec(calendar?.text ?? '')?.[1] ?? '';
    const what = `${subject} ${uid}`;
    idsBySubject.set(what, (idsBySubject.get(what) ?? new Set()).add(id));
  }
  const reminded = [...idsBySubject].filter(([what]) => /[\da-f-]{36}$/.test(what));
  expect(reminded.map(([what]) => what.slice(-36)).toSorted()).toEqual(
    plantedIds('tomorrow', 'soon').toSorted(),
  );
  expect(reminded.filter(([, ids]) => ids.size !== 1)).toEqual([]);
  expect(idsBySubject.get('You were marked absent from a meeting ')?.size).toBe(each);
});
