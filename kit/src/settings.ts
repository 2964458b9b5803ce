import * as z from 'zod';
import type { Environment } from './service.ts';

/** Settings that are missing or contradict each other; the message lists every one and the remedy. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

/** Reads settings by a schema; an empty value counts as absent. Values are never printed: some are secrets. */
export function readSettings<S extends z.ZodObject>(schema: S, environment: Environment): z.infer<S> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new SettingsError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

/** A whole number setting with its bounds. */
export function integerSetting(min: number, max: number, fallback: number) {
  return z.coerce.number().int().min(min).max(max).default(fallback);
}
