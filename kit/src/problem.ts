import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, type Problem, type ProblemItem, errors } from '@app/contracts/errors.ts';
import { type Rule, RULES_WITH_TEXT, parseRule } from '@app/contracts/rule.ts';
import { errorWords } from '@app/words/errors.ts';
import { registerRuleTexts, ruleText } from '@app/words/say-rule.ts';
import { validation } from '@app/words/validation.ts';

registerRuleTexts(validation);

/** A broken rule of an input. Without `rule`, the field shows the text of the error code. */
export interface BrokenRule {
  rule?: Rule;
  field?: string;
}

export class Failure extends Error {
  readonly code: ErrorCode;
  readonly items: BrokenRule[];
  readonly retryAfterInSeconds: number | undefined;
  constructor(code: ErrorCode, items: BrokenRule[] = [], retryAfterInSeconds?: number) {
    super(code);
    this.name = 'Failure';
    this.code = code;
    this.items = items;
    this.retryAfterInSeconds = retryAfterInSeconds;
  }
}

export type Fail<Code extends ErrorCode> = (code: Code, items?: BrokenRule[]) => never;

export const fail = (code: ErrorCode, items?: BrokenRule[]): never => {
  throw new Failure(code, items);
};

/** An error answer in the format of D-20 and RFC 9457. */
export function createProblem(code: ErrorCode, requestId: string, items: BrokenRule[] = []): Problem {
  const { status } = errors[code];
  const detail = errorWords[code];
  return {
    type: `urn:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    content: items.length > 0 ? items.map((item) => toProblemItem(item, detail)) : [{ message: detail }],
    requestId,
  };
}

function toProblemItem({ rule, field }: BrokenRule, detail: string): ProblemItem {
  const about = field === undefined ? {} : { field };
  if (rule === undefined) return { message: detail, ...about };
  const { code, given } = parseRule(rule);
  if (given === undefined) return { message: ruleText(rule), ...about, code };
  const isText = RULES_WITH_TEXT.some((name) => name === code);
  const params = isText ? { key: given } : { limit: Number(given) };
  return { message: ruleText(rule), ...about, code, params };
}

const RETRY_AFTER_SECONDS = 2;

const refusals = new WeakMap<FastifyReply, ErrorCode>();
export const recordedRefusal = (reply: FastifyReply): ErrorCode | undefined => refusals.get(reply);
export const recordRefusal = (reply: FastifyReply, code: ErrorCode): void => void refusals.set(reply, code);

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  items?: BrokenRule[],
  retryAfterInSeconds?: number,
) {
  const { status } = errors[code];
  recordRefusal(reply, code);
  if (status === 401) void reply.header('www-authenticate', bearerChallenge(request));
  const wait = retryAfterInSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (wait !== undefined) void reply.header('retry-after', String(Math.max(1, wait)));
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(createProblem(code, request.id, items));
}

/** The header WWW-Authenticate says that the token was refused (RFC 6750 section 3). */
function bearerChallenge(request: FastifyRequest): string {
  return request.headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
}

interface Answer {
  code: ErrorCode;
  items?: BrokenRule[];
  retryAfterInSeconds?: number | undefined;
}

/** The text of an unknown error is logged and not sent to the client. */
export function classifyError(error: unknown): Answer {
  if (error instanceof Failure) return error;
  if (!(error instanceof Error)) return { code: 'INTERNAL' };
  const { code: given, statusCode, syscall } = error as Partial<FastifyError & NodeJS.ErrnoException>;
  if (given !== undefined && given in fastifyCodes) return { code: fastifyCodes[given] as ErrorCode };
  if (isConnectionRefused(error)) return { code: 'UNAVAILABLE' };
  if (given !== undefined && /^[0-9A-Z]{5}$/.test(given)) return { code: classifySqlState(given) };
  if (given !== undefined && connectionCodes.has(given)) return { code: 'UNAVAILABLE' };
  // A connection to a Unix socket fails with ENOENT while the server is down, and with EAGAIN under load.
  if (syscall === 'connect') return { code: 'UNAVAILABLE' };
  if (
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable/.test(
      error.message,
    )
  ) {
    return { code: 'UNAVAILABLE' };
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return { code: 'MALFORMED_REQUEST' };
  return { code: 'INTERNAL' };
}

const fastifyCodes: Record<string, ErrorCode | undefined> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'NOT_JSON',
};
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
]);

/**
 * With a full disk, the server refuses connections with XX000 and severity FATAL. With severity ERROR, the
 * code is about one statement.
 */
export const isConnectionRefused = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'XX000' &&
  'severity' in error &&
  error.severity !== 'ERROR';

const OF_THE_MOMENT = /^(?:08|28|53|57|58)|^(?:25006|40001|40P01)$/;
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** The contract accepts some values that the database refuses. Such a value is the caller's error. */
function classifySqlState(state: string): ErrorCode {
  if (state.startsWith('22')) return 'MALFORMED_REQUEST';
  if (state === UNIQUE_VIOLATION || state === FOREIGN_KEY_VIOLATION) return 'CONFLICT';
  return OF_THE_MOMENT.test(state) ? 'UNAVAILABLE' : 'INTERNAL';
}
