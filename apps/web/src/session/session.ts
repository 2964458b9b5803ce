import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { useSyncExternalStore } from 'react';
import { createStore } from '../ui/store.ts';
import { ENDED_KEY, clearInterruptedPage, REVOKED_KEY } from './interrupted-page.ts';
// This import replaces broken storage before the code below uses it.
import './memory-storage.ts';
import { landingOf } from './roles.ts';

/** Section 9 of the specification defines this key. */
export const USER_KEY = 'user';
/** After an offline log-out, the refresh cookie must not sign the person in again. */
const LOG_OUT_PENDING_KEY = 'logOutPending';
/** The time when this device got the token. Only the device's clock is used, so its error does not matter. */
const TOKEN_AT_KEY = 'tokenAt';
/** Tokens last ten minutes (ACCESS_TOKEN_MINUTES), and half a minute is kept in reserve. */
const TOKEN_MS = 9.5 * MINUTE_MS;
/** The drafts belong to this person. Another person may sign in without a log-out in between. */
const LAST_USER_KEY = 'lastUserId';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

export interface SessionDeps {
  storage: Storage;
  onOtherTab: (listener: () => void) => void;
}

export function createSession({ storage, onOtherTab }: SessionDeps) {
  // useSyncExternalStore needs the same object while nothing changes.
  let lastText: string | null = null;
  let lastUser: SignedInUser | null = null;
  let owner: string | null = null;
  /** The time of the last response about the user, in milliseconds since 1970. */
  let heardAt = 0;
  const changes = createStore(0);
  const changed = () => changes.write(changes.read() + 1);
  onOtherTab(changed);

  function readUser(): SignedInUser | null {
    const text = storage.getItem(USER_KEY);
    if (text !== lastText) {
      lastText = text;
      lastUser = parseUser(text);
      owner ??= lastUser?.userId ?? null;
    }
    return lastUser;
  }

  return {
    readUser,
    storeUser(user: SignedInUser): void {
      const last = storage.getItem(LAST_USER_KEY);
      if (last !== null && last !== user.userId) storage.clear();
      storage.removeItem(LOG_OUT_PENDING_KEY);
      storage.removeItem(ENDED_KEY);
      storage.removeItem(REVOKED_KEY);
      owner = user.userId;
      heardAt = Date.now();
      if (readUser()?.token !== user.token) storage.setItem(TOKEN_AT_KEY, `${heardAt}`);
      storage.setItem(LAST_USER_KEY, user.userId);
      storage.setItem(USER_KEY, JSON.stringify(user));
      changed();
    },
    heardAt: () => heardAt,
    isTokenOld: () => Date.now() - Number(storage.getItem(TOKEN_AT_KEY) ?? Infinity) > TOKEN_MS,
    /** Forgets the user but keeps drafts, because there was no log-out. */
    clearUser(): void {
      const user = readUser();
      // A tab that is still loading gets no storage event, but it reads this value.
      if (user !== null) storage.setItem(ENDED_KEY, JSON.stringify({ userId: user.userId, role: user.role }));
      storage.removeItem(USER_KEY);
      changed();
    },
    /** Removes everything, because the device may be lost. */
    revokeUser(): void {
      const role = readUser()?.role ?? '';
      storage.clear();
      storage.setItem(REVOKED_KEY, role);
      changed();
    },
    isUserBroken: () => storage.getItem(USER_KEY) !== null && readUser() === null,
    /** True if another tab has logged out or signed in another person. This tab must then store nothing. */
    isLeftBehind: () => owner !== null && owner !== (readUser()?.userId ?? storage.getItem(LAST_USER_KEY)),
    setLogOutPending: () => storage.setItem(LOG_OUT_PENDING_KEY, 'yes'),
    isLogOutPending: () => storage.getItem(LOG_OUT_PENDING_KEY) !== null,
    clearLogOutPending: () => storage.removeItem(LOG_OUT_PENDING_KEY),
    subscribe: changes.subscribe,
  };
}

function parseUser(text: string | null): SignedInUser | null {
  if (text === null) return null;
  try {
    const user = JSON.parse(text) as Partial<SignedInUser> | null;
    const isKnown = user?.role !== undefined && Object.hasOwn(landingOf, user.role);
    // An older version stored no such fields.
    return user?.userId && user.token && isKnown
      ? ({ mustAgreeTo: [], isMatched: true, ...user } as SignedInUser)
      : null;
  } catch {
    return null;
  }
}

const noStorage: Storage = { getItem: () => null, setItem() {}, removeItem() {}, clear() {} };
const inBrowser = typeof window !== 'undefined';

const session = createSession({
  storage: inBrowser ? window.localStorage : noStorage,
  onOtherTab(listener) {
    if (!inBrowser) return;
    window.addEventListener('storage', (event) => {
      // A null key means that a log-out cleared everything.
      if (event.key === null) clearInterruptedPage();
      if (event.key === USER_KEY || event.key === null) listener();
    });
    // A page that returns from the back-forward cache has missed storage events.
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) listener();
    });
  },
});

export const { readUser, storeUser, heardAt, isTokenOld, clearUser, revokeUser, isUserBroken, isLeftBehind } =
  session;
export const { setLogOutPending, isLogOutPending, clearLogOutPending } = session;
export const subscribeToUser = session.subscribe;

/** Returns null in prerendered HTML. */
export function useUser(): SignedInUser | null {
  return useSyncExternalStore(session.subscribe, session.readUser, () => null);
}

/** The dashboard shows each modal once (S-210 to S-212). */
export type ShellNotice = 'WELCOME' | 'PENDING' | 'DECLINED';

export const shellNotice = createStore<ShellNotice | null>(null);

export function raiseNotice(notice: ShellNotice): void {
  shellNotice.write(notice);
}

/** Both modals lead to KYC, so only researchers see them. */
export function noticeAtSignIn(user: SignedInUser): ShellNotice | null {
  if (user.role !== 'RESEARCHER') return null;
  if (user.adminVerificationStatus === 'DECLINED') return 'DECLINED';
  return user.firstLogin && !user.hasCompanyInfo ? 'WELCOME' : null;
}

export function greet(user: SignedInUser): void {
  shellNotice.write(noticeAtSignIn(user));
}

export const VERIFIED = 'VERIFIED';

export function signIn(user: SignedInUser): void {
  storeUser(user);
  greet(user);
}
