import * as z from 'zod';

/**
 * The environment holds settings as text, which each `config.ts` parses. Tests and the demo pass other
 * values to replace constants.
 */
export type Environment = Readonly<Record<string, string | number | object | undefined>>;

/** Lists every problem of the settings with its remedy. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(`The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, options);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** An empty value counts as absent. Error messages contain no values, because some are secret. */
export function readSettings<S extends z.ZodObject>(schema: S, environment: Environment): z.infer<S> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given, { error: describeIssue });
  if (result.success) return result.data;
  throw new SettingsError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'must be set';
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'must be one email address';
  if (issue.code === 'invalid_format' && issue.format === 'url')
    return 'must be a whole address, with https:// or what else .env.example begins it with';
  return 'must be such as .env.example shows';
}

/**
 * A setting that only tests and the demo can change. It refuses text, so no environment variable can set it.
 */
export const constant = <Value>(value: Value) =>
  z.custom<Value>((given) => typeof given === typeof value).catch(value);

export const listSettingNames = (
  shape: Readonly<Record<string, unknown>>,
  which: 'settings' | 'constants',
): string[] =>
  Object.keys(shape).filter((name) => shape[name] instanceof z.ZodCatch === (which === 'constants'));

function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(error).int(error).min(min, error).max(max, error);
}

export const integerSetting = (min: number, max: number, fallback: number) =>
  wholeNumber(min, max).default(fallback);

export const optionalInteger = (min: number, max: number) => wholeNumber(min, max).optional();
