import { sql } from 'kysely';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { ABSENCE_WINDOW_DAYS, BLOCK_DAYS } from '@app/contracts/project/meeting-choices.ts';
import { type MeetingDetails, ROOM_PLACEHOLDER } from '@app/contracts/project/meeting-fields.ts';
import { anyOfIds, prepareQuery } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';

type LatestBooking = NonNullable<Applicant['meeting']>;

const latest = (db: Db) =>
  db
    .selectFrom('project.bookings')
    .distinctOn('application_id')
    .select(['application_id as applicationId', 'state', 'starts_at as startsAt'])
    .where('state', '<>', 'LAPSED')
    .orderBy('application_id')
    .orderBy('created_at', 'desc');

const selectLatestBookings = prepareQuery(
  (db: Db, { applicationIds }: { applicationIds: readonly string[] }) =>
    latest(db).where('application_id', '=', anyOfIds(applicationIds)),
);

const toIsoOrNull = (at: Date | null) => at?.toISOString() ?? null;

export async function findLatestBookings(
  db: Db,
  applicationIds: readonly string[],
): Promise<Map<string, LatestBooking>> {
  if (applicationIds.length === 0) return new Map();
  const rows = await selectLatestBookings(db, { applicationIds });
  return new Map(
    rows.map(({ applicationId, state, startsAt }) => [
      applicationId,
      { state, startsAt: toIsoOrNull(startsAt) },
    ]),
  );
}

export async function findLatestOfStudy(
  db: Db,
  studyId: string,
): Promise<(LatestBooking & { applicationId: string })[]> {
  const rows = await latest(db).where('study_id', '=', studyId).execute();
  return rows.map((row) => ({ ...row, startsAt: toIsoOrNull(row.startsAt) }));
}

/**
 * An absence blocks the participant if it is final, is not disputed or was confirmed, and follows another one
 * within `ABSENCE_WINDOW_DAYS`. The block is not stored, so that an admin's decision can end it.
 */
export async function findNoShowBlock(db: Db, participantId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(final_at + make_interval(days => ${BLOCK_DAYS})) as until
    from (
      select starts_at, final_at, lag(starts_at) over (order by starts_at) as before
      from project.bookings
      where participant_id = ${participantId} and state = 'NO_SHOW' and final_at <= now()
        and (reported_at is null or decision = 'RESEARCHER')
    ) as missed
    where before > starts_at - make_interval(days => ${ABSENCE_WINDOW_DAYS})
      and final_at + make_interval(days => ${BLOCK_DAYS}) > now()`.execute(db);
  return rows[0]?.until ?? undefined;
}

export const bookingColumns = [
  'booking.booking_id as id',
  'booking.study_id as studyId',
  'booking.application_id as applicationId',
  'booking.state',
  'booking.starts_at as startsAt',
  'booking.ends_at as endsAt',
  'booking.expires_at as expiresAt',
  'booking.confirmed_at as confirmedAt',
  'booking.is_late as isLate',
  'booking.cancel_reason as cancelReason',
  'booking.counts_as_attended as countsAsAttended',
  'booking.report_kind as reportKind',
  'booking.reported_at as reportedAt',
  'booking.decision',
  'booking.decision_reason as decisionReason',
  'booking.final_at as finalAt',
  'booking.calls',
  'booking.proven_at as provenAt',
  sql<Date>`now()`.as('now'),
] as const;

/** The SEQUENCE in calendar files must also grow if the place changes. */
export const calendarSequence = sql<number>`booking.sequence + booking.details_notices`.as(
  'calendarSequence',
);

const slotOfBooking = sql`project.study_slots as slot
  where slot.study_id = booking.study_id and slot.starts_at = booking.starts_at`;

/** The link or address of the booking. The query must join `study`. */
export const meetingDetails = sql<MeetingDetails>`coalesce((
  select replace(coalesce(slot.meeting_details, study.meeting_details)::text, ${ROOM_PLACEHOLDER}, slot.room)::jsonb
  from ${slotOfBooking}), study.meeting_details)`;

export const hasOwnDetails = sql<boolean>`exists (
  select from ${slotOfBooking} and slot.meeting_details is not null)`;

/**
 * True if the meeting has another place than when it was booked. Then a change of the participant is never
 * late.
 */
export const isPlaceChanged = sql<boolean>`exists (
  select from ${slotOfBooking} and slot.place_changed_at > booking.booked_at)`;

/** True if the offer comes from the researcher and not from the waiting list. */
export const isProposed = sql<boolean>`(booking.state = 'OFFERED' and exists (
  select from project.booking_steps as step
  where step.booking_id = booking.booking_id and step.state = 'OFFERED' and step.made_by = 'RESEARCHER'))`;
