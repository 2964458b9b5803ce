import { expect, test } from 'vitest';
import { ageOn, today, yearsFrom } from './calendar.ts';
import { CalendarDay } from './calendar-day.ts';

test('an age has whole years, and changes on the birthday', () => {
  expect(ageOn('2026-11-20', '2008-11-21')).toBe(17);
  expect(ageOn('2026-11-21', '2008-11-21')).toBe(18);
  expect(ageOn('2026-02-28', '2008-02-29')).toBe(17);
  expect(ageOn('2026-03-01', '2008-02-29')).toBe(18);
});

test('D-42 the day is in GMT', () => {
  expect(today(new Date('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21');
  expect(yearsFrom('2028-02-29', -18)).toBe('2010-03-01');
});

test('IN-8 only existing days are accepted', () => {
  expect(CalendarDay.safeParse('2028-02-29').success).toBe(true);
  for (const bad of [
    '2026-02-29',
    '2026-13-01',
    '26-01-01',
    '2026-1-1',
    'today',
    'infinity',
    '+30:00',
    ' 2026-01-01',
    '99999-01-01',
    '2026-01-01T00:00Z',
  ]) {
    expect([bad, CalendarDay.safeParse(bad).success]).toEqual([bad, false]);
  }
});
