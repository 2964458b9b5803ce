import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { renewAdminSession } from '@app/contracts/identity/admin-sign-in.ts';
import { useSyncExternalStore } from 'react';
import { createStore } from '../ui/store.ts';

export type AdminSession = ReplyOf<typeof renewAdminSession>;

/**
 * Kept in memory only: after a reload, the cookie, which no script can read, brings a new token. Undefined
 * until the cookie has been tried, null without a session.
 */
const session = createStore<AdminSession | null | undefined>(undefined);

/** Tokens are valid for 60 seconds, some of which a call needs on its way. */
const USED_FOR_MS = 45_000;
let startedAt = 0;
let [isKept, hasEnded] = [false, false];

export function storeAdminSession(next: AdminSession | null): void {
  startedAt = performance.now();
  hasEnded = next === null;
  session.write(next);
}

/** An open dialog keeps the screen after the session has ended, so that nothing typed is lost. */
export function endSessionOfScreen(): void {
  if (isKept) hasEnded = true;
  else storeAdminSession(null);
}

/** Returns what a dialog calls when it closes. */
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
