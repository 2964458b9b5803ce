import { CallFailed } from '../api/failure.ts';

/** True if the server may have carried out the submit. */
function isUndecided(error: unknown): boolean {
  if (!(error instanceof CallFailed)) return true;
  return error.kind === 'NETWORK' || error.status >= 500 || error.code === 'IN_FLIGHT';
}

interface OpenSubmit {
  key: string;
  values: string;
}

export interface SubmitMemory {
  read: () => unknown;
  write: (open: OpenSubmit | null) => void;
}

const isOpenSubmit = (stored: unknown): stored is OpenSubmit =>
  typeof stored === 'object' && stored !== null && 'key' in stored && 'values' in stored;

/** If we do not know whether a submit succeeded, a retry with the same values has the same key (D-28). */
export function createSubmitKeys(newKey: () => string, memory?: SubmitMemory) {
  const stored = memory?.read();
  let open = isOpenSubmit(stored) ? stored : null;
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
