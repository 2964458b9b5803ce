import { CallFailed } from '../api/failure.ts';

/** Whether the server may have done it, or is still doing it, although nothing came back. */
function isUndecided(error: unknown): boolean {
  if (!(error instanceof CallFailed)) return true;
  return error.kind === 'NETWORK' || error.status >= 500 || error.code === 'IN_FLIGHT';
}

/** A submit of which it is not known yet what became. */
interface OpenSubmit {
  key: string;
  values: string;
}

/** Where that is kept, so that the same submit after a reload is known for a repeat. */
export interface SubmitMemory {
  read: () => unknown;
  write: (open: OpenSubmit | null) => void;
}

const isOpenSubmit = (kept: unknown): kept is OpenSubmit =>
  typeof kept === 'object' && kept !== null && 'key' in kept && 'values' in kept;

/** One idempotency key per submit (D-28): the same again for a retry of the same values after an unclear end. */
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
