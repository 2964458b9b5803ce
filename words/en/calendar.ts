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
  clock: (hour: string, minute: string, isMorning: boolean) => `${hour}:${minute} ${isMorning ? 'AM' : 'PM'}`,
  instant: (date: string, clock: string) => `${date}, ${clock} GMT`,
} as const;
