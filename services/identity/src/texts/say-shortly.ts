import { clock } from '@app/words/clock.ts';
import { dayWords } from '@app/words/days.ts';
import { projectTextWords } from '@app/words/texts.ts';

/** "Tue 24 Nov, 09:30 AM". */
export function sayShortly(at: string): string {
  const instant = new Date(at);
  const month = dayWords.shortMonths[instant.getUTCMonth()] ?? '';
  const weekday = dayWords.shortWeekdays[instant.getUTCDay()] ?? '';
  const day = dayWords.onWeekday(weekday, dayWords.dayOfMonth(instant.getUTCDate(), month));
  return projectTextWords.instant(day, clock(at));
}
