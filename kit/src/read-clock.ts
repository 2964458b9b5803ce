import { type Kysely, sql } from 'kysely';

/** SQL, the instant by the database's clock, as exact as a Date keeps it. What nodes decide by time they decide by this one. */
export const clock = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

export async function readClock<Tables>(db: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${clock} as now`.execute(db);
  return rows[0]!.now;
}
