import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { DAY_SECONDS } from '@app/contracts/durations.ts';
import { type Engine, transaction } from './database.ts';
import { STOP_MS, jobConnectionOptions, deadLetterQueue, jobsSchema, quiet } from './job-store.ts';
import type { Queue } from './jobs.ts';

const RETRY_SECONDS = 2;
/** After an outage of any length, a job runs within a minute. */
const LONGEST_RETRY_SECONDS = 30;
const RETRY_PERIOD_SECONDS = 3 * DAY_SECONDS;
/** A scheduled job has few tries, because its next run comes anyway. */
const SCHEDULED_TRIES = 3;
const EXPIRE_SECONDS = 40;
const DONE_SECONDS = DAY_SECONDS;
const DEAD_LETTER_SECONDS = 90 * DAY_SECONDS;

export async function prepareJobs(
  engine: Engine,
  options: { schema: string; role: string; queues: readonly Queue<object>[] },
): Promise<void> {
  const { schema, role, queues } = options;
  const boss = new PgBoss({
    ...jobConnectionOptions(engine, undefined),
    schema: jobsSchema(schema),
    ...quiet,
  });
  boss.on('error', () => {});
  await boss.start();
  for (const queue of queues) await prepareQueue(boss, queue);
  await boss.stop({ graceful: false, timeout: STOP_MS });
  await transaction(engine.owner, async (trx) => {
    // If two nodes granted rights at the same time, one would fail.
    await sql`select pg_advisory_xact_lock(hashtext(${jobsSchema(schema)}))`.execute(trx);
    const [jobs, app] = [sql.id(jobsSchema(schema)), sql.id(role)];
    await sql`grant usage on schema ${jobs} to ${app}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema ${jobs} to ${app}`.execute(trx);
    await sql`grant execute on all functions in schema ${jobs} to ${app}`.execute(trx);
  });
}

/** A new release may add queues without a migration. */
export async function pendingQueues(
  { owner }: Pick<Engine, 'owner'>,
  { schema, queues }: { schema: string; queues: readonly Queue<object>[] },
): Promise<string[]> {
  const table = `${jobsSchema(schema)}.queue`;
  const found = await sql<{ isThere: boolean }>`
    select to_regclass(${table}) is not null as "isThere"`.execute(owner);
  const { rows } = found.rows[0]?.isThere
    ? await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(owner)
    : { rows: [] };
  const names = new Set(rows.map(({ name }) => name));
  return queues.map(({ name }) => name).filter((name) => !names.has(name));
}

async function prepareQueue(boss: PgBoss, queue: Queue<object>): Promise<void> {
  const { name, cron, isDebounced = false, expireInSeconds = EXPIRE_SECONDS } = queue;
  const { longestRetrySeconds = LONGEST_RETRY_SECONDS } = queue;
  await boss.createQueue(deadLetterQueue(name));
  await boss.updateQueue(deadLetterQueue(name), { retentionSeconds: DEAD_LETTER_SECONDS });
  await boss.createQueue(name, { policy: isDebounced ? 'short' : 'standard' });
  await boss.updateQueue(name, {
    retryLimit: cron === undefined ? RETRY_PERIOD_SECONDS / longestRetrySeconds : SCHEDULED_TRIES,
    retryDelay: RETRY_SECONDS,
    retryBackoff: true,
    retryDelayMax: longestRetrySeconds,
    expireInSeconds,
    deleteAfterSeconds: DONE_SECONDS,
    notify: true,
    deadLetter: deadLetterQueue(name),
  });
  if (cron === undefined) await boss.unschedule(name);
  else await boss.schedule(name, cron);
}
