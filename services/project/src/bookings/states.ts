import { HOUR_MS } from '@app/contracts/durations.ts';
import { type BookingState, type ReportKind, OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';

/** One of these an application has at the most (live_bookings). */
export const LIVE = ['HELD', 'OFFERED', 'BOOKED', 'CONFIRMED'] as const satisfies BookingState[];
/** A meeting that is to take place. */
export const MEETING = ['BOOKED', 'CONFIRMED'] as const satisfies BookingState[];
/** Somebody has said who came, and no decision on the application undoes it. */
export const MARKED = ['ATTENDED', 'NO_SHOW', 'TURNED_AWAY'] as const satisfies BookingState[];

export const isOneOf = <State extends BookingState>(
  states: readonly State[],
  state: BookingState,
): state is State => states.some((one) => one === state);

/** The state to which an undo of a mark goes back. */
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

/** Freely given back or moved for so long after taking, whatever the notice. */
export const FREE_MINUTES = 30;

/** Until when the researcher makes a presence of an absence: 72 hours from the mark; null where it is none, or settled. */
export function mendableUntil(
  { state, markedAt, isDecided }: { state: BookingState; markedAt: Date | null; isDecided: boolean },
  now: Date,
): Date | null {
  if (state !== 'NO_SHOW' || isDecided || !markedAt) return null;
  const until = new Date(markedAt.getTime() + OPEN_HOURS * HOUR_MS);
  return until > now ? until : null;
}
