import { inspect } from 'node:util';

/**
 * What has gone wrong and why, for the person who typed a command. No stack trace: only the authors of the code read
 * those.
 */
export function explain(error: unknown): string {
  // What WebAssembly throws is no error, and would be said as `[object Object]`.
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error);
  const causes =
    error instanceof AggregateError ? error.errors : error.cause instanceof Error ? [error.cause] : [];
  const said = error.message || ('code' in error ? String(error.code) : error.name);
  return [said, ...causes.map((cause) => `  because: ${explain(cause)}`)].join('\n');
}

/** Prints what a command has to say. It ends with 1 where that is one of `failures`: how it is used, or that nothing was done. */
export function say(said: string, failures: readonly string[] = []): void {
  const isDone = !failures.includes(said);
  (isDone ? process.stdout : process.stderr).write(`${said}\n`);
  process.exitCode = isDone ? 0 : 1;
}
