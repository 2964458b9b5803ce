import { calendarWords as words } from '@app/words/calendar.ts';
import { longDate } from './dates.ts';

/** "21 November, 2026, 09:30 AM GMT" of an instant. */
export function exactTime(iso: string): string {
  const at = new Date(iso);
  const hour = at.getUTCHours();
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = words.clock(two(hour % 12 || 12), two(at.getUTCMinutes()), hour < 12);
  return words.instant(longDate(iso), clock);
}
