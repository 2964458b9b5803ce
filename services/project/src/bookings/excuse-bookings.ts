import { DAY_MS } from '@app/contracts/durations.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { LIVE_STATES } from './states.ts';

/** Call this after each start and end of a suspension, with the researcher's row locked. */
export async function excuseBookings(trx: Db, researcherId: string): Promise<void> {
  // After a suspension, meetings still ahead take place as booked.
  // Places and offers did not expire during it, so people get at least a day to use them.
  await sql`
    update project.bookings as booking set is_excused = not is_excused,
      expires_at = case when is_excused and expires_at is not null
        then greatest(expires_at, least(starts_at, now() + ${DAY_MS}::int * interval '1 millisecond'))
        else expires_at end
    where researcher_id = ${researcherId} and state in (${sql.join(LIVE_STATES)})
      and (expires_at is not null or case when is_excused then starts_at else ends_at end > now())
      and is_excused <> exists (
        select from project.suspended_studies as suspended
        where suspended.study_id = booking.study_id)`.execute(trx);
}
