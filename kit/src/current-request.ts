import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

interface CurrentRequest {
  /** Calls to other services pass it on. */
  id: string;
  /** Only trusted proxies can set it. */
  address: string;
  /** A replica may answer, although it lags by seconds. */
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

/** In a job, each call returns a new one. */
export function currentRequestId(): string {
  return current.getStore()?.id ?? randomUUID();
}
