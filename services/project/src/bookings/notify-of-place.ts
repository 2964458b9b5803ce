import { type Transaction, sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import { type PersonNotification, notify } from '../notifications/notify.ts';
import { meetingDetails } from './reads.ts';

/** If more places or links of the study change while this job waits, it is about them too. */
export const PLACE_CHANGES: Queue<{ studyId: string }> = { name: 'place-changes', isDebounced: true };

/** For meetings that start so soon that the other job could be too late. */
export const URGENT_PLACE_CHANGES: Queue<{ studyId: string }> = {
  name: 'urgent-place-changes',
  isDebounced: true,
};
const URGENT_SECONDS = 15;
const URGENT = sql`booking.starts_at < now() + interval '30 minutes'`;

/** If the meeting starts within these hours, a text message and a push are sent too. */
const SOON_HOURS = 24;

export const hashedDetails = sql<string>`md5(${meetingDetails}::text)`;

interface Due {
  id: string;
  userId: string;
  studyId: string;
  study: string;
  startsAt: Date;
  sequence: number;
  notices: number;
  isSoon: boolean;
}

/**
 * Compares the details with those of the last message. So a second run, or a change that was undone, sends
 * nothing. If a message about the time is due, it also names the place.
 */
export async function notifyOfPlaces(
  deps: Pick<Deps, 'jobs' | 'config'>,
  trx: Transaction<ProjectTables>,
  of: { bookingId: string } | { studyId: string; isUrgent: boolean },
): Promise<string[]> {
  const limit = deps.config.PLACE_NOTICES_AT_ONCE;
  const which =
    'bookingId' in of
      ? sql`booking.booking_id = ${of.bookingId}`
      : sql`booking.study_id = ${of.studyId} and (${URGENT} or not ${of.isUrgent}::boolean)`;
  // Rows are locked in the same order as in cancel-slot.ts.
  const { rows } = await sql<Due>`
    with due as materialized (
      select booking.booking_id from project.bookings as booking join project.studies as study using (study_id)
      where ${which} and booking.state in ('BOOKED', 'CONFIRMED') and booking.starts_at > now()
        and booking.notified_starts_at = booking.starts_at and booking.notified_details <> ${hashedDetails}
      order by booking.application_id, booking.booking_id limit ${limit} for no key update of booking
    )
    update project.bookings as booking
    set notified_details = ${hashedDetails}, details_notices = details_notices + 1
    from due, project.studies as study
    where booking.booking_id = due.booking_id and study.study_id = booking.study_id
    returning booking.booking_id as id, booking.participant_id as "userId", booking.study_id as "studyId",
      study.public_name as study, booking.starts_at as "startsAt", booking.sequence,
      booking.details_notices as notices, booking.starts_at < now() + make_interval(hours => ${SOON_HOURS}) as "isSoon"`.execute(
    trx,
  );
  await notify(deps, trx, rows.map(placeNotification));
  if (rows.length === limit && 'studyId' in of) {
    const { studyId, isUrgent } = of;
    await deps.jobs.send(trx, isUrgent ? URGENT_PLACE_CHANGES : PLACE_CHANGES, { studyId }, { key: studyId });
  }
  return rows.map(({ userId }) => userId);
}

const placeNotification = ({ id, userId, studyId, study, startsAt, ...due }: Due): PersonNotification => ({
  userId,
  about: `${id}:${due.sequence}:${due.notices}`,
  kind: 'PLACE_CHANGED',
  params: { studyId, study, startsAt: startsAt.toISOString() },
  emailKind: due.isSoon ? 'PLACE_CHANGED_SOON' : 'PLACE_CHANGED',
});

export const notifyOfPlaceChange =
  (isUrgent: boolean) =>
  async (
    { db, openPages, ...deps }: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages'>,
    { studyId }: { studyId: string },
  ): Promise<void> =>
    openPages.notify(await transaction(db, (trx) => notifyOfPlaces(deps, trx, { studyId, isUrgent })));

export async function queuePlaceNotifications(
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  trx: Transaction<ProjectTables>,
  studyId: string,
): Promise<void> {
  const afterSeconds = config.FURTHER_CHANGES_SECONDS;
  await jobs.send(trx, PLACE_CHANGES, { studyId }, { key: studyId, afterSeconds });
  await jobs.send(
    trx,
    URGENT_PLACE_CHANGES,
    { studyId },
    { key: studyId, afterSeconds: Math.min(afterSeconds, URGENT_SECONDS) },
  );
}
