import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const current = new AsyncLocalStorage<string>();

/** Runs the rest of a request under its id, so that what it asks of the other service can be followed there. */
export function underRequestId(id: string, next: () => void): void {
  current.run(id, next);
}

/** The id of the request that is being answered; a job has one of its own. */
export function currentRequestId(): string {
  return current.getStore() ?? randomUUID();
}
