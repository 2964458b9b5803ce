/** GMT, readable by spreadsheets as a date. */
export const fileInstant = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
