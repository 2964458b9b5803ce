import { useSyncExternalStore } from 'react';
import { KEPT_CALLS, readDraft, writeDraft } from '../forms/drafts.ts';
import { createStore } from '../ui/store.ts';

/** A call that this device repeats until the server has recorded or refused it. */
export type KeptCall =
  | { kind: 'COMPLETION_CODE'; id: string }
  | { kind: 'CHECK_IN'; id: string; word: string; name: string };

const changes = createStore(0);

export function keptCalls(): KeptCall[] {
  const kept = readDraft(KEPT_CALLS);
  return Array.isArray(kept) ? (kept as KeptCall[]) : [];
}

export const isKept = (id: string) => keptCalls().some((call) => call.id === id);

export const useIsKept = (id: string): boolean => useSyncExternalStore(changes.subscribe, () => isKept(id));

function write(calls: readonly KeptCall[]): void {
  writeDraft(KEPT_CALLS, calls.length > 0 ? calls : null);
  changes.write(changes.read() + 1);
}

const othersThan = (id: string) => keptCalls().filter((call) => call.id !== id);

export const keepCall = (call: KeptCall): void => write([...othersThan(call.id), call]);

export function forgetCall(id: string): void {
  if (isKept(id)) write(othersThan(id));
}
