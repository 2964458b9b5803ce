import { currentTime } from './current-time.ts';

/** Ghana's time zone is GMT all year (D-42). */
export function today(now: Date = new Date(currentTime())): string {
  return now.toISOString().slice(0, 10);
}

export function ageOn(day: string, dateOfBirth: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5) >= dateOfBirth.slice(5) ? years : years - 1;
}

/** In a year without 29 February, that day becomes 1 March. */
export function yearsFrom(day: string, years: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return today(date);
}

const YEARS_AHEAD = 2;

export const lastPlannableDay = (from: string = today()): string => yearsFrom(from, YEARS_AHEAD);

/** D-40 defines the age of an adult. */
export const ADULT_AGE = 18;
