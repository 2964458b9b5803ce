import { currentTime } from './current-time.ts';

/** A calendar day as `YYYY-MM-DD` in Ghana's zone, which is GMT all year (D-42). */
export function today(now: Date = new Date(currentTime())): string {
  return now.toISOString().slice(0, 10);
}

/** Whole years between a birth date and a day, both `YYYY-MM-DD`. */
export function ageOn(day: string, dateOfBirth: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5) >= dateOfBirth.slice(5) ? years : years - 1;
}

/** The same day of the year, so many years earlier or later; 29 February becomes 1 March where there is none. */
export function yearsFrom(day: string, years: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return today(date);
}

const YEARS_AHEAD = 2;

/** The last day on which a study can meet people. */
export const lastPlannableDay = (from: string = today()): string => yearsFrom(from, YEARS_AHEAD);

/** Accounts are for people of 18 and over (D-40). */
export const ADULT_AGE = 18;
