import { clock } from '@app/words/clock.ts';

/** Browsers know month names only in some languages, and not in Ghana's. */
export const calendarWords = {
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  /** "05 March, 2026". */
  longDate: (day: string, month: string, year: number) => `${day} ${month}, ${year}`,
  /** The date is already text here. */
  instant: (date: string, instant: string) => `${date}, ${clock(instant)} GMT`,
} as const;
