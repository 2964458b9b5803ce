import { longDate } from '@app/words/days.ts';
import { expect, it } from 'vitest';
import { shortDate, timeAgo } from './dates.ts';

it('S-705 writes dates', () => {
  expect(longDate('2026-11-21')).toBe('21 November, 2026');
  expect(longDate('2026-03-05T23:59:59Z')).toBe('05 March, 2026');
  const months = Array.from({ length: 12 }, (_, at) =>
    longDate(new Date(Date.UTC(2026, at, 9)).toISOString()),
  );
  expect(months.map((date) => date.slice(3, -6)).join(' ')).toBe(
    'January February March April May June July August September October November December',
  );
  expect(shortDate('2026-03-05')).toBe('05-03-2026');
  expect(shortDate('2026-12-31T23:59:59.999Z')).toBe('31-12-2026');
});

it.each([
  [0, 'just now'],
  [1, '1 second ago'],
  [59, '59 seconds ago'],
  [60, '1 minute ago'],
  [7_200, '2 hours ago'],
  [3_599, '59 minutes ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [6 * 86_400, '6 days ago'],
  [7 * 86_400, '1 week ago'],
  [30 * 86_400 - 1, '4 weeks ago'],
  [30 * 86_400, '1 month ago'],
  [60 * 86_400, '2 months ago'],
  [364 * 86_400, '12 months ago'],
  [365 * 86_400, '1 year ago'],
  [730 * 86_400, '2 years ago'],
  [-5, 'just now'],
])('S-705 writes %i seconds ago', (seconds, words) => {
  const now = Date.UTC(2026, 10, 21);
  expect(timeAgo(new Date(now - seconds * 1000).toISOString(), now)).toBe(words);
});
