/**
 * Short enough to say aloud, and no name: what stands for a participant in calendars and books of others. With its letter no
 * spreadsheet takes it for a number (`011403`, `12E345`).
 */
export const codeOf = (applicationId: string) =>
  `P${applicationId.replaceAll('-', '').slice(-6).toUpperCase()}`;
