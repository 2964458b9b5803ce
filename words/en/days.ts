import { calendarWords } from '@app/words/calendar.ts';

export const dayWords = {
  shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'],
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  shortWeekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  /** Returns "01 Dec", which no line break may split. */
  dayOfMonth: (day: string, month: string) => `${day}\u00A0${month}`,
  onToday: (day: string) => `Today, ${day}`,
  monthAndYear: (month: string, year: number) => `${month} ${year}`,
  onWeekday: (weekday: string, date: string) => `${weekday} ${date}`,
} as const;

/** Ghana uses GMT all year. */
const parseGmt = (iso: string) => new Date(iso.length === 10 ? `${iso}T00:00:00Z` : iso);

/** Section 8 of the specification writes days with two digits. */
const dayNumber = (date: Date) => String(date.getUTCDate()).padStart(2, '0');

/** Returns "01 December, 2026" (S-705). */
export function longDate(iso: string): string {
  const date = parseGmt(iso);
  const month = calendarWords.months[date.getUTCMonth()] ?? '';
  return calendarWords.longDate(dayNumber(date), month, date.getUTCFullYear());
}

/** Returns "Tuesday 01 December, 2026". */
export const longDay = (iso: string): string =>
  dayWords.onWeekday(dayWords.weekdays[parseGmt(iso).getUTCDay()] ?? '', longDate(iso));

/** Returns "01 Dec", with the year if it differs from `from`. */
export function dayAndMonth(iso: string, from = iso): string {
  const date = parseGmt(iso);
  const month = dayWords.shortMonths[date.getUTCMonth()] ?? '';
  return iso.slice(0, 4) === from.slice(0, 4)
    ? dayWords.dayOfMonth(dayNumber(date), month)
    : calendarWords.longDate(dayNumber(date), month, date.getUTCFullYear());
}

/** Returns "Tue 01 Dec", with the year if it differs from `from`. */
export const shortDay = (iso: string, from = iso): string =>
  dayWords.onWeekday(dayWords.shortWeekdays[parseGmt(iso).getUTCDay()] ?? '', dayAndMonth(iso, from));
