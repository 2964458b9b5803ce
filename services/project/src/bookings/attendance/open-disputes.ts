import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ABSENCE_WINDOW_DAYS, BLOCK_DAYS } from '@app/contracts/project/meeting-choices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import { queueLetters } from '../../letters/queue-letter.ts';

/** Of `booking`: its accounts wait for the admin's decision. */
export const isUndecided = sql<boolean>`(booking.reported_at is not null and booking.decided_at is null
  and booking.state in ('NO_SHOW', 'NOBODY_CAME'))`;

/** Disputes that wait for the admin's decision, as an operator sees them: without names, numbers or words. */
export function openDisputes({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) {
  const open = db
    .selectFrom('project.bookings as booking')
    .innerJoin('project.studies as study', 'study.study_id', 'booking.study_id')
    .where(isUndecided)
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

/**
 * SQL, until when a person may not apply (`BLOCK_DAYS`). An absence counts once
 * it is final, and if it is undisputed or was decided so. Counted each time, so an undo heals it. Null without a
 * block.
 */
export const blockedUntil = (participantId: `$${number}`) => `
  select max(final_at + make_interval(days => ${BLOCK_DAYS}))
  from (
    select starts_at, final_at, lag(starts_at) over (order by starts_at) as before
    from project.bookings
    where participant_id = ${participantId} and state = 'NO_SHOW' and final_at <= now()
      and (reported_at is null or decision = 'RESEARCHER')
  ) as missed
  where before > starts_at - make_interval(days => ${ABSENCE_WINDOW_DAYS}) and final_at + make_interval(days => ${BLOCK_DAYS}) > now()`;
