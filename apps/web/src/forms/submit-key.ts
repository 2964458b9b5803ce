import { CallFailed } from '../api/failure.ts';

/** Whether the server may have done it, or is still doing it, although nothing came back. */
function isUndecided(error: unknown): boolean {
  if (!(error instanceof CallFailed)) return true;
  return error.kind === 'NETWORK' || error.status >= 500 || error.code === 'IN_FLIGHT';
}

/** One idempotency key per submit (D-28): the same again for a retry of the same values after an unclear end. */
export function createSubmitKeys(newKey: () => string) {
  let open: { key: string; values: string } | undefined;
  return {
    keyFor(values: unknown): string {
      const text = JSON.stringify(values) ?? '';
      if (open?.values !== text) open = { key: newKey(), values: text };
      return open.key;
    },
    ended(error?: unknown): void {
      if (error === undefined || !isUndecided(error)) open = undefined;
    },
  };
}
