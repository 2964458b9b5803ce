/** An instant in every file, in GMT: a form that spreadsheets take for a date. */
export const fileInstant = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
