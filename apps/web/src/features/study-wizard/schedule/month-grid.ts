/** Days are `YYYY-MM-DD` and months `YYYY-MM` in Ghana's time zone, which is GMT all year (D-42). */

const DAYS_OF_WEEK = 7;
const MONTHS_OF_YEAR = 12;

const parseDay = (day: string) => new Date(`${day}T00:00:00Z`);
const formatDay = (date: Date) => date.toISOString().slice(0, 10);

export const dayMonth = (day: string) => day.slice(0, 7);

export function addDays(day: string, count: number): string {
  const date = parseDay(day);
  date.setUTCDate(date.getUTCDate() + count);
  return formatDay(date);
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** If the month is shorter, the result is its last day. */
export function addMonths(day: string, count: number): string {
  const date = parseDay(day);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1));
  first.setUTCDate(Math.min(date.getUTCDate(), daysIn(first.getUTCFullYear(), first.getUTCMonth())));
  return formatDay(first);
}

const mondayBasedWeekday = (day: string) => (parseDay(day).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;

/** Weeks start on Monday. Null stands for a day of another month. */
export function monthWeeks(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const length = daysIn(Number(month.slice(0, 4)), Number(month.slice(5)) - 1);
  const before = mondayBasedWeekday(first);
  return Array.from({ length: Math.ceil((before + length) / DAYS_OF_WEEK) }, (_, week) =>
    Array.from({ length: DAYS_OF_WEEK }, (__, at) => {
      const index = week * DAYS_OF_WEEK + at - before;
      return index >= 0 && index < length ? addDays(first, index) : null;
    }),
  );
}

export interface DayBounds {
  first: string;
  last: string;
}

export function clampDay({ first, last }: DayBounds, day: string): string {
  if (day < first) return first;
  return day > last ? last : day;
}

/** The ARIA practices use these keys in a grid of dates. */
export function dayByKey(key: string, hasShift: boolean, day: string): string | null {
  const months = hasShift ? MONTHS_OF_YEAR : 1;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -DAYS_OF_WEEK);
    case 'ArrowDown':
      return addDays(day, DAYS_OF_WEEK);
    case 'Home':
      return addDays(day, -mondayBasedWeekday(day));
    case 'End':
      return addDays(day, DAYS_OF_WEEK - 1 - mondayBasedWeekday(day));
    case 'PageUp':
      return addMonths(day, -months);
    case 'PageDown':
      return addMonths(day, months);
    default:
      return null;
  }
}

export function toggleDay(days: readonly string[], day: string): string[] {
  return days.includes(day) ? days.filter((other) => other !== day) : [...days, day].toSorted();
}
