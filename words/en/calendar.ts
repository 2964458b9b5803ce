/** Months and weekdays, Sunday first: a browser's own stand only for the languages that it knows, and Ghana's are not among them. */
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
  shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'],
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  shortWeekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  /** As section 8 writes a day: "05 March, 2026". */
  longDate: (day: string, month: string, year: number) => `${day} ${month}, ${year}`,
  /** "5 March 2026". */
  plainDate: (day: number, month: string, year: number) => `${day} ${month} ${year}`,
  dayOfMonth: (day: number, month: string) => `${day} ${month}`,
  dayOfWeek: (weekday: string, date: string) => `${weekday} ${date}`,
  clock: (hour: string, minute: string, isMorning: boolean) => `${hour}:${minute} ${isMorning ? 'AM' : 'PM'}`,
  instant: (date: string, clock: string) => `${date}, ${clock} GMT`,
} as const;
