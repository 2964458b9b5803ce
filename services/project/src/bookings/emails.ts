import { sql } from 'kysely';
import { HOUR_MS } from '@app/contracts/durations.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import type { EmailCalendarEvent, ProjectEmail } from '@app/contracts/emails.ts';
import { type BookingState, OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { disputePath, paths } from '@app/contracts/web-paths.ts';
import { decisionWords, meetingWords } from '@app/words/meetings.ts';
import { myStudiesMeetingWords } from '@app/words/my-studies-meetings.ts';
import type { EmailWriters, WriteEmail } from '../emails/queue-email.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';
import { findReportedMeeting, isOpenDispute, disputeSecret } from './disputes/disputes.ts';
import { proofPair, spellProofWords } from './proof-words.ts';
import { isPlaceChanged, isProposed, meetingDetails } from './reads.ts';
import { MEETING_STATES, callableUntil, isOneOf } from './states.ts';
import { findWaitingListEntry } from './waiting-list/waiting-list.ts';

/**
 * `about` has the booking's id and sequence, so an outdated email is not sent. For emails of
 * notify-of-booking.ts it also has the notified time; they stay valid until a later one is queued.
 */
async function findMeetingByKey(db: Db, about: string) {
  const [bookingId = '', tag = '', was] = about.split(/:(.*?)(?::|$)(.*)/s);
  const [sequence = '', notified] = tag.split('.');
  if (!/^[\da-f-]{36}$/.test(bookingId)) return undefined;
  const row = await db
    .selectFrom('project.bookings as booking')
    .innerJoin('project.studies as study', 'study.study_id', 'booking.study_id')
    .innerJoin('project.applications as application', 'application.application_id', 'booking.application_id')
    .select([
      'booking.booking_id as id',
      'booking.application_id as applicationId',
      'application.participant_code as code',
      'booking.participant_id as participantId',
      'booking.researcher_id as researcherId',
      'booking.study_id as studyId',
      'booking.state',
      'booking.starts_at as startsAt',
      'booking.ends_at as endsAt',
      'booking.expires_at as expiresAt',
      'booking.sequence',
      'booking.details_notices as detailsNotices',
      isPlaceChanged.as('isPlaceChanged'),
      'booking.notified_starts_at as notifiedStartsAt',
      'booking.calls',
      proofPair.as('proofPair'),
      'booking.cancel_reason as cancelReason',
      'booking.final_at as finalAt',
      'booking.reported_at as reportedAt',
      'booking.counts_as_attended as countsAsAttended',
      'booking.report_kind as reportKind',
      'booking.decided_at as decidedAt',
      'booking.decision',
      'booking.decision_reason as decisionReason',
      'study.name',
      'study.incentive',
      'study.public_name as publicName',
      'study.meeting_way as meetingWay',
      meetingDetails.as('details'),
      sql<boolean>`study.deleted_at is not null or exists (select from project.projects as project
        where project.project_id = study.project_id and project.deleted_at is not null)`.as('isDeleted'),
      sql<Date>`now()`.as('now'),
    ])
    .where('booking.booking_id', '=', bookingId)
    .executeTakeFirst();
  const { startsAt, endsAt } = row ?? {};
  if (!row || !startsAt || !endsAt) return undefined;
  const meeting = { ...row, startsAt, endsAt, was: was ?? '', isOtherTime: false };
  if (notified === undefined)
    return sequence === '' || Number(sequence) === row.sequence ? meeting : undefined;
  const { notifiedStartsAt, state } = row;
  if (String(notifiedStartsAt?.getTime() ?? '') !== notified) return undefined;
  // The email about a cancellation states the time that both sides were last notified of.
  const time = notifiedStartsAt ?? new Date(meeting.was);
  const isPending = notifiedStartsAt !== null && state === 'CANCELLED_BY_PARTICIPANT';
  return {
    ...meeting,
    sequence: Number(sequence),
    startsAt: time,
    isOtherTime: time.getTime() !== startsAt.getTime(),
    endsAt: new Date(time.getTime() + endsAt.getTime() - startsAt.getTime()),
    state: isPending ? ('BOOKED' as const) : state,
  };
}
type Meeting = NonNullable<Awaited<ReturnType<typeof findMeetingByKey>>>;

export function meetingPlace({ details }: Pick<Meeting, 'details'>): string {
  const { link, place, landmark, digitalAddress } = details;
  return [link, place, landmark, digitalAddress]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
}

export const calendarUid = (bookingId: string) => `${bookingId}@${PRODUCT_NAME.toLowerCase()}`;

function toCalendarEvent(meeting: Meeting, isCancelled: boolean): EmailCalendarEvent {
  return {
    uid: calendarUid(meeting.id),
    sequence: meeting.sequence + meeting.detailsNotices,
    startsAt: meeting.startsAt.toISOString(),
    endsAt: meeting.endsAt.toISOString(),
    location: isCancelled ? null : meetingPlace(meeting) || null,
    isCancelled,
  };
}

function toNotificationParams(meeting: Meeting): Record<string, string> {
  // If the booking has another time than this email, its words would mislead.
  const words = meeting.isOtherTime ? null : spellProofWords(meeting);
  return {
    study: meeting.publicName,
    when: meeting.startsAt.toISOString(),
    way: meetingWords.way[meeting.meetingWay],
    isCall: meeting.meetingWay === 'PHONE' ? 'yes' : '',
    place: meetingPlace(meeting),
    bring: meeting.details.bring ?? '',
    firstWord: words?.first ?? '',
    secondWord: words?.second ?? '',
    wordsRule: words ? myStudiesMeetingWords.proofRule[meeting.meetingWay] : '',
  };
}

const emailsTo =
  (side: 'participantId' | 'researcherId') =>
  (
    states: readonly BookingState[],
    write: (meeting: Meeting, deps: Deps) => ProjectEmail | undefined | Promise<ProjectEmail>,
  ): WriteEmail =>
  async (deps, { userId, about }) => {
    const meeting = await findMeetingByKey(deps.db, about);
    const isLive = meeting?.[side] === userId && isOneOf(states, meeting.state);
    return isLive ? write(meeting, deps) : undefined;
  };
const participantEmail = emailsTo('participantId');
const researcherEmail = emailsTo('researcherId');

const isAhead = ({ startsAt, now }: Meeting) => startsAt > now;

const addCalendarEvent = (meeting: Meeting, more: Record<string, string> = {}): ProjectEmail | undefined =>
  isAhead(meeting)
    ? {
        params: { ...toNotificationParams(meeting), ...more },
        path: paths.meetingFromEmail(meeting.id),
        event: toCalendarEvent(meeting, false),
      }
    : undefined;

/** Mailboxes must not contain the participant's name, so the email leaves it out. */
const participantMeetingEmail = (
  meeting: Meeting,
  more: Record<string, string> = {},
): ProjectEmail | undefined => {
  if (meeting.isDeleted || !isAhead(meeting)) return undefined;
  const when = meeting.startsAt.toISOString();
  return {
    params: { study: meeting.name, participant: meeting.code, when, ...more },
    path: paths.meetingsOn(when),
    event: null,
  };
};

/** If the email is about several bookings, `about` ends with their time. */
const timeBooked: WriteEmail = async (deps, { userId, about }) => {
  const [, bookingId, startsAt] = /^([\da-f-]{36}):\d+:(.+)$/.exec(about) ?? [];
  if (!bookingId || !startsAt) return firstBookingEmail(deps, { userId, about });
  const { rows } = await sql<{ study: string; booked: number; seats: number }>`
    select study.name as study, slot.seats::int as seats, taken.booked
    from project.bookings as booking join project.studies as study using (study_id)
    join project.projects as project using (project_id)
    join project.study_slots as slot on slot.study_id = study.study_id and slot.starts_at = ${startsAt}::timestamptz
    cross join lateral (
      select count(*)::int as booked from project.bookings as other
      where other.study_id = study.study_id and other.starts_at = slot.starts_at and other.state in (${sql.join(MEETING_STATES)})
    ) as taken
    where booking.booking_id = ${bookingId} and booking.researcher_id = ${userId} and taken.booked > 0
      and slot.starts_at > now() and study.deleted_at is null and project.deleted_at is null`.execute(
    deps.db,
  );
  const [row] = rows;
  return (
    row && {
      params: { study: row.study, when: startsAt, booked: String(row.booked), seats: String(row.seats) },
      path: paths.meetingsOn(startsAt),
      event: null,
    }
  );
};
const firstBookingEmail = researcherEmail(MEETING_STATES, (meeting) => participantMeetingEmail(meeting));

/** If the participant has a booking or has attended, no email is sent. */
const chooseTimeEmail: WriteEmail = async ({ db }, { userId, about }) => {
  const [studyId = ''] = about.split(':');
  if (!/^[\da-f-]{36}$/.test(studyId)) return undefined;
  const row = await db
    .selectFrom('project.applications as application')
    .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
    .leftJoin('project.bookings as booking', (join) =>
      join
        .onRef('booking.application_id', '=', 'application.application_id')
        .on('booking.state', 'in', [...MEETING_STATES, 'ATTENDED']),
    )
    .select(['study.public_name as study'])
    .where('application.study_id', '=', studyId)
    .where('application.applicant_id', '=', userId)
    .where('application.status', '=', 'ACCEPTED')
    .where('booking.booking_id', 'is', null)
    .where(
      sql<boolean>`(select true from project.ended_studies as ended where ended.study_id = study.study_id) is null`,
    )
    .executeTakeFirst();
  return row && { params: row, path: paths.chooseTime(studyId), event: null };
};

/** A participant is paid only once. If this has happened, the email mentions no payment. */
async function describeRemainingPay(meeting: Meeting, deps: Deps): Promise<{ keeps: string; pay: string }> {
  if (meeting.state === 'CANCELLED_BY_PARTICIPANT') return { keeps: '', pay: '' };
  const open = await chooseTimeEmail(deps, { userId: meeting.participantId, about: meeting.studyId });
  if (!meeting.countsAsAttended || meeting.incentive === 0) return { keeps: open ? 'yes' : '', pay: '' };
  return { keeps: '', pay: open ? 'PAID_AND_OPEN' : 'PAID' };
}

async function readProposalParams({ applicationId }: Meeting, { db }: Deps): Promise<Record<string, string>> {
  const row = await db
    .selectFrom('project.bookings as booking')
    .select(['starts_at as startsAt', 'expires_at as expiresAt'])
    .where('application_id', '=', applicationId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(isProposed)
    .executeTakeFirst();
  return row?.startsAt && row.expiresAt
    ? { proposed: row.startsAt.toISOString(), until: row.expiresAt.toISOString() }
    : {};
}

const placeChangedEmail = participantEmail(MEETING_STATES, (meeting) =>
  addCalendarEvent(meeting, { isFree: meeting.isPlaceChanged ? 'yes' : '' }),
);

export const meetingEmails = {
  MEETING_BOOKED: participantEmail(MEETING_STATES, (meeting) =>
    addCalendarEvent(meeting, { incentive: String(meeting.incentive) }),
  ),
  MEETING_MOVED: participantEmail(MEETING_STATES, (meeting) =>
    addCalendarEvent(meeting, { was: meeting.was }),
  ),
  MEETING_TOMORROW: participantEmail(MEETING_STATES, (meeting) => addCalendarEvent(meeting)),
  MEETING_SOON: participantEmail(MEETING_STATES, (meeting) => addCalendarEvent(meeting)),
  CALL_UNANSWERED: participantEmail(MEETING_STATES, ({ calls, endsAt, now, ...meeting }) =>
    callableUntil(endsAt) > now
      ? {
          params: {
            study: meeting.publicName,
            when: meeting.startsAt.toISOString(),
            since: calls.at(-1) ?? '',
            until: callableUntil(endsAt).toISOString(),
          },
          path: paths.meetingFromEmail(meeting.id),
          event: null,
        }
      : undefined,
  ),
  PLACE_CHANGED: placeChangedEmail,
  PLACE_CHANGED_SOON: placeChangedEmail,
  MEETING_CANCELLED: participantEmail(
    ['CANCELLED_BY_PARTICIPANT', 'CANCELLED_BY_RESEARCHER'],
    async (meeting, deps) => ({
      params: {
        study: meeting.publicName,
        when: meeting.startsAt.toISOString(),
        reason: meeting.state === 'CANCELLED_BY_RESEARCHER' ? (meeting.cancelReason ?? '') : '',
        ...(await describeRemainingPay(meeting, deps)),
        ...(await readProposalParams(meeting, deps)),
      },
      path: paths.ownStudy(meeting.studyId),
      event: toCalendarEvent(meeting, true),
    }),
  ),
  MEETING_MISSED: participantEmail(['NO_SHOW'], (meeting) =>
    meeting.finalAt && meeting.finalAt <= meeting.now && !meeting.reportedAt
      ? {
          params: {
            study: meeting.publicName,
            when: meeting.startsAt.toISOString(),
            until: new Date(meeting.finalAt.getTime() + OPEN_HOURS * HOUR_MS).toISOString(),
          },
          path: paths.meetingFromEmail(meeting.id),
          event: null,
        }
      : undefined,
  ),
  MEETING_DISPUTED: async ({ db }, { userId, about }) => {
    const meeting = await findMeetingByKey(db, about);
    const isOpen = meeting?.reportKind && meeting.researcherId === userId && isOpenDispute(meeting);
    if (!isOpen || meeting.isDeleted || !meeting.reportKind) return undefined;
    const when = meeting.startsAt.toISOString();
    return {
      params: {
        study: meeting.name,
        participant: meeting.code,
        when,
        report: meetingWords.report[meeting.reportKind],
      },
      path: paths.meetingsOn(when),
      event: null,
    };
  },
  MEETING_DECIDED: async ({ db }, { userId, about }) => {
    const meeting = await findMeetingByKey(db, about);
    if (!meeting?.decision) return undefined;
    const isParticipant = meeting.participantId === userId;
    if (!isParticipant && (meeting.researcherId !== userId || meeting.isDeleted)) return undefined;
    const when = meeting.startsAt.toISOString();
    return {
      params: {
        study: isParticipant ? meeting.publicName : meeting.name,
        when,
        decision: decisionWords[meeting.decision],
        reason: meeting.decisionReason ?? '',
        isPaid: isParticipant && meeting.countsAsAttended && meeting.incentive > 0 ? 'yes' : '',
      },
      path: isParticipant ? paths.ownStudy(meeting.studyId) : paths.meetingsOn(when),
      event: null,
    };
  },
  TIME_BOOKED: timeBooked,
  TIME_MOVED: researcherEmail(MEETING_STATES, (meeting) =>
    participantMeetingEmail(meeting, { was: meeting.was }),
  ),
  TIME_CANCELLED: researcherEmail(['CANCELLED_BY_PARTICIPANT'], (meeting) =>
    participantMeetingEmail(meeting, { reason: meeting.cancelReason ?? '' }),
  ),
  MEETINGS_UNMARKED: researcherEmail(MEETING_STATES, (meeting) => ({
    params: { study: meeting.name, when: meeting.startsAt.toISOString() },
    path: paths.meetingsOn(meeting.startsAt.toISOString()),
    event: null,
  })),
  TIME_OFFERED: participantEmail(['OFFERED'], (meeting) =>
    meeting.expiresAt && meeting.expiresAt > meeting.now
      ? {
          params: {
            study: meeting.publicName,
            when: meeting.startsAt.toISOString(),
            until: meeting.expiresAt.toISOString(),
          },
          path: paths.chooseTime(meeting.studyId),
          event: null,
        }
      : undefined,
  ),
  TIMES_FREE: async (deps, email) => {
    const [studyId = ''] = email.about.split(':');
    const isWaiting =
      /^[\da-f-]{36}$/.test(studyId) &&
      (await findWaitingListEntry(deps.db, { studyId, participantId: email.userId }));
    return isWaiting ? chooseTimeEmail(deps, email) : undefined;
  },
  TIME_NOT_CHOSEN: chooseTimeEmail,
  ATTENDANCE_DISPUTED: async ({ db, config }, { about }) => {
    const [bookingId = '', further] = about.split(':');
    if (!/^[\da-f-]{36}$/.test(bookingId)) return undefined;
    const dispute = await findReportedMeeting(db, bookingId);
    if (!dispute || !dispute.startsAt || !dispute.reportKind || !isOpenDispute(dispute)) return undefined;
    const at = (instant: Date | null) => instant?.toISOString() ?? '';
    return {
      params: {
        study: dispute.studyName,
        when: at(dispute.startsAt),
        marked: dispute.marked ? meetingWords.state[dispute.marked] : meetingWords.unmarked,
        report: meetingWords.report[dispute.reportKind],
        story: dispute.reportText ?? '',
        answer: dispute.answerText ?? '',
        since: further === undefined ? '' : at(dispute.reportedAt),
        shown: at(dispute.numberShownAt),
        confirmed: at(dispute.confirmedAt),
      },
      path: disputePath(bookingId, disputeSecret(config, bookingId)),
      event: null,
    };
  },
} satisfies Partial<EmailWriters>;
