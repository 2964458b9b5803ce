import { calendarWords as words } from '@app/words/calendar.ts';

/** "09:30 AM" of an instant, in Ghana's time. */
export function clockOf(iso: string): string {
  const at = new Date(iso);
  const hour = at.getUTCHours();
  const two = (value: number) => String(value).padStart(2, '0');
  return words.clock(two(hour % 12 || 12), two(at.getUTCMinutes()), hour < 12);
}
