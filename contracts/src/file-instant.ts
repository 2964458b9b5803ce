/** Returns a time in GMT that spreadsheets read as a date. */
export const fileInstant = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
