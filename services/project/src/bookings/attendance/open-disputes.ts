import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import { queueLetters } from '../../letters/queue-letter.ts';

/** Disputes that wait for the admin's decision, as an operator sees them: without names, numbers or words. */
export function openDisputes({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) {
  const open = db
    .selectFrom('project.bookings as booking')
    .innerJoin('project.studies as study', 'study.study_id', 'booking.study_id')
    .where(sql<boolean>`project.is_open_dispute(booking.state, booking.reported_at, booking.decided_at)`)
    .where(sql<boolean>`coalesce(booking.final_at <= now(), true)`);
  return {
    /** Those open longest. */
    list: (most: number) =>
      open
        .select([
          'booking.booking_id as id',
          'study.name as studyName',
          'booking.starts_at as startsAt',
          sql<number>`floor(extract(epoch from now() - booking.reported_at) / 3600)::int`.as('openHours'),
        ])
        .orderBy('booking.reported_at')
        .limit(most)
        .execute(),

    /** Writes the letter to the admin again, with a link of today's key. False if there is no such dispute. */
    async sendAgain(bookingId: string): Promise<boolean> {
      const dispute = await open
        .select('booking.researcher_id as userId')
        .where('booking.booking_id', '=', bookingId)
        .executeTakeFirst();
      if (!dispute) return false;
      // Of one kind about one thing a second letter is not sent.
      const about = `${bookingId}:${randomUUID()}`;
      await transaction(db, (trx) =>
        queueLetters({ jobs }, trx, [{ ...dispute, kind: 'ATTENDANCE_DISPUTED', about }]),
      );
      return true;
    },
  };
}
