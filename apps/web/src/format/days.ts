import { calendarWords } from '@app/words/calendar.ts';
import { dayAndMonth, dayWords as words, shortDay } from '@app/words/days.ts';
import { studyDetailsWords } from '@app/words/study-details.ts';

export function monthAndYear(day: string): string {
  const date = new Date(day);
  return words.monthAndYear(calendarWords.months[date.getUTCMonth()]!, date.getUTCFullYear());
}

export const namedDay = (day: string, now: string): string =>
  day === now ? words.onToday(shortDay(day, now)) : shortDay(day, now);

export function daysLeft(days: readonly string[], from: string): string[] {
  return days.filter((day) => day >= from).sort();
}

/** Returns "Tue 24 Nov", "Tue 24 Nov and Thu 26 Nov" or "5 days, 24 Nov to 3 Dec". Past days are left out. */
export function daysAtAGlance(days: readonly string[], from: string): string {
  const left = daysLeft(days, from);
  const [first, last] = [left[0], left.at(-1)];
  if (first === undefined || last === undefined) return studyDetailsWords.daysPassed;
  if (left.length === 1) return namedDay(first, from);
  if (left.length === 2) return studyDetailsWords.twoDays(shortDay(first, from), shortDay(last, from));
  return studyDetailsWords.manyDays(left.length, dayAndMonth(first, from), dayAndMonth(last, from));
}
