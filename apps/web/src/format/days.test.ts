import { expect, it } from 'vitest';
import { daysAtAGlance, daysLeft } from './days.ts';

const today = '2026-11-21';

it.each([
  [['2026-11-24'], 'Tue 24\u00A0Nov'],
  [['2026-11-26', '2026-11-24'], 'Tue 24\u00A0Nov and Thu 26\u00A0Nov'],
  [['2026-11-24', '2026-11-26', '2026-12-03'], '3 days, 24\u00A0Nov to 03\u00A0Dec'],
  [['2026-12-30', '2026-12-31', '2027-01-04'], '3 days, 30\u00A0Dec to 04 Jan, 2027'],
  [['2026-11-01', '2026-11-21'], 'Today, Sat 21\u00A0Nov'],
  [['2026-11-01'], 'All days have passed'],
])('formats %j as %s', (days, words) => {
  expect(daysAtAGlance(days, today)).toBe(words);
});

it('omits days that have passed', () => {
  expect(daysLeft(['2026-11-22', '2026-11-20', '2026-11-21'], today)).toEqual(['2026-11-21', '2026-11-22']);
});
