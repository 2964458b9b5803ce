import { type Transaction, sql } from 'kysely';
import { PgBoss, fromKysely, type JobResult, type JobWithMetadata } from 'pg-boss';
import type { Engine } from './database.ts';
import { type WhichDeadLetters, redriveDeadLetters } from './dead-letters.ts';
import { STOP_MS, jobConnectionOptions, jobsSchema } from './job-store.ts';
import type { Log } from './log.ts';
import { createQueueWaker } from './queue-waker.ts';

export interface Queue<Data extends object> {
  readonly name: string;
  /** Never set. The field only tells the compiler the type of the job's data. */
  readonly holds?: Data;
  /** A cron expression in GMT; at each time, one node runs the job. */
  readonly cron?: string;
  /**
   * Only one job per key waits in the queue. This job also does the work of jobs that are sent while it
   * waits.
   */
  readonly isDebounced?: boolean;
  /** After this time the handler is considered dead, and the job runs again. */
  readonly expireInSeconds?: number;
  readonly longestRetrySeconds?: number;
  /** A job counts its own attempts in this field. An operator's retry starts the count again. */
  readonly countsTriesIn?: string;
}

export type NoData = Readonly<Record<string, never>>;

/** Retrying will not help, so after a few failures of this kind the job becomes a dead letter. */
export class DefiniteFailure extends Error {
  override readonly name = 'DefiniteFailure';
}

export interface SendOptions {
  afterSeconds?: number;
  key?: string;
  /** Jobs with a higher priority run first; the default is 0. */
  priority?: number;
}

export interface WorkOptions {
  atOnce?: number;
  tries?: number;
}

/** Jobs are delivered at least once, so a handler may run twice with the same data. */
export interface Jobs {
  send<Tables, Data extends object>(
    trx: Transaction<Tables>,
    queue: Queue<Data>,
    data: Data,
    options?: SendOptions,
  ): Promise<void>;
  /** A waiting job cannot start before the transaction ends, so it will see the transaction's changes. */
  isWaiting<Tables>(trx: Transaction<Tables>, queue: Queue<object>, key: string): Promise<boolean>;
  /**
   * Retries a failing job for three days, because an outage can be long. After a few failures of the kind
   * DefiniteFailure, the job becomes a dead letter.
   */
  work<Data extends object>(
    queue: Queue<Data>,
    handle: (data: Data) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>;
  /** Returns how many jobs this call retried. */
  retryDeadLetters<Tables>(trx: Transaction<Tables>, which: WhichDeadLetters): Promise<number>;
  stop(): Promise<void>;
}

const SUPERVISE_SECONDS = 10;
/** Workers poll rarely, because a notification wakes them. */
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
    ...jobConnectionOptions(engine, role),
    schema: jobsSchema(schema),
    migrate: false,
    createSchema: false,
    schedule: queues.some(({ cron }) => cron !== undefined),
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    monitorVacuum: false,
    reindex: false,
    // Poolers do not pass on NOTIFY, so jobs are found by polling, within a second.
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
            // Wakes the next worker too. Otherwise a backlog would shrink by only one job per poll.
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
    retryDeadLetters: (trx, which) => redriveDeadLetters(boss, trx, { schema, queues, which }),
    async stop() {
      await waking.stop();
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}

/**
 * Workers skip locked rows, so the job cannot start before the changes of this transaction are visible. The
 * lock is shared, so other senders need not wait.
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

/** The logger prints no plain objects, so an error that is one is copied into an Error. */
function recordError(error: object & { message: string }, log: Log): void {
  if (error instanceof Error) log.warn({ err: error }, 'jobs');
  else log.warn({ err: Object.assign(new Error(), error), message: error.message }, 'jobs');
}

/** The text of an error may contain a person's name, so only the number of refusals is stored. */
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
    await handle((job.data ?? {}) as never);
    return { id, status: 'completed' };
  } catch (error) {
    const before = (job.output as Partial<JobFailures> | null)?.refusals ?? 0;
    const refusals = error instanceof DefiniteFailure ? before + 1 : before;
    if (refusals >= tries) {
      log.error({ err: error, queue, job: id }, 'a job became a dead letter');
      return { id, status: 'deadletter', output: { refusals } };
    }
    // Only a job's first failure is a warning, because an outage would otherwise fill the log.
    log[retryCount === 0 ? 'warn' : 'debug']({ err: error, queue, job: id }, 'a job failed');
    return { id, status: 'failed', output: { refusals } };
  }
}
