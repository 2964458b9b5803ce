import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayByKey, toggleDay, monthWeeks, clampDay } from './month-grid.ts';

describe('S-313 the grid of a month', () => {
  it('begins its weeks on Monday and omits the days of other months', () => {
    const weeks = monthWeeks('2026-11');
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks[1]![0]).toBe('2026-11-02');
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null]);
    expect(monthWeeks('2027-02')).toHaveLength(4);
    expect(monthWeeks('2028-02').flat().filter(Boolean)).toHaveLength(29);
  });

  it('continues over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-11-21', 2)).toBe('2027-01-21');
    expect(addMonths('2028-02-29', -12)).toBe('2027-02-28');
  });

  // The initial day is a Saturday.
  it.each([
    ['ArrowLeft', false, '2026-11-20'],
    ['ArrowRight', false, '2026-11-22'],
    ['ArrowUp', false, '2026-11-14'],
    ['ArrowDown', false, '2026-11-28'],
    ['Home', false, '2026-11-16'],
    ['End', false, '2026-11-22'],
    ['PageUp', false, '2026-10-21'],
    ['PageDown', false, '2026-12-21'],
    ['PageUp', true, '2025-11-21'],
    ['PageDown', true, '2027-11-21'],
    ['a', false, null],
  ])('%s (shift: %s) leads to %s', (key, hasShift, day) => {
    expect(dayByKey(key, hasShift, '2026-11-21')).toBe(day);
  });

  it('stays between the first and the last day', () => {
    const bounds = { first: '2026-11-21', last: '2028-11-21' };
    expect(clampDay(bounds, '2026-11-20')).toBe('2026-11-21');
    expect(clampDay(bounds, '2027-01-01')).toBe('2027-01-01');
    expect(clampDay(bounds, '2029-01-01')).toBe('2028-11-21');
  });

  it('selects and deselects a day, in the order of the calendar', () => {
    expect(toggleDay(['2026-12-01'], '2026-11-21')).toEqual(['2026-11-21', '2026-12-01']);
    expect(toggleDay(['2026-11-21', '2026-12-01'], '2026-11-21')).toEqual(['2026-12-01']);
  });
});
