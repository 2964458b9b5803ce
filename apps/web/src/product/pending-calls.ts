import { useSyncExternalStore } from 'react';
import { readDraft, writeDraft } from '../forms/drafts.ts';
import { createStore } from '../ui/store.ts';

const PENDING_CALLS = 'pendingCalls';

/** This device sends the call again until the server has recorded or refused it. */
export type PendingCall =
  | { kind: 'COMPLETION_CODE'; id: string; word?: undefined }
  | { kind: 'CHECK_IN'; id: string; word: string; name: string };

const changes = createStore(0);
/** The sent calls that have no reply yet, each with its id. */
export const inFlight = new Map<Promise<unknown>, string>();

export function pendingCalls(): PendingCall[] {
  const pending = readDraft(PENDING_CALLS);
  // Another version may have stored values of another form.
  return Array.isArray(pending) ? pending.filter((call): call is PendingCall => call?.id && call.kind) : [];
}

export const isCallPending = (id: string) => pendingCalls().some((call) => call.id === id);

export const useHasPendingCalls = (): boolean =>
  useSyncExternalStore(changes.subscribe, () => readDraft(PENDING_CALLS) !== null);

export const useIsCallPending = (id: string): boolean =>
  useSyncExternalStore(changes.subscribe, () => isCallPending(id));

function write(calls: readonly PendingCall[]): void {
  writeDraft(PENDING_CALLS, calls.length > 0 ? calls : null);
  changes.write(changes.read() + 1);
}

export const addPendingCall = (call: PendingCall): void =>
  write([...pendingCalls().filter(({ id }) => id !== call.id), call]);

/** Does not delete a newer word for the same meeting. */
export const deletePendingCall = (call: PendingCall): void =>
  write(pendingCalls().filter(({ id, word }) => id !== call.id || word !== call.word));
