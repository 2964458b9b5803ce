import { currentTime } from '@app/contracts/current-time.ts';
import { calendarWords as words } from '@app/words/calendar.ts';
import { timeWords } from '@app/words/time.ts';

/** Dates and times as section 8 writes them; everything is Ghana's time, which is GMT (D-42). */

const parts = (iso: string) => {
  const date = new Date(iso.length === 10 ? `${iso}T00:00:00Z` : iso);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date,
    day: two(date.getUTCDate()),
    month: two(date.getUTCMonth() + 1),
    year: date.getUTCFullYear(),
  };
};

/** "21 November, 2026" from a calendar day or an instant. */
export function longDate(iso: string): string {
  const { date, day, year } = parts(iso);
  return words.longDate(day, words.months[date.getUTCMonth()]!, year);
}

/** "21-11-2026". */
export function shortDate(iso: string): string {
  const { day, month, year } = parts(iso);
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

/** "3 days ago"; a month has 30 days. */
export function timeAgo(iso: string, now: number = currentTime()): string {
  const seconds = Math.floor((now - new Date(iso).getTime()) / 1000);
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return timeWords.ago(Math.floor(seconds / length), unit);
  }
  return timeWords.justNow;
}
