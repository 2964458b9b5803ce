import { longDate } from './dates.ts';

const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** "21 November, 2026, 09:30 AM GMT" of an instant. */
export function exactTime(iso: string): string {
  return `${longDate(iso)}, ${clock.format(new Date(iso))} GMT`;
}
