import { type Transaction, sql } from 'kysely';
import {
  PgBoss,
  fromKysely,
  fromPglite,
  type ConstructorOptions,
  type JobResult,
  type JobWithMetadata,
} from 'pg-boss';
import { DAY_SECONDS } from '@app/contracts/durations.ts';
import { type Engine, transaction, anyOfIds } from './database.ts';
import type { Log } from './log.ts';
import type { PgliteEngine } from './pglite-engine.ts';
import { ClosingClient, closingPoolOptions, connectionOptions } from './postgres-client.ts';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 1000;

/** The conditions are those of pg-boss's own fetch. */
export async function findDueQueues(
  db: ReturnType<PgBoss['getDb']>,
  schema: string,
  queues: readonly string[],
): Promise<string[]> {
  const { rows } = await db.executeSql(
    `select queue.name from unnest($1::text[]) as queue (name) where exists (
      select from ${schema}.job
      where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= ${schema}.job_now())`,
    [queues],
  );
  return rows.map(({ name }: { name: string }) => name);
}

interface QueueWaker {
  add(queue: string, worker: string): void;
  stop(): Promise<void>;
}

/** Polling by each worker would be most of the idle load, so one statement looks for all queues. */
function createQueueWaker(boss: PgBoss, schema: string): QueueWaker {
  const workers = new Map<string, string[]>();
  const stopped = new AbortController();
  const look = async () => {
    const due = workers.size === 0 ? [] : await findDueQueues(boss.getDb(), schema, [...workers.keys()]);
    for (const worker of due.flatMap((queue) => workers.get(queue) ?? [])) boss.notifyWorker(worker);
  };
  const looking = (async () => {
    while (!stopped.signal.aborted) {
      // Workers also poll rarely, and report errors.
      await look().catch(() => {});
      await delay(LOOK_MS, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  return {
    add: (queue, worker) => void workers.set(queue, [...(workers.get(queue) ?? []), worker]),
    async stop() {
      stopped.abort();
      await looking;
    },
  };
}

export interface Queue<Data extends object> {
  readonly name: string;
  /** Never set: this field only carries the type. */
  readonly holds?: Data;
  /** Cron in GMT: one job, however many nodes run. */
  readonly cron?: string;
  /** One job per key waits, and covers what is sent meanwhile. */
  readonly isDebounced?: boolean;
  /** After this a handler counts as dead, and its job runs again. */
  readonly expireInSeconds?: number;
  readonly longestRetrySeconds?: number;
  /** Jobs count their own attempts in this field; an operator's retry resets it. */
  readonly countsTriesIn?: string;
}

export type NoData = Readonly<Record<string, never>>;

/** Runs the steps of a job in order. If one fails the later ones still run, and the job fails at the end. */
export async function runSteps<Deps>(
  deps: Deps,
  steps: readonly ((deps: Deps) => Promise<void>)[],
): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step(deps).catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some steps of the job failed', { cause: failures[0] });
}

/** After a few permanent failures a job becomes a dead letter. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

export interface SendOptions {
  afterSeconds?: number;
  key?: string;
  /** Higher runs first; 0 is the default. */
  priority?: number;
}

export interface WorkOptions {
  /** The number per process, so that a slow job does not block others. */
  atOnce?: number;
  tries?: number;
}

/** Delivery is at least once, so a handler may run twice. */
export interface Jobs {
  send<Tables, Data extends object>(
    trx: Transaction<Tables>,
    queue: Queue<Data>,
    data: Data,
    options?: SendOptions,
  ): Promise<void>;
  /** A waiting job cannot start before this transaction ends, so it sees its changes. */
  isWaiting<Tables>(trx: Transaction<Tables>, queue: Queue<object>, key: string): Promise<boolean>;
  /** Failures are retried for three days, to outlast an outage, but Refused only a few times. */
  work<Data extends object>(
    queue: Queue<Data>,
    handle: (data: Data) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_SECONDS = 2;
/** With it, a job runs within a minute after any outage. */
const LONGEST_RETRY_SECONDS = 30;
const RETRY_PERIOD_SECONDS = 3 * DAY_SECONDS;
/** The next scheduled run follows anyway. */
const SCHEDULED_TRIES = 3;
const EXPIRE_SECONDS = 40;
const SUPERVISE_SECONDS = 10;
/** Workers are woken, so they rarely poll. */
const IDLE_POLLING_SECONDS = 10;
const MAX_PERMANENT_FAILURES = 5;
const DONE_SECONDS = DAY_SECONDS;
const DEAD_LETTER_SECONDS = 90 * DAY_SECONDS;
const STOP_MS = 5000;

export interface DeadLetter {
  queue: string;
  id: string;
  since: Date;
  data: unknown;
}

export async function listDeadLetters(
  { owner }: Pick<Engine, 'owner'>,
  schema: string,
): Promise<DeadLetter[]> {
  const { rows } = await sql<DeadLetter>`
    select name as queue, id, created_on as since, data from ${sql.table(`${jobsSchema(schema)}.job`)}
    where name like ${`%${deadLetterQueue('')}`} and state = 'created' order by created_on, id`.execute(
    owner,
  );
  return rows;
}

/** Retries one id, or all of one or each queue. Attempts start again. */
export async function retryDeadLetters(
  engine: Engine,
  options: {
    schema: string;
    queues: readonly Queue<object>[];
    which: { id: string } | { queue?: string | undefined };
  },
): Promise<number> {
  const { schema, queues, which } = options;
  const isMeant = (job: DeadLetter) =>
    'id' in which
      ? job.id === which.id
      : which.queue === undefined || job.queue === deadLetterQueue(which.queue);
  const jobs = (await listDeadLetters(engine, schema)).filter(isMeant);
  if (jobs.length === 0) return 0;
  const boss = new PgBoss({ ...connection(engine, undefined), schema: jobsSchema(schema), ...quiet });
  await boss.start();
  for (const [queue, ofQueue] of Map.groupBy(jobs, (job) => job.queue)) {
    const ids = ofQueue.map(({ id }) => id);
    const { countsTriesIn } = queues.find(({ name }) => deadLetterQueue(name) === queue) ?? {};
    if (countsTriesIn !== undefined) {
      await sql`
        update ${sql.table(`${jobsSchema(schema)}.job`)} set data = data - ${countsTriesIn}::text
        where id = ${anyOfIds(ids)} and name = ${queue}`.execute(engine.owner);
    }
    // A waiting debounced job already covers it.
    await boss.redrive(queue, { ids, limit: ids.length });
  }
  await boss.stop({ graceful: false, timeout: STOP_MS });
  return jobs.length;
}

const jobsSchema = (schema: string) => `${schema}_jobs`;
const deadLetterQueue = (queue: string) => `${queue}-dead-letter`;

export async function prepareJobs(
  engine: Engine,
  options: { schema: string; role: string; queues: readonly Queue<object>[] },
): Promise<void> {
  const { schema, role, queues } = options;
  const boss = new PgBoss({ ...connection(engine, undefined), schema: jobsSchema(schema), ...quiet });
  boss.on('error', () => {});
  await boss.start();
  for (const queue of queues) await prepareQueue(boss, queue);
  await boss.stop({ graceful: false, timeout: STOP_MS });
  await transaction(engine.owner, async (trx) => {
    // Concurrent grants by two nodes would fail.
    await sql`select pg_advisory_xact_lock(hashtext(${jobsSchema(schema)}))`.execute(trx);
    const [jobs, app] = [sql.id(jobsSchema(schema)), sql.id(role)];
    await sql`grant usage on schema ${jobs} to ${app}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema ${jobs} to ${app}`.execute(trx);
    await sql`grant execute on all functions in schema ${jobs} to ${app}`.execute(trx);
  });
}

/** A release may add queues without a migration. */
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
  // Existing queues get the current settings.
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

export async function openJobs(
  engine: Engine,
  options: {
    schema: string;
    role: string;
    queues: readonly Queue<object>[];
    log: Log;
  },
): Promise<Jobs> {
  const { schema, role, queues, log } = options;
  const boss = new PgBoss({
    ...connection(engine, role),
    schema: jobsSchema(schema),
    migrate: false,
    createSchema: false,
    schedule: queues.some(({ cron }) => cron !== undefined),
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    monitorVacuum: false,
    reindex: false,
    // Poolers forward no notifications; there, jobs are found within a second.
    useListenNotify: engine.poolerAddress === undefined,
  });
  boss.on('error', (error) => recordError(error, log));
  await boss.start();
  const waking = createQueueWaker(boss, jobsSchema(schema));
  return {
    async send(trx, queue, data, { afterSeconds, key, priority } = {}) {
      if (queue.isDebounced) await lockWaitingJob(trx, jobsSchema(schema), queue.name, key);
      await boss.send(queue.name, data, {
        db: fromKysely(trx),
        ...(afterSeconds === undefined ? {} : { startAfter: afterSeconds }),
        ...(key === undefined ? {} : { singletonKey: key }),
        ...(priority === undefined ? {} : { priority }),
      });
    },
    isWaiting: (trx, queue, key) => lockWaitingJob(trx, jobsSchema(schema), queue.name, key),
    async work({ name }, handle, { atOnce = 1, tries = MAX_PERMANENT_FAILURES } = {}) {
      const workers: string[] = [];
      for (let index = 0; index < atOnce; index += 1) {
        const worker: string = await boss.work(
          name,
          {
            pollingIntervalSeconds: IDLE_POLLING_SECONDS,
            notifyPollingIntervalSeconds: IDLE_POLLING_SECONDS,
            batchSize: 1,
            includeMetadata: true,
            perJobResults: true,
          },
          async (jobs) => {
            // Otherwise a backlog would shrink by one job per poll.
            const next = workers[index + 1];
            if (next !== undefined) boss.notifyWorker(next);
            const results = await Promise.all(jobs.map((job) => attempt(job, handle, tries, log)));
            boss.notifyWorker(worker);
            return results;
          },
        );
        workers.push(worker);
        waking.add(name, worker);
      }
    },
    async stop() {
      await waking.stop();
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}

/**
 * Fetching skips locked rows, so the waiting job cannot start before this transaction's changes are visible.
 * A shared lock does not block other senders.
 */
async function lockWaitingJob<Tables>(
  trx: Transaction<Tables>,
  schema: string,
  queue: string,
  key: string | undefined,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(`${schema}.job`)}
    where name = ${queue} and coalesce(singleton_key, '') = ${key ?? ''} and state = 'created' for share`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * The log shows nothing of plain objects. Their messages are from queue statements, with ids and codes only.
 */
function recordError(error: object & { message: string }, log: Log): void {
  if (error instanceof Error) log.warn({ err: error }, 'jobs');
  else log.warn({ err: Object.assign(new Error(), error), message: error.message }, 'jobs');
}

/** The error's text may name a person, so it is not kept. */
interface JobFailures {
  refusals: number;
}

async function attempt(
  job: JobWithMetadata<unknown>,
  handle: (data: never) => Promise<void>,
  tries: number,
  log: Log,
): Promise<JobResult<JobFailures>> {
  const { id, name: queue, retryCount } = job;
  try {
    // Scheduled jobs have no data.
    await handle((job.data ?? {}) as never);
    return { id, status: 'completed' };
  } catch (error) {
    const before = (job.output as Partial<JobFailures> | null)?.refusals ?? 0;
    const refusals = error instanceof PermanentFailure ? before + 1 : before;
    if (refusals >= tries) {
      log.error({ err: error, queue, job: id }, 'a job became a dead letter');
      return { id, status: 'deadletter', output: { refusals } };
    }
    // Only the first is a warning, because an outage would fill the log.
    log[retryCount === 0 ? 'warn' : 'debug']({ err: error, queue, job: id }, 'a job failed');
    return { id, status: 'failed', output: { refusals } };
  }
}

const LONGEST_STATEMENT_MS = 60_000;

const quiet = { supervise: false, schedule: false, monitorVacuum: false, reindex: false } as const;

function connection(engine: Engine, role: string | undefined): ConstructorOptions {
  if (engine.kind === 'pglite') return { db: fromPglite((engine as PgliteEngine).pglite), backend: 'pglite' };
  const pooled = role === undefined ? undefined : engine.poolerAddress?.(role);
  return {
    connectionString: pooled ?? engine.url ?? '',
    max: 2,
    // The types are those of a connection, but pool settings are passed on.
    ...closingPoolOptions(ClosingClient),
    ...(pooled === undefined && { options: connectionOptions(role) }),
    // A silent connection would never fetch again. Preparing queues may take longer.
    ...(role !== undefined && { query_timeout: LONGEST_STATEMENT_MS }),
  };
}
