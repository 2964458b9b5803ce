import { sql } from 'kysely';
import { OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import { writePayables } from '../../payables/payables.ts';

const BATCH = 500;

/**
 * Marks bookings as attended that no one has marked in time. Disputed bookings are in another state, so they
 * are not included.
 */
export async function markUnmarked({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  await transaction(db, async (trx) => {
    const { rows } = await sql<{ applicationId: string }>`
      with due as (
        select booking_id from project.bookings
        where state in ('BOOKED', 'CONFIRMED') and ends_at <= now() - ${OPEN_HOURS}::int * interval '1 hour'
        order by starts_at limit ${BATCH} for update skip locked
      ), ended as (
        update project.bookings as booking
        set state = 'ATTENDED', marked_at = now(), final_at = now(), counts_as_attended = true
        from due where booking.booking_id = due.booking_id
        returning booking.booking_id, booking.starts_at, booking.application_id
      ), recorded as (
        insert into project.booking_steps (booking_id, state, starts_at, made_by)
        select booking_id, 'ATTENDED', starts_at, 'SYSTEM' from ended
      )
      select application_id as "applicationId" from ended`.execute(trx);
    await writePayables(
      { jobs },
      trx,
      rows.map(({ applicationId }) => applicationId),
    );
  });
}
