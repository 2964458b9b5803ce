import { HOUR_MS, MINUTE_MS } from '@app/contracts/durations.ts';
import {
  type BookingState,
  type ReportKind,
  LATE_MINUTES,
  OPEN_HOURS,
} from '@app/contracts/project/meeting-choices.ts';

/** An application has at most one booking in these states (index live_bookings). */
export const LIVE_STATES = ['HELD', 'OFFERED', 'BOOKED', 'CONFIRMED'] as const satisfies BookingState[];
export const MEETING_STATES = ['BOOKED', 'CONFIRMED'] as const satisfies BookingState[];
/** In these states, a decision on the application does not change the booking. */
export const MARKED_STATES = ['ATTENDED', 'NO_SHOW', 'TURNED_AWAY'] as const satisfies BookingState[];

export const isOneOf = <State extends BookingState>(
  states: readonly State[],
  state: BookingState,
): state is State => states.some((one) => one === state);

export function stateBeforeMark({
  reportKind,
  confirmedAt,
}: {
  reportKind: ReportKind | null;
  confirmedAt: Date | null;
}): BookingState {
  if (reportKind === 'NOBODY_CAME') return 'NOBODY_CAME';
  return confirmedAt ? 'CONFIRMED' : 'BOOKED';
}

/** An absence needs a call a quarter of an hour after the first one, even if the meeting is shorter. */
export const callableUntil = (endsAt: Date) => new Date(endsAt.getTime() + LATE_MINUTES * MINUTE_MS);

/** For this long after a booking, cancelling or rescheduling is never late. */
export const FREE_MINUTES = 30;

export function countsAsLate(
  {
    startsAt,
    bookedAt,
    isPlaceChanged,
  }: { startsAt: Date | null; bookedAt: Date | null; isPlaceChanged: boolean },
  { noticeHours, now }: { noticeHours: number; now: Date },
): boolean {
  if (!startsAt || isPlaceChanged) return false;
  const isAfterNotice = now.getTime() > startsAt.getTime() - noticeHours * HOUR_MS;
  return isAfterNotice && now.getTime() > (bookedAt?.getTime() ?? 0) + FREE_MINUTES * MINUTE_MS;
}

/**
 * Returns the time until which an absence can be corrected, 72 hours after the mark. Null if it cannot be
 * corrected.
 */
export function correctableUntil(
  { state, markedAt, isDecided }: { state: BookingState; markedAt: Date | null; isDecided: boolean },
  now: Date,
): Date | null {
  if (state !== 'NO_SHOW' || isDecided || !markedAt) return null;
  const until = new Date(markedAt.getTime() + OPEN_HOURS * HOUR_MS);
  return until > now ? until : null;
}
