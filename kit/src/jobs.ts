import { type Transaction, sql } from 'kysely';
import {
  PgBoss,
  fromKysely,
  fromPglite,
  type ConstructorOptions,
  type JobResult,
  type JobWithMetadata,
} from 'pg-boss';
import { type Engine, transaction, anyOf } from './database.ts';
import type { Log } from './log.ts';
import type { PgliteEngine } from './pglite-engine.ts';
import { LeavingClient, leaving, optionsOf } from './postgres-client.ts';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 1000;

/** The queues of these in which a job may be fetched by now, as pg-boss's own fetch asks it of one queue. */
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

interface Waking {
  /** Wakes this worker, too, whenever a job of the queue is due: a retry, or what was sent to be done later. */
  add(queue: string, worker: string): void;
  stop(): Promise<void>;
}

/** Looks for due jobs of all queues by one statement: polling by each worker is most of what an idle product costs. */
function wakeWorkers(boss: PgBoss, schema: string): Waking {
  const workers = new Map<string, string[]>();
  const stopped = new AbortController();
  const look = async () => {
    const due = workers.size === 0 ? [] : await findDueQueues(boss.getDb(), schema, [...workers.keys()]);
    for (const worker of due.flatMap((queue) => workers.get(queue) ?? [])) boss.notifyWorker(worker);
  };
  const looking = (async () => {
    while (!stopped.signal.aborted) {
      // The workers ask by themselves too, seldom, and tell what fails.
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

/** A queue by its name, and what its jobs hold. */
export interface Queue<Data extends object> {
  readonly name: string;
  /** Never set: it only carries the type. */
  readonly holds?: Data;
  /** Sends a job by itself at these times (cron, GMT): one, however many nodes run. */
  readonly cron?: string;
  /** Debounced: at most one job of a key waits, and what is sent meanwhile is left to that one. */
  readonly isDebounced?: boolean;
  /** A handler that takes longer is taken for dead, and its job done again. */
  readonly expireInSeconds?: number;
  /** The longest backoff, where it is not that of all. */
  readonly longestRetrySeconds?: number;
  /** The field in which its jobs count tries of their own: when an operator tries one again, it starts at zero. */
  readonly countsTriesIn?: string;
}

/** A job that says all by its name. */
export type NoData = Readonly<Record<string, never>>;

/** A permanent failure, which no retry mends: thrown a few times, it moves the job to the dead-letter queue (parks it). */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export interface SendOptions {
  afterSeconds?: number;
  key?: string;
  /** Before those of a lower one, which is 0 unless said otherwise. */
  priority?: number;
}

export interface WorkOptions {
  /** Jobs under way at once in this process, so that a slow one does not hold up the others. */
  atOnce?: number;
  /** How often a job may throw Refused before it goes to the dead-letter queue. */
  tries?: number;
}

/** A job queue in the database beside the service's tables. Delivery is at least once: a handler may run twice. */
export interface Jobs {
  /** Puts a job into a queue, in the transaction of the change that calls for it. */
  send<Tables, Data extends object>(
    trx: Transaction<Tables>,
    queue: Queue<Data>,
    data: Data,
    options?: SendOptions,
  ): Promise<void>;
  /**
   * Whether a job of this key waits in a debounced queue. It does not start before this transaction has ended, so what is left to it
   * is there for it to read.
   */
  isWaiting<Tables>(trx: Transaction<Tables>, queue: Queue<object>, key: string): Promise<boolean>;
  /**
   * Works through a queue for as long as the process runs. A handler that throws is retried with backoff for three days,
   * which outlasts an outage of what it needs; one that throws Refused is retried a few times.
   */
  work<Data extends object>(
    queue: Queue<Data>,
    handle: (data: Data) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_SECONDS = 2;
/** The longest backoff. With a try that hangs, and polling, a job is done within a minute after any outage. */
const LONGEST_RETRY_SECONDS = 30;
const DAYS_OF_RETRYING = 3;
const SECONDS_OF_RETRYING = DAYS_OF_RETRYING * 24 * 60 * 60;
/** The next of them comes by itself. */
const TRIES_OF_SCHEDULED = 3;
const EXPIRE_SECONDS = 40;
/** How often jobs of dead processes are looked for. */
const SUPERVISE_SECONDS = 10;
/** A worker's own polling, seldom since all are woken. */
const IDLE_POLLING_SECONDS = 10;
const REFUSALS = 5;
/** A finished job can be read for so long. */
const DONE_SECONDS = 24 * 60 * 60;
/** A parked job waits so long for somebody to look at it. */
const PARKED_SECONDS = 90 * 24 * 60 * 60;
const STOP_MS = 5000;

/** A job that was put aside after its last try. */
export interface ParkedJob {
  queue: string;
  id: string;
  since: Date;
  data: unknown;
}

/** What is parked of a service, oldest first, as the owner. */
export async function listParked({ owner }: Pick<Engine, 'owner'>, schema: string): Promise<ParkedJob[]> {
  const { rows } = await sql<ParkedJob>`
    select name as queue, id, created_on as since, data from ${sql.table(`${jobsSchema(schema)}.job`)}
    where name like ${`%${parked('')}`} and state = 'created' order by created_on, id`.execute(owner);
  return rows;
}

/**
 * Puts parked jobs back into their queues, for as many tries as new ones have: the one of an id, or all, of one queue where it
 * is named. Gives how many.
 */
export async function retryParked(
  engine: Engine,
  options: {
    schema: string;
    queues: readonly Queue<object>[];
    which: { id: string } | { queue?: string | undefined };
  },
): Promise<number> {
  const { schema, queues, which } = options;
  const isMeant = (job: ParkedJob) =>
    'id' in which ? job.id === which.id : which.queue === undefined || job.queue === parked(which.queue);
  const jobs = (await listParked(engine, schema)).filter(isMeant);
  if (jobs.length === 0) return 0;
  const boss = new PgBoss({ ...connection(engine, undefined), schema: jobsSchema(schema), ...quiet });
  await boss.start();
  for (const [queue, ofQueue] of Map.groupBy(jobs, (job) => job.queue)) {
    const ids = ofQueue.map(({ id }) => id);
    const { countsTriesIn } = queues.find(({ name }) => parked(name) === queue) ?? {};
    if (countsTriesIn !== undefined) {
      await sql`
        update ${sql.table(`${jobsSchema(schema)}.job`)} set data = data - ${countsTriesIn}::text
        where id = ${anyOf(ids)} and name = ${queue}`.execute(engine.owner);
    }
    // One of a debounced queue that waits there already is done by that.
    await boss.redrive(queue, { ids, limit: ids.length });
  }
  await boss.stop({ graceful: false, timeout: STOP_MS });
  return jobs.length;
}

const jobsSchema = (schema: string) => `${schema}_jobs`;
const parked = (queue: string) => `${queue}-parked`;

/** Creates the tables and queues of a service's jobs, as the owner; running it again changes nothing. */
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
    // Two nodes that grant at once would refuse each other.
    await sql`select pg_advisory_xact_lock(hashtext(${jobsSchema(schema)}))`.execute(trx);
    const [jobs, app] = [sql.id(jobsSchema(schema)), sql.id(role)];
    await sql`grant usage on schema ${jobs} to ${app}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema ${jobs} to ${app}`.execute(trx);
    await sql`grant execute on all functions in schema ${jobs} to ${app}`.execute(trx);
  });
}

/** The queues that a database does not have yet, as after a release that adds one and no migration; changes nothing. */
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
  await boss.createQueue(parked(name));
  await boss.updateQueue(parked(name), { retentionSeconds: PARKED_SECONDS });
  await boss.createQueue(name, { policy: isDebounced ? 'short' : 'standard' });
  // An existing queue takes these from the newest version.
  await boss.updateQueue(name, {
    retryLimit: cron === undefined ? SECONDS_OF_RETRYING / longestRetrySeconds : TRIES_OF_SCHEDULED,
    retryDelay: RETRY_SECONDS,
    retryBackoff: true,
    retryDelayMax: longestRetrySeconds,
    expireInSeconds,
    deleteAfterSeconds: DONE_SECONDS,
    notify: true,
    deadLetter: parked(name),
  });
  if (cron === undefined) await boss.unschedule(name);
  else await boss.schedule(name, cron);
}

/** Opens the queues for sending and working, as the service's own role. */
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
    // A sent job wakes its worker at once. A pooler passes that on to nobody: there it is found within a second.
    useListenNotify: engine.poolerAddress === undefined,
  });
  boss.on('error', (error) => noteError(error, log));
  await boss.start();
  const waking = wakeWorkers(boss, jobsSchema(schema));
  return {
    async send(trx, queue, data, { afterSeconds, key, priority } = {}) {
      if (queue.isDebounced) await holdWaiting(trx, jobsSchema(schema), queue.name, key);
      await boss.send(queue.name, data, {
        db: fromKysely(trx),
        ...(afterSeconds === undefined ? {} : { startAfter: afterSeconds }),
        ...(key === undefined ? {} : { singletonKey: key }),
        ...(priority === undefined ? {} : { priority }),
      });
    },
    isWaiting: (trx, queue, key) => holdWaiting(trx, jobsSchema(schema), queue.name, key),
    async work({ name }, handle, { atOnce = 1, tries = REFUSALS } = {}) {
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
            // Where one job waited there may be more: without this a backlog leaves at one job a poll.
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
 * Keeps the job that waits already from being fetched (it skips locked rows) until this transaction has ended: what is left to it must be
 * there to be read. Shared, so that senders do not wait for each other.
 */
async function holdWaiting<Tables>(
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
 * Some come as plain objects, which a log shows nothing of. Their words are from the queue's own statements, which hold
 * ids and codes and no names.
 */
function noteError(error: object & { message: string }, log: Log): void {
  if (error instanceof Error) log.warn({ err: error }, 'jobs');
  else log.warn({ err: Object.assign(new Error(), error), message: error.message }, 'jobs');
}

/** What is kept of a job's failures between its tries: no words of the error, since those may name a person. */
interface Failures {
  refusals: number;
}

async function attempt(
  job: JobWithMetadata<unknown>,
  handle: (data: never) => Promise<void>,
  tries: number,
  log: Log,
): Promise<JobResult<Failures>> {
  const { id, name: queue, retryCount } = job;
  try {
    // A scheduled job is stored without data.
    await handle((job.data ?? {}) as never);
    return { id, status: 'completed' };
  } catch (error) {
    const before = (job.output as Partial<Failures> | null)?.refusals ?? 0;
    const refusals = error instanceof Refused ? before + 1 : before;
    if (refusals >= tries) {
      log.error({ err: error, queue, job: id }, 'a job was parked');
      return { id, status: 'deadletter', output: { refusals } };
    }
    // Without this an outage would fill the log with every try of every job.
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
    // Its types are those of a connection; what is of a pool goes on to it.
    ...leaving(LeavingClient),
    ...(pooled === undefined && { options: optionsOf(role) }),
    // Of a connection that went silent nothing would ever be fetched again. What prepares the queues may take its time.
    ...(role !== undefined && { query_timeout: LONGEST_STATEMENT_MS }),
  };
}
