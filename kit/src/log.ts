import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import type { FastifyBaseLogger } from 'fastify';

export type Log = FastifyBaseLogger;

/**
 * The log never contains typed text, addresses, tokens, queries or bodies. Errors of the database quote
 * values, so the log shows only their kind and code.
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

const OUR_FOLDER = new URL('../../', import.meta.url).pathname;
/** A second safeguard removes text that looks like an email address or telephone number; ids stay. */
const CONTACT_PATTERN = /\S*@\S*|(?<![\w-])\+?\d{6,}(?![\w-])/g;
/** Messages of these errors contain their input, such as `Unexpected token … is not valid JSON`. */
const V8_ERROR_NAME = /^(Type|Syntax|Range|Reference|URI)Error$/;

/** Only messages of our own code are logged. Messages of libraries and servers contain their input. */
const isOurs = (error: Error, [madeAt = '']: readonly string[]) =>
  madeAt.includes(OUR_FOLDER) && !madeAt.includes('/node_modules/') && !V8_ERROR_NAME.test(error.name);

function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error))
    return { kind: typeof error, code: undefined, constraint: undefined, at: undefined };
  const read = (key: string): string | undefined => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' ? value : undefined;
  };
  // Removes the message, because its lines may look like lines of the stack.
  const trace = (error.stack ?? '').replace(error.message, '');
  const frames = trace.split('\n').filter((line) => line.startsWith('    at '));
  return {
    kind: error.name,
    ...(isOurs(error, frames) && { message: error.message.replaceAll(CONTACT_PATTERN, '…') }),
    code: read('code'),
    constraint: read('constraint'),
    at: frames
      .slice(0, 8)
      .map((line) => line.trim())
      .join(' | '),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
