import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

interface CurrentRequest {
  /** Follows a request through both services. */
  id: string;
  /** Where it comes from, as far as the trusted proxies vouch for it. */
  address: string;
  /** Whether a replica that is seconds behind may answer it; unset, the primary does. */
  mayReadLate?: boolean;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** Runs the rest of a request with its id and address at hand. */
export function underRequest<Result>(request: CurrentRequest, next: () => Result): Result {
  return current.run(request, next);
}

/** The request that is being answered; undefined in a job. */
export function currentRequest(): CurrentRequest | undefined {
  return current.getStore();
}

/** The id of the request that is being answered; a job has one of its own. */
export function currentRequestId(): string {
  return current.getStore()?.id ?? randomUUID();
}
