import { CallFailed } from '../api/failure.ts';

/** Whether the fate of a submit is unknown: the server may have done it, or still be doing it. */
function isUndecided(error: unknown): boolean {
  if (!(error instanceof CallFailed)) return true;
  return error.kind === 'NETWORK' || error.status >= 500 || error.code === 'IN_FLIGHT';
}

/** A submit whose fate is unknown. */
interface OpenSubmit {
  key: string;
  values: string;
}

/** Where it is stored, so that the same submit after a reload repeats its key. */
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
