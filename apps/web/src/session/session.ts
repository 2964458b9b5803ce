import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { useSyncExternalStore } from 'react';
import { createStore } from '../ui/store.ts';
import { ENDED_KEY, forgetInterruption, REVOKED_KEY } from './interruption.ts';
// Before the storage is asked for below.
import './kept.ts';
import { landingOf } from './roles.ts';

/** The key of section 9 under which the signed-in user is kept. */
export const USER_KEY = 'user';
/** Set when a log-out did not reach the server: the cookie still works, and must not sign the person in again. */
const LOG_OUT_OWED_KEY = 'logOutOwed';
/** When the token came, by this device's own clock, so that it does not matter how wrong that is. */
const TOKEN_AT_KEY = 'tokenAt';
/** A token is believed for ten minutes unless the server says otherwise (ACCESS_TOKEN_MINUTES). */
const TOKEN_MS = 9.5 * 60_000;
/** Whose drafts are in this browser: a session may end without a log-out, and another person may sign in. */
const LAST_USER_KEY = 'lastUserId';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/** What the session needs of the browser; tests bring their own. */
export interface SessionEdges {
  storage: Storage;
  /** Calls back when another tab changes the stored user. */
  onOtherTab: (listener: () => void) => void;
}

export function createSession({ storage, onOtherTab }: SessionEdges) {
  // Parsed once per stored text: useSyncExternalStore needs the same object as long as nothing changed.
  let lastText: string | null = null;
  let lastUser: SignedInUser | null = null;
  /** Whose screens and drafts this tab holds. */
  let owner: string | null = null;
  /** When the server last told this page of its person, in milliseconds since 1970. */
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
    /** Asked with it, a call would most likely be refused and made again. */
    isTokenOld: () => Date.now() - Number(storage.getItem(TOKEN_AT_KEY) ?? Infinity) > TOKEN_MS,
    /** The session is over without a log-out, which would clear everything. */
    clearUser(): void {
      const user = readUser();
      // Before the user is removed: a tab that is just loading gets no storage event, and reads this.
      if (user !== null) storage.setItem(ENDED_KEY, JSON.stringify({ userId: user.userId, role: user.role }));
      storage.removeItem(USER_KEY);
      changed();
    },
    /** The session was ended on purpose, maybe since the device is lost: nothing stays here but that it was so. */
    revokeUser(): void {
      const role = readUser()?.role ?? '';
      storage.clear();
      storage.setItem(REVOKED_KEY, role);
      changed();
    },
    /** Whether the stored user is not usable, e.g. has no token. */
    isUserBroken: () => storage.getItem(USER_KEY) !== null && readUser() === null,
    /** Whether its person logged out in another tab, or another signed in: this tab must store nothing more. */
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
    // A role that only a newer build knows has no pages here.
    const isKnown = user?.role !== undefined && Object.hasOwn(landingOf, user.role);
    // One that was stored by the version before says nothing of texts.
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
      // A log-out clears everything, which is a null key.
      if (event.key === null) forgetInterruption();
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

/** The stored user, followed across tabs; null in prerendered HTML. */
export function useUser(): SignedInUser | null {
  return useSyncExternalStore(session.subscribe, session.readUser, () => null);
}

/** The modals that the dashboard shows once after something happened elsewhere (S-210 to S-212). */
export type ShellNotice = 'WELCOME' | 'PENDING' | 'DECLINED';

export const shellNotice = createStore<ShellNotice | null>(null);

/** Shows one of the dashboard's modals as soon as the dashboard is on the screen, e.g. PENDING after KYC. */
export function raiseNotice(notice: ShellNotice): void {
  shellNotice.write(notice);
}

/** Which modal greets a person who has just signed in; researchers only, since both lead to KYC. */
export function noticeAtSignIn(user: SignedInUser): ShellNotice | null {
  if (user.role !== 'RESEARCHER') return null;
  if (user.adminVerificationStatus === 'DECLINED') return 'DECLINED';
  return user.firstLogin && !user.hasCompanyInfo ? 'WELCOME' : null;
}

/** Has the dashboard greet a person who has just signed in. */
export function greet(user: SignedInUser): void {
  shellNotice.write(noticeAtSignIn(user));
}

/** What the message about a verified email is about (`about` of a toast). */
export const VERIFIED = 'VERIFIED';

/** After a log-in or a completed email verification: keep the user, and have the dashboard greet. */
export function signIn(user: SignedInUser): void {
  storeUser(user);
  greet(user);
}
