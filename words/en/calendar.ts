import { clock } from '@app/words/clock.ts';

/** Browsers do not know Ghana's languages, so these words name days and months. */
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
  longDate: (day: string, month: string, year: number) => `${day} ${month}, ${year}`,
  instant: (date: string, instant: string) => `${date}, ${clock(instant)} GMT`,
} as const;
