import { clock } from '@app/words/clock.ts';

/** Months as section 8 writes them: a browser's own stand only for the languages that it knows, and Ghana's are not among them. */
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
  /** An instant whose day is said already. */
  instant: (date: string, instant: string) => `${date}, ${clock(instant)} GMT`,
} as const;
