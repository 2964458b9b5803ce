import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import type { FastifyBaseLogger } from 'fastify';

export type Log = FastifyBaseLogger;

/**
 * Structured logs on standard output. Nothing that a person typed goes in: no address, name, number, token, query
 * string or body. Errors are logged by kind and code, since a database error quotes the values it refused. Our own
 * errors keep their words, so no value that somebody gave may be in them.
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
  message?: string;
  code: string | undefined;
  constraint: string | undefined;
  at: string | undefined;
  cause?: DescribedError;
}

/** Where this code lies, as stack traces spell it. */
const OUR_FOLDER = new URL('../../', import.meta.url).pathname;
/** A second guard: whatever looks like an email or a telephone number stays out; ids stay in. */
const SPELLED_BY_A_PERSON = /\S*@\S*|(?<![\w-])\+?\d{6,}(?![\w-])/g;
/** V8 quotes what it could not read: `Unexpected token … is not valid JSON`. */
const SPELLED_BY_V8 = /^(Type|Syntax|Range|Reference|URI)Error$/;

/** Whether our own code made the error, and so spelled its message: a library's and a server's repeat what they were given. */
const isOurs = (error: Error, [madeAt = '']: readonly string[]) =>
  madeAt.includes(OUR_FOLDER) && !madeAt.includes('/node_modules/') && !SPELLED_BY_V8.test(error.name);

/** What may be said of an error in a log: its class, its code, the constraint it broke and where it was thrown. */
function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error))
    return { kind: typeof error, code: undefined, constraint: undefined, at: undefined };
  const read = (key: string): string | undefined => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' ? value : undefined;
  };
  // Without the words: their lines may look like those of the stack.
  const trace = (error.stack ?? '').replace(error.message, '');
  const frames = trace.split('\n').filter((line) => line.startsWith('    at '));
  return {
    kind: error.name,
    ...(isOurs(error, frames) && { message: error.message.replaceAll(SPELLED_BY_A_PERSON, '…') }),
    code: read('code'),
    constraint: read('constraint'),
    at: frames
      .slice(0, 8)
      .map((line) => line.trim())
      .join(' | '),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
