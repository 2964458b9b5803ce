/** Days among others: their weekday, Sunday first, and no more of the year than is needed. */
export const dayWords = {
  shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'],
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  shortWeekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  /** "24 Nov", which no line's end parts. */
  dayOfMonth: (day: number, month: string) => `${day}\u00A0${month}`,
  onToday: (day: string) => `Today, ${day}`,
  /** "5 March, 2026", as all dates with a month by name. */
  withYear: (day: number, month: string, year: number) => `${day} ${month}, ${year}`,
  monthAndYear: (month: string, year: number) => `${month} ${year}`,
  onWeekday: (weekday: string, date: string) => `${weekday} ${date}`,
} as const;
