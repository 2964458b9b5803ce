/** So long a proof of a number counts: networks give unused numbers to other people. */
export const PROOF_DAYS = 180;
