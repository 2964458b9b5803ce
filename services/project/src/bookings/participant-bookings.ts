import { type SelectQueryBuilder, sql } from 'kysely';
import type { ReplyOf, Paging } from '@app/contracts/endpoint.ts';
import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import { START_MINUTES } from '@app/contracts/project/submission-choices.ts';
import type { readNextMeeting } from '@app/contracts/project/next-meeting.ts';
import { LATE_MINUTES, MOST_MOVES, OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { prepareQuery } from '@app/kit/database.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { bookingColumns, calendarSequence, isPlaceChanged, isProposed, meetingDetails } from './reads.ts';
import { proofPair, spellProofWords } from './proof-words.ts';
import { FREE_MINUTES, MEETING_STATES, isOneOf } from './states.ts';

const hours = (count: number) => sql`${count}::int * interval '1 hour'`;
const minutes = (count: number) => sql`${count}::int * interval '1 minute'`;

export const OWN_BOOKING_COLUMNS = [
  'booking_id',
  'study_id',
  'application_id',
  'participant_id',
  'researcher_id',
  'state',
  'starts_at',
  'ends_at',
  'expires_at',
  'booked_at',
  'confirmed_at',
  'is_late',
  'cancel_reason',
  'counts_as_attended',
  'report_kind',
  'reported_at',
  'decision',
  'decision_reason',
  'final_at',
  'calls',
  'proven_at',
  'moves',
  'sequence',
  'details_notices',
  'phone_number',
  'is_on_whatsapp',
] as const;

type Columns = Pick<ProjectTables['project.bookings'], (typeof OWN_BOOKING_COLUMNS)[number]>;
type FromBooking = SelectQueryBuilder<ProjectTables & { booking: Columns }, 'booking', object>;

/** `from` can be a statement that writes the booking. Then the result shows the booking after the change. */
export const selectOwnBooking = (from: FromBooking) =>
  from
    .innerJoin('project.studies as study', 'study.study_id', 'booking.study_id')
    .select([
      ...bookingColumns,
      'booking.researcher_id as researcherId',
      'booking.moves',
      'booking.sequence',
      'booking.phone_number as phoneNumber',
      'booking.is_on_whatsapp as isOnWhatsApp',
      'study.public_name as publicName',
      'study.company_name as companyName',
      'study.meeting_way as meetingWay',
      meetingDetails.as('meetingDetails'),
      proofPair.as('proofPair'),
      calendarSequence,
      isPlaceChanged.as('isPlaceChanged'),
      isProposed.as('isProposed'),
      sql<Date>`case when ${isPlaceChanged} then booking.starts_at else least(booking.starts_at, greatest(booking.starts_at - ${sql.ref('study.notice_hours')} * interval '1 hour',
        booking.booked_at + ${minutes(FREE_MINUTES)})) end`.as('freeUntil'),
      sql<boolean>`booking.starts_at + ${minutes(LATE_MINUTES)} <= now() and now() < booking.ends_at + ${hours(OPEN_HOURS)}`.as(
        'isOpenForReport',
      ),
      sql<Date>`booking.ends_at + ${hours(OPEN_HOURS)}`.as('reportUntil'),
      sql<Date>`booking.final_at + ${hours(OPEN_HOURS)}`.as('disputeUntil'),
    ])
    .select((eb) =>
      eb
        .selectFrom('project.outdated_consents as asked')
        .select('asked.consent')
        .whereRef('asked.application_id', '=', 'booking.application_id')
        .as('asksConsent'),
    );
export type OwnBookingRow = Awaited<ReturnType<ReturnType<typeof selectOwnBooking>['execute']>>[number];

const selectParticipantBookings = (db: Db, participantId: string) =>
  selectOwnBooking(db.selectFrom('project.bookings as booking')).where(
    'booking.participant_id',
    '=',
    participantId,
  );

function canReport(row: OwnBookingRow): OwnBooking['canReport'] {
  if (row.reportedAt) return null;
  if (row.state === 'NO_SHOW' && row.disputeUntil > row.now) {
    return { kind: 'NOT_A_NO_SHOW', until: row.disputeUntil.toISOString() };
  }
  return isOneOf(MEETING_STATES, row.state) && row.isOpenForReport
    ? { kind: 'NOBODY_CAME', until: row.reportUntil.toISOString() }
    : null;
}

const toIsoOrNull = (at: Date | null) => at?.toISOString() ?? null;

export function describeOwnBooking(row: OwnBookingRow): OwnBooking {
  const { state } = row;
  const isBooked = isOneOf(MEETING_STATES, state);
  const isAhead = isBooked && row.startsAt !== null && row.startsAt > row.now;
  return {
    id: row.id,
    studyId: row.studyId,
    applicationId: row.applicationId,
    state,
    startsAt: toIsoOrNull(row.startsAt),
    endsAt: toIsoOrNull(row.endsAt),
    expiresAt: toIsoOrNull(row.expiresAt),
    confirmedAt: toIsoOrNull(row.confirmedAt),
    isProposed: row.isProposed,
    calls: row.calls,
    proofWords: spellProofWords(row),
    provenAt: toIsoOrNull(row.provenAt),
    isLate: row.isLate,
    cancelReason: row.cancelReason,
    countsAsAttended: row.countsAsAttended,
    finalAt: toIsoOrNull(row.finalAt),
    report:
      row.reportKind && row.reportedAt ? { kind: row.reportKind, at: row.reportedAt.toISOString() } : null,
    decision: row.decision ? { for: row.decision, reason: row.decisionReason ?? '' } : null,
    movesLeft:
      isAhead || state === 'CANCELLED_BY_PARTICIPANT'
        ? MOST_MOVES - row.moves + Number(row.isPlaceChanged)
        : 0,
    freeUntil: isAhead && row.freeUntil > row.now ? row.freeUntil.toISOString() : null,
    canReport: canReport(row),
    phoneNumber: row.phoneNumber,
    isOnWhatsApp: row.isOnWhatsApp,
    meetingWay: row.meetingWay,
    details: isBooked ? row.meetingDetails : null,
    study: { publicName: row.publicName, companyName: row.companyName },
    asksConsent: isBooked ? row.asksConsent : null,
  };
}

export async function listBookingsByParticipant(
  db: Db,
  participantId: string,
  { page, size }: Paging,
): Promise<{ content: OwnBooking[]; totalElements: number }> {
  const [rows, { total }] = await Promise.all([
    selectParticipantBookings(db, participantId)
      .orderBy('booking.starts_at', (order) => order.desc().nullsFirst())
      .orderBy('booking.booking_id')
      .limit(size)
      .offset(page * size)
      .execute(),
    db
      .selectFrom('project.bookings')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('participant_id', '=', participantId)
      .executeTakeFirstOrThrow(),
  ]);
  return { content: rows.map(describeOwnBooking), totalElements: total };
}

export async function findOwnBooking(
  db: Db,
  own: { bookingId: string; participantId: string },
): Promise<OwnBooking | undefined> {
  const [row] = await ownBooking(db, own);
  return row && describeOwnBooking(row);
}

const ownBooking = prepareQuery(
  (db: Db, { bookingId, participantId }: { bookingId: string; participantId: string }) =>
    selectParticipantBookings(db, participantId).where('booking.booking_id', '=', bookingId),
);

/**
 * A meeting that has started is included while the researcher may still call, because its words are needed
 * then.
 */
export async function findNextMeeting(
  db: Db,
  participantId: string,
): Promise<ReplyOf<typeof readNextMeeting>['meeting']> {
  const row = await selectParticipantBookings(db, participantId)
    .where('booking.state', 'in', MEETING_STATES)
    .where(sql<boolean>`booking.ends_at + ${minutes(LATE_MINUTES)} > now()`)
    .orderBy('booking.starts_at')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { id, startsAt, confirmedAt, freeUntil, movesLeft, proofWords } = describeOwnBooking(row);
  return {
    id,
    sequence: row.sequence,
    startsAt: startsAt ?? '',
    hasStarted: row.startsAt !== null && row.startsAt <= row.now,
    isConfirmed: confirmedAt !== null,
    isLate: freeUntil === null,
    canChooseAgain: movesLeft > 0,
    isPlaceChanged: row.isPlaceChanged,
    proofWords,
  };
}

export async function findOwnCalendarEvent(db: Db, own: { bookingId: string; participantId: string }) {
  const row = await selectParticipantBookings(db, own.participantId)
    .where('booking.booking_id', '=', own.bookingId)
    .where('booking.state', 'in', MEETING_STATES)
    .executeTakeFirst();
  return row && { ...row, startsAt: row.startsAt as Date, endsAt: row.endsAt as Date };
}

export async function findSurveyDeadline(db: Db, participantId: string): Promise<string | null> {
  const { AT_ONCE, AFTER_ACCEPTANCE } = START_MINUTES;
  const { rows } = await sql<{ until: Date | null }>`
    select min(until) as until from project.survey_deadlines(${AT_ONCE}::int, ${AFTER_ACCEPTANCE}::int)
    where participant_id = ${participantId} and until > now()`.execute(db);
  return rows[0]?.until?.toISOString() ?? null;
}
