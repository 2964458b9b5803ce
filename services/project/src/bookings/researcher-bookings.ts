import { sql } from 'kysely';
import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';
import type { Deps } from '../deps.ts';
import { readPersonNames } from '../identity-peer.ts';
import type { Db } from '../schema.ts';
import { bookingColumns, calendarSequence, hasOwnDetails, meetingDetails } from './reads.ts';
import { firstWordNumber, spellFirstWord } from './proof-words.ts';
import { MARKED_STATES, isOneOf, correctableUntil } from './states.ts';

function selectResearcherBookings(db: Db, researcherId: string) {
  return db
    .selectFrom('project.bookings as booking')
    .innerJoin('project.studies as study', 'study.study_id', 'booking.study_id')
    .innerJoin('project.applications as application', 'application.application_id', 'booking.application_id')
    .select([
      ...bookingColumns,
      'application.participant_code as code',
      'booking.participant_id as applicantId',
      'booking.marked_at as markedAt',
      'booking.report_text as reportText',
      'booking.answer_text as answer',
      'study.name as studyName',
      'study.meeting_way as meetingWay',
      'study.seats_per_slot as seats',
      meetingDetails.as('details'),
      hasOwnDetails.as('hasOwnDetails'),
      firstWordNumber.as('firstWordNumber'),
      sql<boolean>`booking.unanswered_at is not null`.as('isUnanswered'),
      sql<number>`case when exists (
        select from project.bookings as other
        where other.application_id = booking.application_id and other.booking_id <> booking.booking_id
          and other.counts_as_attended
      ) then 0 else study.incentive end`.as('pays'),
      // This condition must be the same as in `isOutdatedAt` of locks.ts.
      sql<boolean>`study.consent_version = 0 or not exists (
        select from project.study_consents as consent
        where consent.study_id = study.study_id and consent.version > application.consent_version
          and consent.written_at <= coalesce(booking.starts_at, 'infinity'))`.as('hasAgreed'),
    ])
    .where('booking.researcher_id', '=', researcherId)
    .where('booking.state', '<>', 'LAPSED');
}
type Row = Awaited<ReturnType<ReturnType<typeof selectResearcherBookings>['execute']>>[number];

const toIsoOrNull = (at: Date | null) => at?.toISOString() ?? null;

/** Must not be called in a transaction, because it reads names from the identity service. */
export async function describeBookingsForResearcher(
  { callIdentity }: Pick<Deps, 'callIdentity'>,
  rows: readonly Row[],
): Promise<ResearcherBooking[]> {
  const people = [...new Set(rows.map(({ applicantId }) => applicantId))];
  const names = await readPersonNames(callIdentity, people);
  return rows.map(
    ({
      markedAt,
      finalAt,
      reportKind,
      reportText,
      reportedAt,
      decisionReason,
      decision,
      now,
      ...booking
    }) => {
      const { firstWordNumber: first, ...row } = booking;
      const { firstName = '', lastName = '' } = names.get(row.applicantId) ?? {};
      return {
        ...row,
        firstName,
        lastName,
        startsAt: toIsoOrNull(row.startsAt),
        endsAt: toIsoOrNull(row.endsAt),
        expiresAt: toIsoOrNull(row.expiresAt),
        confirmedAt: toIsoOrNull(row.confirmedAt),
        firstWord: spellFirstWord(booking.state, first),
        provenAt: toIsoOrNull(row.provenAt),
        report:
          reportKind && reportedAt
            ? { kind: reportKind, at: reportedAt.toISOString(), text: reportText ?? '' }
            : null,
        decision: decision ? { for: decision, reason: decisionReason ?? '' } : null,
        correctableUntil: toIsoOrNull(
          correctableUntil({ state: row.state, markedAt, isDecided: decision !== null }, now),
        ),
        undoUntil:
          finalAt && finalAt > now && isOneOf(MARKED_STATES, row.state) ? finalAt.toISOString() : null,
      };
    },
  );
}

const MOST_MEETINGS = 1000;

interface TimeRange {
  from: Date;
  to: Date;
}

const beginningIn = (db: Db, researcherId: string, { from, to }: TimeRange) =>
  selectResearcherBookings(db, researcherId)
    .where('booking.starts_at', '>=', from)
    .where('booking.starts_at', '<', to)
    .limit(MOST_MEETINGS);

export async function findMeetings(db: Db, researcherId: string, range: TimeRange) {
  return beginningIn(db, researcherId, range)
    .orderBy('booking.starts_at')
    .orderBy('booking.booking_id')
    .execute();
}

/** Future meetings come first. So if the calendar's limit is reached, the oldest meetings are missing. */
export async function findMeetingsAheadFirst(db: Db, researcherId: string, range: TimeRange) {
  return beginningIn(db, researcherId, range)
    .select(calendarSequence)
    .orderBy(sql`booking.ends_at <= now()`)
    .orderBy(sql`abs(extract(epoch from booking.starts_at - now()))`)
    .execute();
}

export async function findMeetingsOfStudy(
  db: Db,
  researcherId: string,
  { studyId, from, to }: { studyId: string; from: Date; to: Date },
) {
  return selectResearcherBookings(db, researcherId)
    .where('booking.study_id', '=', studyId)
    .where('booking.starts_at', '>=', from)
    .where('booking.starts_at', '<=', to)
    .where('booking.state', 'not in', ['CANCELLED_BY_PARTICIPANT', 'CANCELLED_BY_RESEARCHER'])
    .orderBy('booking.starts_at')
    .orderBy('booking.booking_id')
    .execute();
}

export async function findMeeting(db: Db, researcherId: string, bookingId: string): Promise<Row | undefined> {
  return selectResearcherBookings(db, researcherId)
    .where('booking.booking_id', '=', bookingId)
    .executeTakeFirst();
}

export async function countSeatsAndPeople(db: Db, studyId: string) {
  const { rows } = await sql<{ free: number; taken: number; waiting: number; met: number }>`
    select (select coalesce(sum(seats - taken), 0)::int from project.free_slots where study_id = ${studyId}) as free,
      (select coalesce(sum(taken), 0)::int from project.slots_ahead where study_id = ${studyId}) as taken,
      (select count(*)::int from project.waiting where study_id = ${studyId}
        and not exists (select from project.ended_studies where study_id = ${studyId})) as waiting,
      (select count(*)::int from project.bookings where study_id = ${studyId} and state = 'ATTENDED') as met`.execute(
    db,
  );
  return rows[0] ?? { free: 0, taken: 0, waiting: 0, met: 0 };
}
