import { IDENTITY_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';
import { mayBeDeleted, markDeletionRequested } from '../session/deletion-request.ts';
import { saveInterruptedPage } from '../session/interrupted-page.ts';
import {
  clearUser,
  isLogOutPending,
  isTokenOld,
  readUser,
  revokeUser,
  storeUser,
} from '../session/session.ts';
import { createCaller, type CallDeps } from './caller.ts';
import { createRenewal } from './token-renewal.ts';

/** On an insecure origin without Web Locks, only the calls of this tab wait for each other. */
let tail: Promise<unknown> = Promise.resolve();
function alone<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && navigator.locks) return navigator.locks.request('session', work);
  const queued = tail.then(work, work);
  tail = queued.catch(() => undefined);
  return queued;
}

/** crypto.randomUUID exists only in secure contexts, but phones in an office may use plain http. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

const send = (address: string, init: RequestInit) => fetch(address, init);

/** The device may be lost or sold. */
function clearDevice(): void {
  // When an account is deleted, its sessions end too. The person must still see the message about the
  // deletion.
  const isLeaving = mayBeDeleted();
  sessionStorage.clear();
  if (isLeaving) markDeletionRequested();
  revokeUser();
}

const renew = createRenewal({ fetch: send, alone, readUser, storeUser, clearDevice, newKey });

async function fresh(token: string): Promise<string> {
  if (!isTokenOld()) return token;
  const own = readUser()?.userId;
  const renewed = await renew(token).catch(() => null);
  return (readUser()?.userId === own && renewed) || token;
}

export const browserDeps: CallDeps = {
  fetch: send,
  readUser,
  fresh,
  // After a log-out without a connection, the cookie must not sign the person in again.
  alone,
  renew: async (stale) => (stale === null && isLogOutPending() ? null : renew(stale)),
  endSession() {
    const user = readUser();
    if (user !== null) saveInterruptedPage(user);
    clearUser();
  },
  newKey,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Throws CallFailed. */
export const callIdentity = createCaller(IDENTITY_BASE, browserDeps);

export const callProject = createCaller(PROJECT_BASE, browserDeps);

export const newIdempotencyKey = newKey;
