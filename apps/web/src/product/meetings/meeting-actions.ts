import { MINUTE_MS, HOUR_MS } from '@app/contracts/durations.ts';
import { NUMBER_SHOWN_HOURS, countedCalls } from '@app/contracts/project/meeting-choices.ts';
import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';

/** If the participant is later than this, an absence can be marked. */
export const LATE_MS = 15 * MINUTE_MS;
/** For this long before and after the meeting, the phone number is shown. */
const NUMBER_MS = NUMBER_SHOWN_HOURS * HOUR_MS;

export const isBooked = ({ state }: Pick<ResearcherBooking, 'state'>) =>
  state === 'BOOKED' || state === 'CONFIRMED';

export const isCancelled = ({ state }: Pick<ResearcherBooking, 'state'>) =>
  state === 'CANCELLED_BY_PARTICIPANT' || state === 'CANCELLED_BY_RESEARCHER';

export const isUnmarked = (booking: ResearcherBooking, now: number) =>
  isBooked(booking) && now >= Date.parse(booking.startsAt ?? '');

export interface Possible {
  mayMark: boolean;
  /** True when an absence can be marked. */
  mayMiss: boolean;
  mayUndo: boolean;
  mayMend: boolean;
  mayCancel: boolean;
  mayShowNumber: boolean;
  /** True while calls can be recorded. */
  mayCall: boolean;
}

/** The service has the same rules. */
export function possibleActions(booking: ResearcherBooking, now: number): Possible {
  const { state, undoUntil, correctableUntil, meetingWay, decision } = booking;
  const startsAt = Date.parse(booking.startsAt ?? '');
  const endsAt = Date.parse(booking.endsAt ?? '');
  const hasStarted = now >= startsAt;
  const isDisputed = state === 'NOBODY_CAME' && decision === null;
  const mayCall = meetingWay === 'PHONE' && isBooked(booking) && hasStarted && now <= endsAt + LATE_MS;
  const hasCalled = meetingWay !== 'PHONE' || countedCalls(booking.calls, booking.startsAt ?? '').isEnough;
  const mayMark = hasStarted && (isBooked(booking) || isDisputed);
  const mayUndo = undoUntil !== null && now < Date.parse(undoUntil);
  return {
    mayMark,
    mayMiss: mayMark && now >= startsAt + LATE_MS && hasCalled,
    mayCall,
    mayUndo,
    mayMend: !mayUndo && correctableUntil !== null && now < Date.parse(correctableUntil),
    mayCancel: isBooked(booking) && !hasStarted,
    mayShowNumber:
      meetingWay === 'PHONE' &&
      (isBooked(booking) || state === 'ATTENDED' || state === 'NO_SHOW' || state === 'NOBODY_CAME') &&
      now >= startsAt - NUMBER_MS &&
      now <= endsAt + NUMBER_MS,
  };
}

export function countPassedMoments(booking: ResearcherBooking, now: number): number {
  const parseMoment = (at: string | null) => Date.parse(at ?? '');
  const [startsAt, endsAt] = [parseMoment(booking.startsAt), parseMoment(booking.endsAt)];
  const ofNumber = [endsAt + LATE_MS + 1, startsAt - NUMBER_MS, endsAt + NUMBER_MS + 1];
  const ofMarks = [
    startsAt,
    startsAt + LATE_MS,
    parseMoment(booking.undoUntil),
    parseMoment(booking.correctableUntil),
  ];
  return [...ofNumber, ...ofMarks].filter((at) => at <= now).length;
}

/** Returns the time from which the number is shown. Undefined if it is shown already or never will be. */
export function phoneNumberShownFrom(booking: ResearcherBooking, now: number): string | undefined {
  const from = Date.parse(booking.startsAt ?? '') - NUMBER_MS;
  if (booking.meetingWay !== 'PHONE' || !isBooked(booking) || now >= from) return undefined;
  return new Date(from).toISOString();
}
