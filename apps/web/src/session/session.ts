import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { useSyncExternalStore } from 'react';
import { createStore } from '../ui/store.ts';
import { ENDED_KEY, clearInterruptedPage, REVOKED_KEY } from './interrupted-page.ts';
// This import must replace broken storage before the code below uses it.
import './memory-storage.ts';
import { landingOf } from './roles.ts';

/** Section 9 defines this key. */
export const USER_KEY = 'user';
/** After an offline log-out the cookie still works, but must not sign the person in again. */
const LOG_OUT_OWED_KEY = 'logOutOwed';
/** The device's own clock is used, so its error does not matter. */
const TOKEN_AT_KEY = 'tokenAt';
/** The server accepts a token for ten minutes (ACCESS_TOKEN_MINUTES). */
const TOKEN_MS = 9.5 * 60_000;
/** A session may end without a log-out, and another person may sign in: drafts belong to this id. */
const LAST_USER_KEY = 'lastUserId';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

export interface SessionEdges {
  storage: Storage;
  onOtherTab: (listener: () => void) => void;
}

export function createSession({ storage, onOtherTab }: SessionEdges) {
  // useSyncExternalStore needs an identical object while nothing changes.
  let lastText: string | null = null;
  let lastUser: SignedInUser | null = null;
  /** The screens and drafts of this tab belong to this person. */
  let owner: string | null = null;
  /** Milliseconds since 1970. */
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
      storage.removeItem(LOG_OUT_OWED_KEY);
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
    /** The server would probably reject an old token. */
    isTokenOld: () => Date.now() - Number(storage.getItem(TOKEN_AT_KEY) ?? Infinity) > TOKEN_MS,
    /** Without a log-out, drafts stay. */
    clearUser(): void {
      const user = readUser();
      // This must come first: a tab that is still loading gets no storage event and reads it.
      if (user !== null) storage.setItem(ENDED_KEY, JSON.stringify({ userId: user.userId, role: user.role }));
      storage.removeItem(USER_KEY);
      changed();
    },
    /** The device may be lost, so only the fact of the revocation stays. */
    revokeUser(): void {
      const role = readUser()?.role ?? '';
      storage.clear();
      storage.setItem(REVOKED_KEY, role);
      changed();
    },
    /** For example, the token is missing. */
    isUserBroken: () => storage.getItem(USER_KEY) !== null && readUser() === null,
    /** Another person is signed in now, so this tab must store nothing more. */
    isLeftBehind: () => owner !== null && owner !== (readUser()?.userId ?? storage.getItem(LAST_USER_KEY)),
    oweLogOut: () => storage.setItem(LOG_OUT_OWED_KEY, 'yes'),
    isLogOutOwed: () => storage.getItem(LOG_OUT_OWED_KEY) !== null,
    logOutPaid: () => storage.removeItem(LOG_OUT_OWED_KEY),
    subscribe: changes.subscribe,
  };
}

function parseUser(text: string | null): SignedInUser | null {
  if (text === null) return null;
  try {
    const user = JSON.parse(text) as Partial<SignedInUser> | null;
    // A role of a newer build has no pages here.
    const isKnown = user?.role !== undefined && Object.hasOwn(landingOf, user.role);
    // Users stored by an older version lack these fields.
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
    // A page from the back-forward cache has missed storage events.
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) listener();
    });
  },
});

export const { readUser, storeUser, heardAt, isTokenOld, clearUser, revokeUser, isUserBroken, isLeftBehind } =
  session;
export const { oweLogOut, isLogOutOwed, logOutPaid } = session;
export const subscribeToUser = session.subscribe;

/** Null in prerendered HTML. */
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

/** This is the subject of a toast (`about`). */
export const VERIFIED = 'VERIFIED';

export function signIn(user: SignedInUser): void {
  storeUser(user);
  greet(user);
}
