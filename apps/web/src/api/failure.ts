import type { ErrorCode, Problem, ProblemItem } from '@app/contracts/errors.ts';
import { failureWords } from '@app/words/failures.ts';

interface Failure {
  /** NETWORK means that no response has arrived. */
  kind: 'NETWORK' | 'PROBLEM';
  status: number;
  code: ErrorCode | null;
  detail: string;
  items: ProblemItem[];
  /** With this reference, an operator can find the request in the log. */
  reference?: string | undefined;
}

/** The end of the id is used, because some ids begin with the time. */
const REFERENCE_LENGTH = 8;

/** Screens show `message` (S-701). */
export class CallFailed extends Error {
  readonly kind: Failure['kind'];
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly detail: string;
  readonly items: readonly ProblemItem[];
  readonly reference: string | undefined;

  constructor(failure: Failure, options?: ErrorOptions) {
    const { detail, reference } = failure;
    super(reference === undefined ? detail : failureWords.withReference(detail, reference), options);
    this.name = 'CallFailed';
    this.kind = failure.kind;
    this.status = failure.status;
    this.code = failure.code;
    this.detail = detail;
    this.items = failure.items;
    this.reference = reference;
  }
}

export function networkFailure(cause: unknown): CallFailed {
  return new CallFailed(
    { kind: 'NETWORK', status: 0, code: null, detail: failureWords.network, items: [] },
    { cause },
  );
}

function parseProblemItems(content: unknown): ProblemItem[] {
  if (!Array.isArray(content)) return [];
  return content.filter((item): item is ProblemItem => typeof item?.message === 'string');
}

const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const waits: Partial<Record<ErrorCode, typeof failureWords.waitAndTryAgain>> = {
  TOO_MANY_REQUESTS: failureWords.waitAndTryAgain,
  NO_TEXT_SENT: failureWords.noTextSent,
};

function wordsOfWait(code: ErrorCode | undefined, seconds: number): string | undefined {
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? UNITS[2];
  return code && waits[code]?.(Math.ceil(seconds / length), unit);
}

/**
 * Section 8 of the specification defines the texts. If the waiting time is known, a text with this time is
 * shown instead.
 */
export function problemFailure(status: number, body: unknown, secondsToWait?: number): CallFailed {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>;
  const items = parseProblemItems(problem.content);
  const shownMessage = problem.detail || items[0]?.message || failureWords.serverError;
  const detail = (secondsToWait !== undefined && wordsOfWait(problem.code, secondsToWait)) || shownMessage;
  const reference =
    typeof problem.requestId === 'string' ? problem.requestId.slice(-REFERENCE_LENGTH) : undefined;
  return new CallFailed({ kind: 'PROBLEM', status, code: problem.code ?? null, detail, items, reference });
}

const isNoField = () => false;

/** Adds the reasons for fields that are not on the screen. */
export function failureMessage(error: unknown, isShown: (field: string) => boolean = isNoField): string {
  if (!(error instanceof CallFailed)) return failureWords.serverError;
  const hidden = error.items.filter(({ field }) => field === undefined || !isShown(field));
  if (error.code !== 'INVALID_INPUT' || hidden.length === 0) return error.message;
  return [...new Set(hidden.map(({ message }) => message))].join('. ');
}
