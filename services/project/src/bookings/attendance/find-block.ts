import { sql } from 'kysely';
import type { Db } from '../../schema.ts';

/**
 * Until when a person may not apply: 30 days from the second of two absences within 90 days, of those that they were told of
 * and that nobody disputes or that were decided so. Counted each time, so that an undo heals it.
 */
export async function findBlock(db: Db, participantId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(told_at + interval '30 days') as until
    from (
      select starts_at, told_at, lag(starts_at) over (order by starts_at) as before
      from project.bookings
      where participant_id = ${participantId} and state = 'NO_SHOW' and told_at is not null
        and (reported_at is null or decision = 'RESEARCHER')
    ) as missed
    where before > starts_at - interval '90 days' and told_at + interval '30 days' > now()`.execute(db);
  return rows[0]?.until ?? undefined;
}
