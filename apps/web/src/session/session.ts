import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { useSyncExternalStore } from 'react';
import { createStore } from '../ui/store.ts';
import { ENDED_KEY, clearInterruptedPage, REVOKED_KEY } from './interrupted-page.ts';
// If storage does not work, this import replaces it before the code below uses it.
import './memory-storage.ts';
import { landingOf } from './roles.ts';

/** Section 9 of the specification defines this key. */
export const USER_KEY = 'user';
/** Set after a log-out without a connection. The refresh cookie must then not sign the person in again. */
const LOG_OUT_PENDING_KEY = 'logOutPending';
/**
 * The time when this device got the token, by the device's clock. The same clock measures the token's age, so
 * a wrong clock does no harm.
 */
const TOKEN_AT_KEY = 'tokenAt';
/** A token lasts ten minutes (ACCESS_TOKEN_MINUTES). Half a minute is left as a reserve. */
const TOKEN_MS = 9.5 * MINUTE_MS;
/** The drafts here belong to this person. Someone else may sign in without a log-out in between. */
const LAST_USER_KEY = 'lastUserId';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

export interface SessionDeps {
  storage: Storage;
  onOtherTab: (listener: () => void) => void;
}

export function createSession({ storage, onOtherTab }: SessionDeps) {
  // While nothing changes, useSyncExternalStore needs the same object each time.
  let lastText: string | null = null;
  let lastUser: SignedInUser | null = null;
  let owner: string | null = null;
  /** When the last response about the user came, in milliseconds since 1970. */
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
    /** Drafts stay, because there was no log-out. */
    clearUser(): void {
      const user = readUser();
      // A tab that is still loading gets no storage event, so it reads this value.
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
    /** True if another tab has logged out or signed in someone else. Then this tab must store nothing. */
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
    // A user that an older version stored may lack these fields.
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
      // If the key is null, a log-out has cleared everything.
      if (event.key === null) clearInterruptedPage();
      if (event.key === USER_KEY || event.key === null) listener();
    });
    // When a page returns from the back-forward cache, it has missed storage events.
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

/** The dashboard shows each of these modals once (S-210 to S-212). */
export type ShellNotice = 'WELCOME' | 'PENDING' | 'DECLINED';

export const shellNotice = createStore<ShellNotice | null>(null);

export function showShellNotice(notice: ShellNotice): void {
  shellNotice.write(notice);
}

/** Only for researchers, because both modals lead to KYC. */
export function noticeAtSignIn(user: SignedInUser): ShellNotice | null {
  if (user.role !== 'RESEARCHER') return null;
  if (user.adminVerificationStatus === 'DECLINED') return 'DECLINED';
  return user.firstLogin && !user.hasCompanyInfo ? 'WELCOME' : null;
}

export function showSignInNotice(user: SignedInUser): void {
  shellNotice.write(noticeAtSignIn(user));
}

export const VERIFIED = 'VERIFIED';

export function signIn(user: SignedInUser): void {
  storeUser(user);
  showSignInNotice(user);
}
