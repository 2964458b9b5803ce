/**
 * Other people see this code instead of the name. Its letter prevents spreadsheets from reading a code as a
 * number (`011403`, `12E345`).
 */
export const participantCode = (applicationId: string) =>
  `P${applicationId.replaceAll('-', '').slice(-6).toUpperCase()}`;
