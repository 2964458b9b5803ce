import type { EndpointShape, RouteLimitName, ServiceName } from '@app/contracts/endpoint.ts';
import { errors } from '@app/contracts/errors.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { Limiter } from './limits.ts';
import { codeOf } from './problem.ts';
import type { Turns } from './turns.ts';
import type { Viewer } from './viewer.ts';

export interface Authority {
  /** Verifies signature and expiry only, without a database. */
  verifyToken(token: string): Promise<Viewer | undefined>;
  isLive(viewer: Viewer): Promise<boolean>;
  verifyService(token: string): Promise<ServiceName | undefined>;
  /** Current, not the status in the token. */
  isVerified(userId: string): Promise<boolean>;
  /** Absent if no endpoint of the service has limits. */
  limiter?: Limiter;
  turns?: Turns;
  idempotencyStore: IdempotencyStore;
  /** Called when a signed-in caller requests data of another person. */
  noteRefusal?(viewer: Viewer, about: string): Promise<void>;
}

export function limiterOf({ limiter }: Authority): Limiter {
  if (!limiter) throw new Error('An endpoint is limited, and nobody counts');
  return limiter;
}

export const limitsOf = ({ limits = [] }: EndpointShape, counted: 'ADDRESS' | 'DEVICE' | 'PERSON') =>
  limits.filter((limit) => limit.includes(`_PER_${counted}_`));

/** Throws TOO_MANY_REQUESTS. */
export async function takeLimits(
  limits: readonly RouteLimitName[],
  who: string,
  authority: Authority,
): Promise<void> {
  for (const limit of limits) await limiterOf(authority).take(limit, who);
}

/**
 * Releases all of a person's limits after our own failure. After a refusal only DAY limits are released: they
 * count results, while HOUR limits count attempts, for example at passwords.
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

/** Limits guessing of ids by 404 answers (ABU-5). */
export const NOT_FOUND_LIMIT = 'NOT_FOUND_PER_PERSON_PER_HOUR';

/** A 404 for a signed-in person counts against a limit; beyond it, the answer is 429. */
export async function failFor(
  viewer: Viewer | undefined,
  error: unknown,
  { limiter }: Authority,
): Promise<never> {
  const hasFoundNothing = errors[codeOf(error).code].status === 404;
  if (viewer && hasFoundNothing) await limiter?.take(NOT_FOUND_LIMIT, viewer.userId);
  throw error;
}
