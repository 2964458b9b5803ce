import { clock } from '@app/words/clock.ts';

/** Names of days and months, because browsers do not know the languages of Ghana. */
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
