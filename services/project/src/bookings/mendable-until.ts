import { type BookingState, OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';

const HOUR_MS = 60 * 60_000;

/** Until when the researcher makes a presence of an absence: 72 hours from the mark; null where it is none, or settled. */
export function mendableUntil(
  { state, markedAt, isDecided }: { state: BookingState; markedAt: Date | null; isDecided: boolean },
  now: Date,
): Date | null {
  if (state !== 'NO_SHOW' || isDecided || !markedAt) return null;
  const until = new Date(markedAt.getTime() + OPEN_HOURS * HOUR_MS);
  return until > now ? until : null;
}
