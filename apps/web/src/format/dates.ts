import { currentTime } from '@app/contracts/current-time.ts';
import { timeWords } from '@app/words/time.ts';

/** Formats come from section 8 of the specification. All times are in GMT, which is Ghana's time (D-42). */

export function shortDate(iso: string): string {
  const [year, month, day] = new Date(iso).toISOString().slice(0, 10).split('-');
  return `${day}-${month}-${year}`;
}

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A month counts as 30 days. */
export function timeAgo(iso: string, now: number = currentTime()): string {
  const seconds = Math.floor((now - new Date(iso).getTime()) / 1000);
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return timeWords.ago(Math.floor(seconds / length), unit);
  }
  return timeWords.justNow;
}
