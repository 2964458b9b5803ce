import * as z from 'zod/mini';
import { MINUTE_MS } from '../durations.ts';
import { rule } from '../rule.ts';

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/** A study has one slot per start, so the start identifies the slot. Starts are quarter hours in UTC. */
export const SlotId = z.string({ error: rule('notOfThisKind') }).check(
  z.regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:00(\.000)?Z$/, { error: rule('notOfThisKind'), abort: true }),
  z.refine(isQuarterHour, { error: rule('notOfThisKind'), abort: true }),
  z.overwrite((text) => new Date(text).toISOString()),
);

function isQuarterHour(text: string): boolean {
  const at = Date.parse(text);
  // Date.parse reads 30 February as another day.
  return at % QUARTER_HOUR_MS === 0 && new Date(at).toISOString().slice(0, 16) === text.slice(0, 16);
}
