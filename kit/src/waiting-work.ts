import { type Kysely, type RawBuilder, sql } from 'kysely';
import { deadLetterQueue, jobsSchema } from './job-store.ts';

/** `rows` must select, for each thing that waits for an admin, the time `since` which it waits. */
export async function countWaiting<Kind extends string, Tables>(
  db: Kysely<Tables>,
  kind: Kind,
  rows: RawBuilder<unknown>,
): Promise<{ kind: Kind; count: number; oldestAt: string | null }> {
  const { rows: found } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*)::int as count, min(since) as "oldestAt" from (${rows}) as waiting`.execute(db);
  const [{ count, oldestAt } = { count: 0, oldestAt: null }] = found;
  return { kind, count, oldestAt: oldestAt?.toISOString() ?? null };
}

export const countWaitingDeadLetters = <Kind extends string, Tables>(
  db: Kysely<Tables>,
  kind: Kind,
  schema: string,
) =>
  countWaiting(
    db,
    kind,
    sql`select created_on as since from ${sql.table(`${jobsSchema(schema)}.job`)}
      where name like ${`%${deadLetterQueue('')}`} and state = 'created'`,
  );
