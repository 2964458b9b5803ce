import { studyFactsMessages } from '@app/words/study-facts.ts';

const inGmt = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
// One formatter a part: where commas stand between them differs from browser to browser.
const weekday = inGmt({ weekday: 'short' });
const month = inGmt({ month: 'short' });

function dayAndMonth(day: string, from: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const year = day.slice(0, 4) === from.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`;
  return `${date.getUTCDate()} ${month.format(date)}${year}`;
}

/** "Tue 24 Nov" of a calendar day; the year is said where it is not that of `from`. */
export function shortDay(day: string, from: string): string {
  return `${weekday.format(new Date(`${day}T00:00:00Z`))} ${dayAndMonth(day, from)}`;
}

/** The days still to come, `from` included, in order. */
export function daysLeft(days: readonly string[], from: string): string[] {
  return days.filter((day) => day >= from).sort();
}

/** "Tue 24 Nov", "Tue 24 Nov and Thu 26 Nov", "5 days, 24 Nov to 3 Dec"; only days still to come count. */
export function daysAtAGlance(days: readonly string[], from: string): string {
  const left = daysLeft(days, from);
  const [first, last] = [left[0], left.at(-1)];
  if (first === undefined || last === undefined) return studyFactsMessages.daysPassed;
  if (left.length === 1) return shortDay(first, from);
  if (left.length === 2) return studyFactsMessages.twoDays(shortDay(first, from), shortDay(last, from));
  return studyFactsMessages.manyDays(left.length, dayAndMonth(first, from), dayAndMonth(last, from));
}
