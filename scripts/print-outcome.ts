import { inspect } from 'node:util';

/** People at a terminal do not need stack traces. */
export function reportOutcome(error: unknown): string {
  // WebAssembly throws plain objects, which would print as `[object Object]`.
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error);
  const causes =
    error instanceof AggregateError ? error.errors : error.cause instanceof Error ? [error.cause] : [];
  const message = error.message || ('code' in error ? String(error.code) : error.name);
  return [message, ...causes.map((cause) => `  because: ${reportOutcome(cause)}`)].join('\n');
}

export function printOutcome(message: string, failures: readonly string[] = []): void {
  const isDone = !failures.includes(message);
  (isDone ? process.stdout : process.stderr).write(`${message}\n`);
  process.exitCode = isDone ? 0 : 1;
}
