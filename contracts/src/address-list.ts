import * as z from 'zod/mini';
import { Email } from './text.ts';

export const MAX_LISTED = 10_000;

export const ROW_ANSWERS = ['TAKEN', 'DOUBLE', 'NOT_AN_ADDRESS', 'FORMULA', 'TOO_MANY'] as const;
export type RowAnswer = (typeof ROW_ANSWERS)[number];

export const LOOKS_LIKE_FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@])/u;

export const LISTED_MAX_LENGTH = 320;

export function parseListEntry(text: string): { email: string } | { answer: 'NOT_AN_ADDRESS' | 'FORMULA' } {
  if (LOOKS_LIKE_FORMULA.test(text.normalize('NFKC'))) return { answer: 'FORMULA' };
  const read = z.safeParse(Email, text);
  return read.success ? { email: read.data } : { answer: 'NOT_AN_ADDRESS' };
}
