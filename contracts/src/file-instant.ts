/** Spreadsheets read this text as a date, in GMT. */
export const fileInstant = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
