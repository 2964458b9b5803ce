import { type Transaction, sql } from 'kysely';
import { PgBoss, fromKysely, type JobResult, type JobWithMetadata } from 'pg-boss';
import type { Engine } from './database.ts';
import { STOP_MS, connection, jobsSchema } from './job-store.ts';
import type { Log } from './log.ts';
import { createQueueWaker } from './queue-waker.ts';

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
export class DefiniteFailure extends Error {
  override readonly name = 'DefiniteFailure';
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

const SUPERVISE_SECONDS = 10;
/** Workers are woken, so they rarely poll. */
const IDLE_POLLING_SECONDS = 10;
const MAX_TRIES = 5;

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
    async work({ name }, handle, { atOnce = 1, tries = MAX_TRIES } = {}) {
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
    const refusals = error instanceof DefiniteFailure ? before + 1 : before;
    if (refusals >= tries) {
      log.error({ err: error, queue, job: id }, 'a job became a dead letter');
      return { id, status: 'deadletter', output: { refusals } };
    }
    // Only the first is a warning, because an outage would fill the log.
    log[retryCount === 0 ? 'warn' : 'debug']({ err: error, queue, job: id }, 'a job failed');
    return { id, status: 'failed', output: { refusals } };
  }
}
