import type { Application } from '@app/contracts/project/applications.ts';
import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import type { SubmissionStatus } from '@app/contracts/project/submission-choices.ts';
import type { OwnSubmission } from '@app/contracts/project/submissions.ts';
import { graceEnd, mayStart } from '../../product/submissions/may-start.ts';

const STUDY_PARTS = ['COMING_UP', 'CHOOSE', 'WAITING', 'PAST'] as const;
export type StudyPart = (typeof STUDY_PARTS)[number];

const LIVE = new Set<OwnBooking['state']>(['BOOKED', 'CONFIRMED', 'OFFERED', 'HELD']);

const isMeeting = ({ state }: OwnBooking) => state === 'BOOKED' || state === 'CONFIRMED';
const hasEnded = ({ endsAt }: OwnBooking, now: number) => endsAt !== null && Date.parse(endsAt) <= now;
export const hasStarted = ({ startsAt }: OwnBooking, now: number) =>
  startsAt !== null && Date.parse(startsAt) <= now;
export const isMeetingAhead = (booking: OwnBooking, now: number) =>
  isMeeting(booking) && !hasEnded(booking, now);
/** A dispute is open until an admin decides. If the mark agrees with the report, there is none. */
export const isDisputed = ({ report, decision, state }: OwnBooking) =>
  report !== null && decision === null && (state === 'NO_SHOW' || state === 'NOBODY_CAME');

/** If the researcher needs nothing else from the person, one click is enough for a proposed time. */
export const needsOneClick = ({ isProposed, meetingWay, phoneNumber }: OwnBooking) =>
  isProposed && (meetingWay !== 'PHONE' || phoneNumber !== null);

export const hasNoMovesLeft = ({ state, movesLeft }: OwnBooking) =>
  state === 'CANCELLED_BY_PARTICIPANT' && movesLeft === 0;

/** Returns the live booking. If there is none, returns the newest one that is not an expired offer. */
export function findLatestBooking(
  applicationId: string,
  bookings: readonly OwnBooking[] | undefined,
): OwnBooking | undefined {
  const own = bookings?.filter((one) => one.applicationId === applicationId && one.state !== 'LAPSED');
  return own?.find(({ state }) => LIVE.has(state)) ?? own?.[0];
}

export function applicationSection(
  {
    status,
    study: { hasEnded: hasStudyEnded },
  }: Pick<Application, 'status'> & { study: Pick<Application['study'], 'hasEnded'> },
  booking: OwnBooking | undefined,
  now: number,
): StudyPart {
  const unmet = hasStudyEnded ? 'PAST' : 'CHOOSE';
  if (status === 'PENDING') return hasStudyEnded ? 'PAST' : 'WAITING';
  if (status !== 'ACCEPTED') return 'PAST';
  if (booking === undefined) return unmet;
  if (isMeeting(booking)) return hasEnded(booking, now) ? 'WAITING' : 'COMING_UP';
  if (isDisputed(booking) || (hasNoMovesLeft(booking) && !hasStudyEnded)) return 'WAITING';
  const isDone = ['ATTENDED', 'NO_SHOW', 'TURNED_AWAY', 'NOBODY_CAME'].includes(booking.state);
  if (isDone) return 'PAST';
  return LIVE.has(booking.state) ? 'CHOOSE' : unmet;
}

/** In one study, each participant has one meeting and is paid once. */
function toRow(application: Application, own: readonly OwnBooking[], now: number) {
  const booking = findLatestBooking(application.id, own);
  const part = applicationSection(application, booking, now);
  const isPaid = application.study.incentive > 0 && own.some(({ countsAsAttended }) => countsAsAttended);
  if (part !== 'CHOOSE' || (booking && LIVE.has(booking.state))) return { booking, part, isPaid };
  const hasMet = own.some(({ state }) => state === 'ATTENDED');
  const mayMeetAgain = isPaid && !hasMet;
  return { booking, part: isPaid || hasMet ? ('PAST' as const) : part, isPaid, mayMeetAgain };
}

const SECTIONS: Readonly<Record<Exclude<SubmissionStatus, 'TIMED_OUT'>, StudyPart>> = {
  STARTED: 'COMING_UP',
  SUBMITTED: 'WAITING',
  REJECTION_REQUESTED: 'WAITING',
  SCREENED_OUT: 'PAST',
  RETURNED: 'PAST',
  APPROVED: 'PAST',
  REJECTED: 'PAST',
};

export const isInGrace = (submission: OwnSubmission, now: number): boolean =>
  submission.status === 'TIMED_OUT' && Date.parse(graceEnd(submission)) > now;

