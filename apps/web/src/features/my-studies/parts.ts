import type { Application } from '@app/contracts/project/applications.ts';
import type { OwnBooking } from '@app/contracts/project/bookings.ts';

/** The parts of My Studies, from the top. */
const PARTS = ['COMING_UP', 'CHOOSE', 'WAITING', 'PAST'] as const;
export type Part = (typeof PARTS)[number];

const LIVE = new Set<OwnBooking['state']>(['BOOKED', 'CONFIRMED', 'OFFERED', 'HELD']);

const isMeeting = ({ state }: OwnBooking) => state === 'BOOKED' || state === 'CONFIRMED';
const isOver = ({ endsAt }: OwnBooking, now: number) => endsAt !== null && Date.parse(endsAt) <= now;
export const hasBegun = ({ startsAt }: OwnBooking, now: number) =>
  startsAt !== null && Date.parse(startsAt) <= now;
export const isAhead = (booking: OwnBooking, now: number) => isMeeting(booking) && !isOver(booking, now);
/** Until both accounts are read nobody knows what it was; a mark that agrees with the report settles it. */
export const isDisputed = ({ report, decision, state }: OwnBooking) =>
  report !== null && decision === null && (state === 'NO_SHOW' || state === 'NOBODY_CAME');

/** A proposal is taken by one press, where all is known that the researcher needs. */
export const isToTake = ({ isProposed, meetingWay, phoneNumber }: OwnBooking) =>
  isProposed && (meetingWay !== 'PHONE' || phoneNumber !== null);

/** They have changed their time as often as they can, and given the last one back. */
export const isUsedUp = ({ state, movesLeft }: OwnBooking) =>
  state === 'CANCELLED_BY_PARTICIPANT' && movesLeft === 0;

/** The booking of an application: the live one, else the latest that is more than a lapsed offer. */
export function findLatestBooking(
  applicationId: string,
  bookings: readonly OwnBooking[] | undefined,
): OwnBooking | undefined {
  const own = bookings?.filter((one) => one.applicationId === applicationId && one.state !== 'LAPSED');
  return own?.find(({ state }) => LIVE.has(state)) ?? own?.[0];
}

/** Where an application stands in My Studies. */
export function applicationSection(
  {
    status,
    study: { isOver: isStudyOver },
  }: Pick<Application, 'status'> & { study: Pick<Application['study'], 'isOver'> },
  booking: OwnBooking | undefined,
  now: number,
): Part {
  const unmet = isStudyOver ? 'PAST' : 'CHOOSE';
  if (status === 'PENDING') return isStudyOver ? 'PAST' : 'WAITING';
  if (status !== 'ACCEPTED') return 'PAST';
  if (booking === undefined) return unmet;
  if (isMeeting(booking)) return isOver(booking, now) ? 'WAITING' : 'COMING_UP';
  if (isDisputed(booking) || (isUsedUp(booking) && !isStudyOver)) return 'WAITING';
  const isDone = ['ATTENDED', 'NO_SHOW', 'TURNED_AWAY', 'NOBODY_CAME'].includes(booking.state);
  if (isDone) return 'PAST';
  return LIVE.has(booking.state) ? 'CHOOSE' : unmet;
}

/** What the meetings of an application leave to be done: a study meets each once, and pays each once. */
function toRow(application: Application, own: readonly OwnBooking[], now: number) {
  const booking = findLatestBooking(application.id, own);
  const part = applicationSection(application, booking, now);
  const isPaid = application.study.incentive > 0 && own.some(({ countsAsAttended }) => countsAsAttended);
  if (part !== 'CHOOSE' || (booking && LIVE.has(booking.state))) return { booking, part, isPaid };
  const hasMet = own.some(({ state }) => state === 'ATTENDED');
  const mayMeetAgain = isPaid && !hasMet;
  return { booking, part: isPaid || hasMet ? ('PAST' as const) : part, isPaid, mayMeetAgain };
}

export interface Row {
  /** Of the list: it stays the same wherever the row stands. */
  key: string;
  studyId: string;
  part: Part;
  /** Absent where it is on another page of the list. */
  application?: Application;
  booking: OwnBooking | undefined;
  /** The study owes them nothing more, whether they meet or not. */
  isPaid?: boolean;
  /** They need not, and can. */
  mayMeetAgain?: boolean | undefined;
}

const rowStart = ({ booking }: Row) => Date.parse(booking?.startsAt ?? '') || 0;

/**
 * The applications of one page by part. The first page has every meeting ahead, wherever its application stands, the
 * next one on top.
 */
export function sectionRows(
  applications: readonly Application[],
  bookings: readonly OwnBooking[] | undefined,
  { now, isFirstPage }: { now: number; isFirstPage: boolean },
): Row[] {
  const rows: Row[] = applications.map((read) => {
    const own = bookings?.filter(({ applicationId }) => applicationId === read.id) ?? [];
    // Nothing says that nothing is left where there is an offer, or may be a meeting that could not be read.
    const hasMore = bookings === undefined || own.some(({ state }) => LIVE.has(state));
    const application = { ...read, study: { ...read.study, isOver: read.study.isOver && !hasMore } };
    const place = toRow(application, own, now);
    return { key: application.id, studyId: application.study.id, application, ...place };
  });
  const shown = new Set(rows.map(({ key }) => key));
  const elsewhere = (isFirstPage ? (bookings ?? []) : []).filter(
    (booking) => isAhead(booking, now) && !shown.has(booking.applicationId),
  );
  for (const booking of elsewhere) {
    const { applicationId: key, studyId } = booking;
    rows.push({ key, studyId, part: 'COMING_UP', booking });
  }
  return PARTS.flatMap((part) => {
    const own = rows.filter((row) => row.part === part);
    return part === 'COMING_UP' ? own.toSorted((one, other) => rowStart(one) - rowStart(other)) : own;
  });
}
