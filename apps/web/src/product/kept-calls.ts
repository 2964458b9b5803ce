import { useSyncExternalStore } from 'react';
import { readDraft, writeDraft } from '../forms/drafts.ts';
import { createStore } from '../ui/store.ts';

const KEPT_CALLS = 'keptCalls';

/** A call that this device repeats until the server has recorded or refused it. */
export type KeptCall =
  | { kind: 'COMPLETION_CODE'; id: string; word?: undefined }
  | { kind: 'CHECK_IN'; id: string; word: string; name: string };

const changes = createStore(0);
/** The id of each call that this page has sent, until its reply. */
export const inFlight = new Map<Promise<unknown>, string>();

export function keptCalls(): KeptCall[] {
  const kept = readDraft(KEPT_CALLS);
  // Another version may have stored other values.
  return Array.isArray(kept) ? kept.filter((call): call is KeptCall => call?.id && call.kind) : [];
}

export const isKept = (id: string) => keptCalls().some((call) => call.id === id);

export const useHasKeptCalls = (): boolean =>
  useSyncExternalStore(changes.subscribe, () => readDraft(KEPT_CALLS) !== null);

export const useIsKept = (id: string): boolean => useSyncExternalStore(changes.subscribe, () => isKept(id));

function write(calls: readonly KeptCall[]): void {
  writeDraft(KEPT_CALLS, calls.length > 0 ? calls : null);
  changes.write(changes.read() + 1);
}

export const keepCall = (call: KeptCall): void =>
  write([...keptCalls().filter(({ id }) => id !== call.id), call]);

/** Keeps a newer word for the same meeting. */
export const forgetCall = (call: KeptCall): void =>
  write(keptCalls().filter(({ id, word }) => id !== call.id || word !== call.word));
