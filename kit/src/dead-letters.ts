import { type Kysely, sql } from 'kysely';
import { PgBoss, fromKysely } from 'pg-boss';
import { type Engine, anyOfIds } from './database.ts';
import { STOP_MS, jobConnectionOptions, deadLetterQueue, jobsSchema, quiet } from './job-store.ts';

export interface DeadLetter {
  /** The queue in which the job has failed. */
  queue: string;
  id: string;
  since: Date;
  data: unknown;
}
export type WhichDeadLetters = { id: string } | { queue?: string | undefined };

const isMeant = (which: WhichDeadLetters) => sql`
  state = 'created' and name like ${`%${deadLetterQueue('')}`}
  and (${'id' in which ? which.id : null}::uuid is null or id = ${'id' in which ? which.id : null}::uuid)
  and (${('queue' in which ? which.queue : undefined) ?? null}::text is null
    or name = ${deadLetterQueue(('queue' in which ? which.queue : undefined) ?? '')})`;

/** Returns the oldest first. With `isLocked`, skips those that another caller retries at this moment. */
export async function listDeadLetters<Tables>(
  db: Kysely<Tables>,
  schema: string,
  which: WhichDeadLetters = {},
  { most, skipped = 0, isLocked = false }: { most?: number; skipped?: number; isLocked?: boolean } = {},
): Promise<DeadLetter[]> {
  const { rows } = await sql<DeadLetter>`
    select left(name, -length(${deadLetterQueue('')})) as queue, id, created_on as since, data
    from ${sql.table(`${jobsSchema(schema)}.job`)} where ${isMeant(which)}
    order by created_on, id limit ${most ?? null} offset ${skipped}
    ${isLocked ? sql`for update skip locked` : sql``}`.execute(db);
  return rows;
}

export async function countDeadLetters<Tables>(
  db: Kysely<Tables>,
  schema: string,
  which: WhichDeadLetters = {},
): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from ${sql.table(`${jobsSchema(schema)}.job`)}
    where ${isMeant(which)}`.execute(db);
  return rows[0]?.many ?? 0;
}

interface RetriedQueues {
  schema: string;
  queues: readonly { name: string; countsTriesIn?: string }[];
  which: WhichDeadLetters;
}

/** If several callers retry a job, it is retried once. Its count of attempts starts again. */
export async function redriveDeadLetters<Tables>(
  boss: PgBoss,
  db: Kysely<Tables>,
  { schema, queues, which }: RetriedQueues,
): Promise<number> {
  const jobs = await listDeadLetters(db, schema, which, { isLocked: true });
  for (const [queue, ofQueue] of Map.groupBy(jobs, (job) => job.queue)) {
    const ids = ofQueue.map(({ id }) => id);
    const deadQueue = deadLetterQueue(queue);
    const { countsTriesIn } = queues.find(({ name }) => name === queue) ?? {};
    if (countsTriesIn !== undefined) {
      await sql`
        update ${sql.table(`${jobsSchema(schema)}.job`)} set data = data - ${countsTriesIn}::text
        where id = ${anyOfIds(ids)} and name = ${deadQueue}`.execute(db);
    }
    // If a debounced job already waits, it also does the work of the dead letter.
    await boss.redrive(deadQueue, { db: fromKysely(db), ids, limit: ids.length });
  }
  return jobs.length;
}

/** Commands use this, because they run no jobs. */
export async function retryDeadLetters(engine: Engine, options: RetriedQueues): Promise<number> {
  const boss = new PgBoss({
    ...jobConnectionOptions(engine, undefined),
    schema: jobsSchema(options.schema),
    ...quiet,
  });
  await boss.start();
  try {
    return await redriveDeadLetters(boss, engine.owner, options);
  } finally {
    await boss.stop({ graceful: false, timeout: STOP_MS });
  }
}
