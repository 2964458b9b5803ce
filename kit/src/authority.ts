import type { EndpointShape, RouteLimitName, ServiceName } from '@app/contracts/endpoint.ts';
import { errors } from '@app/contracts/errors.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { Limiter } from './limits.ts';
import { classifyError } from './problem.ts';
import type { ConcurrencyLimit } from './fair-queue.ts';
import type { AdminViewer, Caller, Viewer } from './viewer.ts';

export interface Authority {
  /** Verifies the token without the database, so it does not detect a session that has ended. */
  verifyToken(token: string): Promise<Viewer | undefined>;
  isLive(viewer: Viewer): Promise<boolean>;
  verifyService(token: string): Promise<ServiceName | undefined>;
  /** If this is absent, no admin is admitted. */
  admins?: {
    /** Also checks the session, because an admin's rights end at once. */
    verify(token: string): Promise<AdminViewer | undefined>;
    /** Records that an admin read something, possibly about one person. */
    recordLook(about: string, userId: string | undefined): Promise<void>;
  };
  isVerified(userId: string): Promise<boolean>;
  limiter?: Limiter;
  concurrencyLimit?: ConcurrencyLimit;
  idempotencyStore: IdempotencyStore;
  /** Records that a signed-in person requested an object of another person. */
  recordRefusal?(viewer: Caller, about: string): Promise<void>;
}

export function requireLimiter({ limiter }: Authority): Limiter {
  if (!limiter) throw new Error('A limited endpoint has no limiter');
  return limiter;
}

export const limitsCountedBy = ({ limits = [] }: EndpointShape, counted: 'ADDRESS' | 'DEVICE' | 'PERSON') =>
  limits.filter((limit) => limit.includes(`_PER_${counted}_`));

/** Throws TOO_MANY_REQUESTS if one of the limits is used up. */
export async function enforceLimits(
  limits: readonly RouteLimitName[],
  caller: string,
  authority: Authority,
): Promise<void> {
  for (const limit of limits) await requireLimiter(authority).take(limit, caller);
}

/**
 * After a server error, no limit counts the call. After a refusal, DAY limits do not count it, because they
 * count successful calls; HOUR limits do, because they count attempts, for example at passwords.
 */
export async function releaseLimits(
  limits: readonly RouteLimitName[],
  caller: string,
  error: unknown,
  authority: Authority,
): Promise<void> {
  const isOurs = errors[classifyError(error).code].status >= 500;
  for (const limit of limits)
    if (isOurs || limit.endsWith('_PER_DAY')) await requireLimiter(authority).release(limit, caller);
}

/** Limits how many ids a person can guess by observing 404 answers. */
export const NOT_FOUND_LIMIT = 'NOT_FOUND_PER_PERSON_PER_HOUR';

/** Answers 429 to a person who has received too many 404 answers. */
export async function countNotFoundAndThrow(
  viewer: Caller | undefined,
  error: unknown,
  { limiter }: Authority,
): Promise<never> {
  const hasFoundNothing = errors[classifyError(error).code].status === 404;
  if (viewer && hasFoundNothing) await limiter?.take(NOT_FOUND_LIMIT, viewer.userId);
  throw error;
}
