import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { renewAdminSession } from '@app/contracts/identity/admin-sign-in.ts';
import { useSyncExternalStore } from 'react';
import { createStore } from '../ui/store.ts';

export type AdminSession = ReplyOf<typeof renewAdminSession>;

/**
 * The session is only in memory. After a reload, the cookie, which scripts cannot read, brings a new token.
 * Undefined until this was tried, and null if there is no session.
 */
const session = createStore<AdminSession | null | undefined>(undefined);

/** A token is valid for 60 seconds. A call needs some of them on its way. */
const USED_FOR_MS = 45_000;
let startedAt = 0;
let [isKept, hasEnded] = [false, false];

export function storeAdminSession(next: AdminSession | null): void {
  startedAt = performance.now();
  hasEnded = next === null;
  session.write(next);
}

/** If a dialog is open, the screen stays after the session has ended, so that no typed text is lost. */
export function endSessionOfScreen(): void {
  if (isKept) hasEnded = true;
  else storeAdminSession(null);
}

/** Returns a function that the dialog calls when it closes. */
export function keepScreenOfSession(): () => void {
  isKept = true;
  return () => {
    isKept = false;
    if (hasEnded) storeAdminSession(null);
  };
}

export const readAdminSession = () => session.read();
export const hasAdminSessionEnded = () => hasEnded;
export const isAdminTokenOld = () => performance.now() - startedAt > USED_FOR_MS;
export const useAdminSession = () => useSyncExternalStore(session.subscribe, session.read);
