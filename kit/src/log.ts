import type { DestinationStream, LoggerOptions } from 'pino';
import { pino } from 'pino';
import type { FastifyBaseLogger } from 'fastify';

export type Log = FastifyBaseLogger;

/**
 * Structured logs on standard output. Nothing that a person typed goes in: no address, name, number, token, query
 * string or body. Errors are logged by kind and code, since a database error quotes the values it refused.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

interface DescribedError {
  kind: string;
  code: string | undefined;
  constraint: string | undefined;
  at: string | undefined;
  cause?: DescribedError;
}

/** What may be said of an error in a log: its class, its code, the constraint it broke and where it was thrown. */
function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error))
    return { kind: typeof error, code: undefined, constraint: undefined, at: undefined };
  const read = (key: string): string | undefined => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    kind: error.name,
    code: read('code'),
    constraint: read('constraint'),
    at: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 8)
      .map((line) => line.trim())
      .join(' | '),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
