import { sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import { queueLetters } from '../../letters/queue-letter.ts';

const KIND = 'DISPUTED_72';
const BATCH = 500;

/**
 * Writes to the admin once more about a dispute that has waited for three days, since nobody is paid until it is
 * decided. Row and letter are one transaction, so it is sent once. A month-old one only shows in the operator's list.
 */
export async function remindOfDisputes({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  await transaction(db, async (trx) => {
    const { rows } = await sql<{ id: string; userId: string }>`
      with due as (
        select booking_id, starts_at, researcher_id as user_id from project.bookings as booking
        where project.is_open_dispute(booking.state, booking.reported_at, booking.decided_at)
          and booking.reported_at <= now() - interval '72 hours' and booking.reported_at > now() - interval '30 days'
          and not exists (select from project.reminders as sent
            where sent.about_id = booking.booking_id and sent.kind = ${KIND})
        order by booking.reported_at limit ${BATCH}
      ), noted as (
        insert into project.reminders (about_id, kind, starts_at)
        select booking_id, ${KIND}, starts_at from due on conflict do nothing returning about_id
      )
      select booking_id as id, user_id as "userId" from due join noted on about_id = booking_id`.execute(trx);
    await queueLetters(
      { jobs },
      trx,
      rows.map(({ id, userId }) => ({ userId, kind: 'ATTENDANCE_DISPUTED', about: `${id}:${KIND}` })),
    );
  });
}
