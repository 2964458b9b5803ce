import * as z from 'zod/mini';
import { rule } from '../rule.ts';

const QUARTER_MS = 15 * 60_000;

/**
 * A slot is known by its instant, since a study has one at each: whole quarter hours in UTC, in one spelling. Of years that a
 * study can have.
 */
export const SlotId = z.string({ error: rule('notOfThisKind') }).check(
  z.regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:00(\.000)?Z$/, { error: rule('notOfThisKind'), abort: true }),
  z.refine(isQuarter, { error: rule('notOfThisKind'), abort: true }),
  z.overwrite((text) => new Date(text).toISOString()),
);

function isQuarter(text: string): boolean {
  const at = Date.parse(text);
  // A day that is none, such as 30 February, reads as another one.
  return at % QUARTER_MS === 0 && new Date(at).toISOString().slice(0, 16) === text.slice(0, 16);
}
