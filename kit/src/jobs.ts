import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { PgBoss, fromKysely, fromPglite } from 'pg-boss';
import type { ConstructorOptions } from 'pg-boss';
import type { Engine } from './database.ts';
import { transaction } from './database.ts';
import type { Log } from './log.ts';
import type { PgliteEngine } from './pglite-engine.ts';

/** A queue by its name, and what its jobs hold. */
export interface Queue<Data extends object> {
  readonly name: string;
  /** Never set: it only carries the type. */
  readonly holds?: Data;
}

/** Jobs are kept in the database beside the service's tables and are done at least once: a handler may run twice. */
export interface Jobs {
  /** Puts a job into a queue, in the transaction of the change that calls for it. */
  send<Tables, Data extends object>(trx: Transaction<Tables>, queue: Queue<Data>, data: Data): Promise<void>;
  /** Works through a queue for as long as the process runs; a handler that throws is tried again later. */
  work<Data extends object>(queue: Queue<Data>, handle: (data: Data) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** First try at once, then after about 5, 10, 20 … seconds; given up after about an hour and kept for an operator. */
const retries = { retryLimit: 9, retryDelay: 5, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 60 };
const POLLING_SECONDS = 1;
const STOP_MS = 5000;

const jobsSchema = (schema: string) => `${schema}_jobs`;

/** Creates the tables and queues of a service's jobs, as the owner; running it again changes nothing. */
export async function prepareJobs(
  engine: Engine,
  options: { url: string | undefined; schema: string; role: string; queues: readonly Queue<object>[] },
): Promise<void> {
  const { url, schema, role, queues } = options;
  const boss = new PgBoss({ ...connection(engine, url, undefined), schema: jobsSchema(schema), ...quiet });
  boss.on('error', () => {});
  await boss.start();
  for (const { name: queue } of queues) {
    await boss.createQueue(parked(queue));
    await boss.createQueue(queue, { ...retries, notify: true, deadLetter: parked(queue) });
  }
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

const parked = (queue: string) => `${queue}-parked`;

/** Opens the queues for sending and working, as the service's own role. */
export async function openJobs(
  engine: Engine,
  options: { url: string | undefined; schema: string; role: string; log: Log },
): Promise<Jobs> {
  const { url, schema, role, log } = options;
  const boss = new PgBoss({
    ...connection(engine, url, role),
    schema: jobsSchema(schema),
    migrate: false,
    createSchema: false,
    schedule: false,
    monitorVacuum: false,
    reindex: false,
    // A sent job wakes its worker at once; polling only picks up retries.
    useListenNotify: true,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'));
  await boss.start();
  return {
    async send(trx, queue, data) {
      await boss.send(queue.name, data, { db: fromKysely(trx) });
    },
    async work(queue, handle) {
      await boss.work(
        queue.name,
        {
          pollingIntervalSeconds: POLLING_SECONDS,
          notifyPollingIntervalSeconds: POLLING_SECONDS,
          batchSize: 1,
        },
        async ([job]) => {
          if (job) await handle(job.data as never);
        },
      );
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}

const quiet = { supervise: false, schedule: false, monitorVacuum: false, reindex: false } as const;

function connection(engine: Engine, url: string | undefined, role: string | undefined): ConstructorOptions {
  if (engine.kind === 'pglite') return { db: fromPglite((engine as PgliteEngine).pglite), backend: 'pglite' };
  if (url === undefined) throw new Error('A PostgreSQL engine has a URL');
  return { connectionString: url, max: 2, ...(role === undefined ? {} : { options: `-c role=${role}` }) };
}