/** If the submissions could not be read, we do not know what comes next. */
function toUnreadSurveyRow({ status }: Application) {
  const parts: Partial<Record<Application['status'], StudyPart>> = {
    ACCEPTED: 'COMING_UP',
    PENDING: 'WAITING',
  };
  return { part: parts[status] ?? 'PAST', booking: undefined, isSurveyUnread: true };
}

function toSurveyRow(application: Application, submission: OwnSubmission | undefined, now: number) {
  const { status, study } = application;
  const isPaid =
    (submission?.status === 'APPROVED' && study.incentive > 0) ||
    (submission?.status === 'SCREENED_OUT' && submission.study.screenOutPay > 0);
  const row = { booking: undefined, submission, isPaid };
  if (submission?.status === 'REJECTED' && submission.appealedAt && !submission.adminDecision)
    return { ...row, part: 'WAITING' as const, hasSurvey: true };
  if (submission && submission.status !== 'TIMED_OUT')
    return { ...row, part: SECTIONS[submission.status], hasSurvey: true };
  const isLive = status === 'ACCEPTED' || status === 'PENDING';
  const isOpen = mayStart(application, submission) || (isLive && submission && isInGrace(submission, now));
  if (isOpen) return { ...row, part: 'COMING_UP' as const, hasSurvey: true };
  return {
    ...row,
    part: isLive && !study.hasEnded ? ('WAITING' as const) : ('PAST' as const),
    hasSurvey: status === 'ACCEPTED' || (isLive && submission !== undefined),
  };
}

export interface MyStudyRow {
  key: string;
  studyId: string;
  part: StudyPart;
  /** Undefined if the application is on another page of the list. */
  application?: Application;
  booking: OwnBooking | undefined;
  submission?: OwnSubmission | undefined;
  /** True if the participant has or had a place in an online study. */
  hasSurvey?: boolean;
  isSurveyUnread?: boolean;
  isPaid?: boolean;
  /** True if the participant may book another meeting, but need not. */
  mayMeetAgain?: boolean | undefined;
}

/**
 * Participants who have finished the survey, or whose meeting may have started, are still paid when they
 * withdraw the consent. Their application stays.
 */
export function hasTakenPart(
  { booking, submission }: Pick<MyStudyRow, 'booking' | 'submission'>,
  now: number,
): boolean {
  if (submission) return !['STARTED', 'TIMED_OUT', 'RETURNED'].includes(submission.status);
  if (!booking || !hasStarted(booking, now)) return false;
  return isMeeting(booking) || booking.state === 'ATTENDED';
}

const rowStart = ({ booking }: MyStudyRow) => Date.parse(booking?.startsAt ?? '') || 0;

/** The first page includes all future meetings, even if their applications are on other pages. */
export function sectionRows(
  applications: readonly Application[],
  bookings: readonly OwnBooking[] | undefined,
  {
    now,
    isFirstPage,
    submissions,
  }: { now: number; isFirstPage: boolean; submissions?: readonly OwnSubmission[] | undefined },
): MyStudyRow[] {
  const rows: MyStudyRow[] = applications.map((read) => {
    const { id: key, study } = read;
    if (study.survey) {
      const submission = submissions?.find(({ studyId }) => studyId === study.id);
      const row = submissions ? toSurveyRow(read, submission, now) : toUnreadSurveyRow(read);
      return { key, studyId: study.id, application: read, ...row };
    }
    const own = bookings?.filter(({ applicationId }) => applicationId === read.id) ?? [];
    // If there is an offer, or if the meetings could not be read, the study must not look ended.
    const hasMore = bookings === undefined || own.some(({ state }) => LIVE.has(state));
    const application = { ...read, study: { ...read.study, hasEnded: read.study.hasEnded && !hasMore } };
    const place = toRow(application, own, now);
    return { key: application.id, studyId: application.study.id, application, ...place };
  });
  const shown = new Set(rows.map(({ key }) => key));
  const elsewhere = (isFirstPage ? (bookings ?? []) : []).filter(
    (booking) => isMeetingAhead(booking, now) && !shown.has(booking.applicationId),
  );
  for (const booking of elsewhere) {
    const { applicationId: key, studyId } = booking;
    rows.push({ key, studyId, part: 'COMING_UP', booking });
  }
  return STUDY_PARTS.flatMap((part) => {
    const own = rows.filter((row) => row.part === part);
    return part === 'COMING_UP' ? own.toSorted((one, other) => rowStart(one) - rowStart(other)) : own;
  });
}
