import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

interface CurrentRequest {
  /** Passed on to other services. */
  id: string;
  /** Determined through trusted proxies only. */
  address: string;
  /** A replica that lags by seconds may answer; otherwise the primary does. */
  mayReadLate?: boolean;
}

const current = new AsyncLocalStorage<CurrentRequest>();

export function underRequest<Result>(request: CurrentRequest, next: () => Result): Result {
  return current.run(request, next);
}

/** Undefined in a job. */
export function currentRequest(): CurrentRequest | undefined {
  return current.getStore();
}

/** In a job, each call returns a new id. */
export function currentRequestId(): string {
  return current.getStore()?.id ?? randomUUID();
}
