import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/**
 * Call this after each start and end of a suspension, with the researcher's row locked. Meetings that are
 * still ahead when it ends take place as booked.
 */
export async function excuseAbsences(trx: Db, researcherId: string): Promise<void> {
  await sql`
    update project.bookings as booking set is_excused = not is_excused
    where researcher_id = ${researcherId} and state in ('BOOKED', 'CONFIRMED')
      and case when is_excused then starts_at else ends_at end > now()
      and is_excused <> exists (
        select from project.suspended_studies as suspended where suspended.study_id = booking.study_id)`.execute(
    trx,
  );
}
