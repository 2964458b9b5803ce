/**
 * Identifies a participant to others without a name. The letter stops spreadsheets from reading it as a
 * number (`011403`, `12E345`).
 */
export const codeOf = (applicationId: string) =>
  `P${applicationId.replaceAll('-', '').slice(-6).toUpperCase()}`;
