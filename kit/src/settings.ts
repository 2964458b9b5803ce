import * as z from 'zod';
import type { Environment } from './service.ts';

/** Settings that are missing or contradict each other; the message lists every one and the remedy. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(`The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, options);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** Reads settings by a schema; an empty value counts as absent. Values are never printed: some are secrets. */
export function readSettings<S extends z.ZodObject>(schema: S, environment: Environment): z.infer<S> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given, { error: sayIssue });
  if (result.success) return result.data;
  throw new SettingsError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

/** Where a setting says nothing of its own. */
function sayIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'must be set';
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'must be one email address';
  if (issue.code === 'invalid_format' && issue.format === 'url')
    return 'must be a whole address, with https:// or what else .env.example begins it with';
  return 'must be such as .env.example shows';
}

/**
 * What no operator has to turn. Tests and the demo give it another value beside the settings: no text is taken, so an
 * environment cannot.
 */
export const constant = <Value>(value: Value) =>
  z.custom<Value>((given) => typeof given === typeof value).catch(value);

/** The settings of a schema, without its constants, or the constants alone. */
export const namesOf = (
  shape: Readonly<Record<string, unknown>>,
  which: 'settings' | 'constants',
): string[] =>
  Object.keys(shape).filter((name) => shape[name] instanceof z.ZodCatch === (which === 'constants'));

/** A whole number with its bounds. */
function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(error).int(error).min(min, error).max(max, error);
}

/** A whole number setting with its bounds. */
export const integerSetting = (min: number, max: number, fallback: number) =>
  wholeNumber(min, max).default(fallback);

export const optionalInteger = (min: number, max: number) => wholeNumber(min, max).optional();
