import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

interface CurrentRequest {
  /** Calls to other services pass this request id on. */
  id: string;
  /** The client's address, which only a trusted proxy can set. */
  address: string;
  /** Reads of this request may use a replica that is some seconds behind. */
  mayReadLate?: boolean;
  /** Set once an admin is recognised; audit entries contain it. */
  adminId?: string;
}

const current = new AsyncLocalStorage<CurrentRequest>();

export function runWithRequest<Result>(request: CurrentRequest, next: () => Result): Result {
  return current.run(request, next);
}

/** Returns undefined in a job, which has no request. */
export function currentRequest(): CurrentRequest | undefined {
  return current.getStore();
}

/** In a job, each call returns a new id. */
export function currentRequestId(): string {
  return current.getStore()?.id ?? randomUUID();
}
