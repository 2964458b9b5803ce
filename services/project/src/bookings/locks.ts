import { sql } from 'kysely';
import { prepareQuery } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';
import { isPlaceChanged } from './reads.ts';
import { LIVE_STATES, isOneOf } from './states.ts';

const studyColumns = [
  'study.study_id as studyId',
  'study.name as studyName',
  'study.public_name as publicName',
  'study.company_name as companyName',
  'study.state as studyState',
  'study.duration_in_minutes as durationInMinutes',
  'study.meeting_way as meetingWay',
  'study.lead_hours as leadHours',
  'study.notice_hours as noticeHours',
  'study.buffer_minutes as bufferMinutes',
  'project.creator_id as researcherId',
] as const;

/**
 * Applications are locked before slots (docs/states.md). If the project is deleted, no application counts as
 * accepted, because no researcher would come.
 */
function selectLockedApplications(trx: Db) {
  return trx
    .selectFrom('project.applications as application')
    .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select([
      ...studyColumns,
      'application.application_id as applicationId',
      'application.applicant_id as participantId',
      'application.status',
      'application.consent_version as consentVersion',
      sql<boolean>`application.consent_version < study.consent_version`.as('isConsentOutdated'),
      sql<boolean>`application.status = 'ACCEPTED'
        and application.consent_withdrawn_at is null and project.deleted_at is null`.as('isAccepted'),
      sql<Date>`now()`.as('now'),
    ])
    .$narrowType<{ durationInMinutes: 15 | 30 | 45 | 60 }>()
    .forUpdate('application');
}
export type LockedApplication = Awaited<
  ReturnType<ReturnType<typeof selectLockedApplications>['executeTakeFirstOrThrow']>
>;

interface OfStudy {
  studyId: string;
  participantId: string;
}

export async function lockOwnApplication(trx: Db, own: OfStudy): Promise<LockedApplication | undefined> {
  return (await selectApplicationForUpdate(trx, own))[0];
}

const selectApplicationForUpdate = prepareQuery((trx: Db, { studyId, participantId }: OfStudy) =>
  selectLockedApplications(trx)
    .where('application.study_id', '=', studyId)
    .where('application.applicant_id', '=', participantId),
);

export async function lockApplication(
  trx: Db,
  applicationId: string,
): Promise<LockedApplication | undefined> {
  return selectLockedApplications(trx)
    .where('application.application_id', '=', applicationId)
    .executeTakeFirst();
}

const lockedBookingColumns = [
  'booking_id as id',
  'application_id as applicationId',
  'study_id as studyId',
  'participant_id as participantId',
  'researcher_id as researcherId',
  'state',
  'starts_at as startsAt',
  'ends_at as endsAt',
  'expires_at as expiresAt',
  'sequence',
  'moves',
  'booked_at as bookedAt',
  'confirmed_at as confirmedAt',
  'marked',
  'marked_at as markedAt',
  'final_at as finalAt',
  'report_kind as reportKind',
  'reported_at as reportedAt',
  'decided_at as decidedAt',
  'phone_number as phoneNumber',
  'is_on_whatsapp as isOnWhatsApp',
  'excused_at as excusedAt',
  'number_shown_at as numberShownAt',
  'calls',
  'unanswered_at as unansweredAt',
  isPlaceChanged.as('isPlaceChanged'),
] as const;

export type LockedBooking = NonNullable<Awaited<ReturnType<typeof findLiveBooking>>>;

/** The caller must lock the application. */
export async function findLiveBooking(trx: Db, applicationId: string) {
  return trx
    .selectFrom('project.bookings as booking')
    .select(lockedBookingColumns)
    .where('application_id', '=', applicationId)
    .where('state', 'in', LIVE_STATES)
    .executeTakeFirst();
}

/** A new booking starts with the number of changes of the one before. So the newest booking has the sum. */
export const countMovesSql = (applicationId: string) => sql<number>`coalesce((
  select moves + (state = 'CANCELLED_BY_PARTICIPANT' and not ${isPlaceChanged})::int
  from project.bookings as booking
  where application_id = ${applicationId} order by created_at desc, booking_id desc limit 1), 0)`;

export interface Bookings {
  live: LockedBooking | undefined;
  /** The booking that the participant cancelled last, and may book again. */
  lastCancelled: LockedBooking | undefined;
  moves: number;
  hasMet: boolean;
}

const selectBookings = prepareQuery((trx: Db, { studyId, participantId }: OfStudy) =>
  trx
    .selectFrom('project.bookings as booking')
    .select(lockedBookingColumns)
    .where('study_id', '=', studyId)
    .where('participant_id', '=', participantId)
    .orderBy('created_at', 'desc')
    .orderBy('booking_id', 'desc'),
);

export async function readBookings(trx: Db, own: OfStudy): Promise<Bookings> {
  const all = await selectBookings(trx, own);
  const [last] = all;
  const lastCancelled = last?.state === 'CANCELLED_BY_PARTICIPANT' ? last : undefined;
  return {
    live: all.find(({ state }) => isOneOf(LIVE_STATES, state)),
    lastCancelled,
    moves: (last?.moves ?? 0) + (lastCancelled && !lastCancelled.isPlaceChanged ? 1 : 0),
    hasMet: all.some(({ state }) => state === 'ATTENDED'),
  };
}

/** Locks the booking and also its application, because some scheduled jobs lock only bookings. */
export async function lockBooking(
  trx: Db,
  own: { bookingId: string } & ({ participantId: string } | { researcherId: string } | object),
): Promise<{ application: LockedApplication; booking: LockedBooking } | undefined> {
  const mine = trx
    .selectFrom('project.bookings as booking')
    .where('booking_id', '=', own.bookingId)
    .$if('participantId' in own, (query) =>
      query.where('participant_id', '=', (own as { participantId: string }).participantId),
    )
    .$if('researcherId' in own, (query) =>
      query.where('researcher_id', '=', (own as { researcherId: string }).researcherId),
    );
  const [application, booking] = await Promise.all([
    selectLockedApplications(trx)
      .where('application.application_id', '=', mine.select('application_id'))
      .executeTakeFirst(),
    mine.select(lockedBookingColumns).forNoKeyUpdate().executeTakeFirst(),
  ]);
  return application && booking && { application, booking };
}

/** A consent text that was changed after the meeting started does not count. */
export async function isOutdatedAt(
  trx: Db,
  { studyId, consentVersion, isConsentOutdated }: LockedApplication,
  startsAt: Date | null,
): Promise<boolean> {
  if (!isConsentOutdated) return false;
  const { rows } = await sql`
    select from project.study_consents where study_id = ${studyId} and version > ${consentVersion}
      and written_at <= ${startsAt ?? 'infinity'}::timestamptz limit 1`.execute(trx);
  return rows.length > 0;
}
