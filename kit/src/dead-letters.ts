import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { type Engine, anyOfIds } from './database.ts';
import { STOP_MS, connection, deadLetterQueue, jobsSchema, quiet } from './job-store.ts';
import type { Queue } from './jobs.ts';

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

/** Retries one job, or all of one or every queue. The count of attempts starts again. */
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
    // A debounced job that already waits does the work of the dead letter too.
    await boss.redrive(queue, { ids, limit: ids.length });
  }
  await boss.stop({ graceful: false, timeout: STOP_MS });
  return jobs.length;
}
