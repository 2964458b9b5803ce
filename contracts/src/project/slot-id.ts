import * as z from 'zod/mini';
import { MINUTE_MS } from '../durations.ts';
import { rule } from '../rule.ts';

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/** A study has at most one slot per start, which is a quarter of an hour in UTC. */
export const SlotId = z.string({ error: rule('notOfThisKind') }).check(
  z.regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:00(\.000)?Z$/, { error: rule('notOfThisKind'), abort: true }),
  z.refine(isQuarterHour, { error: rule('notOfThisKind'), abort: true }),
  z.overwrite((text) => new Date(text).toISOString()),
);

function isQuarterHour(text: string): boolean {
  const at = Date.parse(text);
  // Date.parse accepts 30 February and makes another day of it, so the text is compared.
  return at % QUARTER_HOUR_MS === 0 && new Date(at).toISOString().slice(0, 16) === text.slice(0, 16);
}
