/**
 * The code replaces the name for other people. Its letter stops spreadsheets from reading it as a number
 * (`011403`, `12E345`).
 */
export const participantCode = (applicationId: string) =>
  `P${applicationId.replaceAll('-', '').slice(-6).toUpperCase()}`;
