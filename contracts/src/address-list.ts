import * as z from 'zod/mini';
import { Email } from './text.ts';

/** The most addresses that one study invites by a list. */
export const MAX_LISTED = 10_000;

/** What becomes of each row of a list. */
export const ROW_ANSWERS = ['TAKEN', 'DOUBLE', 'NOT_AN_ADDRESS', 'FORMULA', 'TOO_MANY'] as const;
export type RowAnswer = (typeof ROW_ANSWERS)[number];

/** What a spreadsheet may take for a formula, as in the files that we write. */
export const LOOKS_LIKE_FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@])/u;

/** Longer is no address, whatever else it is. */
export const LISTED_MAX_LENGTH = 320;

/** The address of one row in its normal form, or why it is none. */
export function readListed(text: string): { email: string } | { answer: 'NOT_AN_ADDRESS' | 'FORMULA' } {
  if (LOOKS_LIKE_FORMULA.test(text.normalize('NFKC'))) return { answer: 'FORMULA' };
  const read = z.safeParse(Email, text);
  return read.success ? { email: read.data } : { answer: 'NOT_AN_ADDRESS' };
}
