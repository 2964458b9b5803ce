import type { EndpointShape } from '@app/contracts/endpoint.ts';
import { type ErrorCode, type Problem, errors } from '@app/contracts/errors.ts';
import { errorWords } from '@app/words/errors.ts';
import { allErrors } from '@app/kit/implied-errors.ts';

/** Codes of the server itself, before it knows which call is meant. */
const serverCodes: readonly ErrorCode[] = [
  'NO_SUCH_CALL',
  'METHOD_NOT_ALLOWED',
  'MALFORMED_REQUEST',
  'HEADERS_TOO_LARGE',
  'REQUEST_TOO_SLOW',
];
/** Codes for a body without a matching call. */
const bodyCodes: readonly ErrorCode[] = ['NOT_JSON', 'TOO_LARGE'];

type Check = (value: unknown, problem: Record<string, unknown>) => boolean;
const isText: Check = (value) => typeof value === 'string' && value !== '';
const isCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errors, value);
const findErrorEntry = (problem: Record<string, unknown>) =>
  isCode(problem['code']) ? errors[problem['code']] : undefined;

const fields = {
  type: (value) => typeof value === 'string' && /^urn:problem:[a-z-]+$/.test(value),
  title: isText,
  status: (value, problem) => value === findErrorEntry(problem)?.status,
  detail: (value, problem) => isCode(problem['code']) && value === errorWords[problem['code']],
  code: isCode,
  content: (value) => Array.isArray(value) && value.length > 0 && value.every(isItem),
  requestId: isText,
} satisfies Record<keyof Problem, Check>;

function isItem(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { message, field = '', code = '', params = {}, ...more } = value as Record<string, unknown>;
  return (
    isText(message, {}) &&
    [field, code].every((text) => typeof text === 'string') &&
    typeof params === 'object' &&
    Object.keys(more).length === 0
  );
}

/** Details of the database or the code that a response must never show (IN-4). */
const inner =
  /syntax error|relation|22P0|\.[jt]s:|\b(select|insert into|update|delete from) .*\b(identity|project)\b/i;

interface Raw {
  statusCode: number;
  payload: string;
  headers: Record<string, unknown>;
}

/**
 * Returns the flaw of a failure (OUT-1): it must be the complete problem of the catalogue, with a code that
 * the endpoint declares. `endpoint` is undefined if no call has the address or the method.
 */
export function findAnswerFlaw(answer: Raw, endpoint: EndpointShape | undefined): string | undefined {
  const { statusCode, payload, headers } = answer;
  if (statusCode < 400) return undefined;
  const type = String(headers['content-type']);
  if (!type.startsWith('application/problem+json')) return `answered ${statusCode} as ${type}: ${payload}`;
  const problem = JSON.parse(payload) as Record<string, unknown>;
  const broken = Object.entries(fields).filter(([name, isRight]) => !isRight(problem[name], problem));
  const extra = Object.keys(problem).filter((name) => !Object.hasOwn(fields, name));
  if (broken.length > 0 || extra.length > 0) return `answered no whole problem: ${payload}`;
  if (problem['status'] !== statusCode) return `answered ${statusCode} with ${payload}`;
  if (inner.test(payload)) return `shows its inside: ${payload}`;
  const declared = [...serverCodes, ...(endpoint ? allErrors(endpoint) : bodyCodes)];
  return declared.some((code) => code === problem['code'])
    ? undefined
    : `answered ${String(problem['code'])}, which it does not declare`;
}
