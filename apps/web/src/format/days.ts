import { calendarWords } from '@app/words/calendar.ts';
import { dayAndMonth, dayWords as words, shortDay } from '@app/words/days.ts';
import { studyFactsWords } from '@app/words/study-facts.ts';

/** "November 2026" of a calendar day. */
export function monthAndYear(day: string): string {
  const date = new Date(day);
  return words.monthAndYear(calendarWords.months[date.getUTCMonth()]!, date.getUTCFullYear());
}

/** "Tue 24 Nov", with a word for today. */
export const namedDay = (day: string, now: string): string =>
  day === now ? words.onToday(shortDay(day, now)) : shortDay(day, now);

/** The days still to come, `from` included, in order. */
export function daysLeft(days: readonly string[], from: string): string[] {
  return days.filter((day) => day >= from).sort();
}

/** "Tue 24 Nov", "Tue 24 Nov and Thu 26 Nov", "5 days, 24 Nov to 3 Dec"; only days still to come count. */
export function daysAtAGlance(days: readonly string[], from: string): string {
  const left = daysLeft(days, from);
  const [first, last] = [left[0], left.at(-1)];
  if (first === undefined || last === undefined) return studyFactsWords.daysPassed;
  if (left.length === 1) return namedDay(first, from);
  if (left.length === 2) return studyFactsWords.twoDays(shortDay(first, from), shortDay(last, from));
  return studyFactsWords.manyDays(left.length, dayAndMonth(first, from), dayAndMonth(last, from));
}
