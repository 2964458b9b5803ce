import { CallFailed } from '../api/failure.ts';

/** The server may have processed the submit, or still be processing it. */
function isUndecided(error: unknown): boolean {
  if (!(error instanceof CallFailed)) return true;
  return error.kind === 'NETWORK' || error.status >= 500 || error.code === 'IN_FLIGHT';
}

interface OpenSubmit {
  key: string;
  values: string;
}

/** After a reload an equal submit must repeat its key. */
export interface SubmitMemory {
  read: () => unknown;
  write: (open: OpenSubmit | null) => void;
}

const isOpenSubmit = (kept: unknown): kept is OpenSubmit =>
  typeof kept === 'object' && kept !== null && 'key' in kept && 'values' in kept;

/**
 * Each submit has one idempotency key (D-28). A retry of equal values after an unknown outcome repeats it.
 */
export function createSubmitKeys(newKey: () => string, memory?: SubmitMemory) {
  const kept = memory?.read();
  let open = isOpenSubmit(kept) ? kept : null;
  function set(submit: OpenSubmit | null): void {
    open = submit;
    memory?.write(submit);
  }
  return {
    keyFor(values: unknown): string {
      const text = JSON.stringify(values) ?? '';
      if (open?.values === text) return open.key;
      const key = newKey();
      set({ key, values: text });
      return key;
    },
    ended(error?: unknown): void {
      if (error === undefined || !isUndecided(error)) set(null);
    },
  };
}
