/** A date as it is typed in three boxes, kept in one field so that half a date survives a reload as well. */
export interface DateParts {
  day: string;
  month: string;
  year: string;
}

/** "1996-04-18" once it is whole; as far as it is typed before that; '' while nothing is. */
export function joinDate({ day, month, year }: DateParts): string {
  if (day === '' && month === '' && year === '') return '';
  const two = (digits: string) => (digits === '' ? '' : digits.padStart(2, '0'));
  return `${year}-${two(month)}-${two(day)}`;
}

/** Whether all three boxes are filled; only then can the day be wrong rather than missing. */
export function isWholeDate(text: string | undefined): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');
}

export function splitDate(text: string | undefined): DateParts {
  const [year = '', month = '', day = ''] = (text ?? '').split('-');
  return { year, month, day: day.replace(/^0/, '') };
}

/** Digits only, as many as the box takes; people type spaces and paste. */
export function digitsOf(text: string, max: number): string {
  return text.replace(/\D/g, '').slice(0, max);
}
