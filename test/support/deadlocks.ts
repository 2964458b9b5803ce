import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/** Counts the deadlocks in this database. Ends all its connections. */
export async function countDeadlocks({ engine: { owner } }: TestApp): Promise<number | undefined> {
  // A connection reports its counts to the server when it ends at the latest.
  await sql`
    select pg_terminate_backend(pid, 60000) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    owner,
  );
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(owner);
  return rows[0]?.deadlocks;
}
