import type { EndpointShape, RouteLimitName, ServiceName } from '@app/contracts/endpoint.ts';
import { errors } from '@app/contracts/errors.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { Limiter } from './limits.ts';
import { codeOf } from './problem.ts';
import type { Turns } from './turns.ts';
import type { Viewer } from './viewer.ts';

/** How a service learns who is calling; made once a service from its keys and its knowledge of people. */
export interface Authority {
  /** Who a token says to be, by its signature and its time; asks no database. */
  verifyToken(token: string): Promise<Viewer | undefined>;
  /** Whether the session of a verified token still stands. */
  isLive(viewer: Viewer): Promise<boolean>;
  /** Which service's credential a token is, by that service's own keys. */
  verifyService(token: string): Promise<ServiceName | undefined>;
  /** Whether this person is VERIFIED at this moment, where an access asks for it. */
  isVerified(userId: string): Promise<boolean>;
  /** The rate limiter of the endpoints' limits; absent in a service without any. */
  limiter?: Limiter;
  /** A person's fair share of this process. */
  turns?: Turns;
  /** The idempotency store: responses for replay. */
  idempotencyStore: IdempotencyStore;
  /** Called when a signed-in caller is refused what is not theirs. */
  noteRefusal?(viewer: Viewer, about: string): Promise<void>;
}

export function limiterOf({ limiter }: Authority): Limiter {
  if (!limiter) throw new Error('An endpoint is limited, and nobody counts');
  return limiter;
}

/** The limits of an endpoint that count addresses, devices or persons. */
export const limitsOf = ({ limits = [] }: EndpointShape, counted: 'ADDRESS' | 'DEVICE' | 'PERSON') =>
  limits.filter((limit) => limit.includes(`_PER_${counted}_`));

/** Counts a call for its caller. Throws TOO_MANY_REQUESTS. */
export async function takeLimits(
  limits: readonly RouteLimitName[],
  who: string,
  authority: Authority,
): Promise<void> {
  for (const limit of limits) await limiterOf(authority).take(limit, who);
}

/**
 * Gives back what a call took of its person's limits without a result: all of it where the failure was ours. A refused
 * call gets back those of a day, which count what is made. Those of an hour stay: they count tries, as of a password.
 */
export async function releaseLimits(
  limits: readonly RouteLimitName[],
  who: string,
  error: unknown,
  authority: Authority,
): Promise<void> {
  const isOurs = errors[codeOf(error).code].status >= 500;
  for (const limit of limits)
    if (isOurs || limit.endsWith('_PER_DAY')) await limiterOf(authority).release(limit, who);
}

/** Rate limit of 404 answers to one person (ABU-5). */
export const NOT_FOUND_LIMIT = 'NOT_FOUND_PER_PERSON_PER_HOUR';

/** Ends a call with its error. A 404 to a signed-in person counts against their rate limit, and beyond it becomes 429. */
export async function failFor(
  viewer: Viewer | undefined,
  error: unknown,
  { limiter }: Authority,
): Promise<never> {
  const hasFoundNothing = errors[codeOf(error).code].status === 404;
  if (viewer && hasFoundNothing) await limiter?.take(NOT_FOUND_LIMIT, viewer.userId);
  throw error;
}
