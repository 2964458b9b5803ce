import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { opensAfterLogIn } from './requested-page.ts';
import { logInOf } from './roles.ts';

/** The page that was open in this tab when its session ended (sessionStorage). */
const KEY = 'interrupted';
/** The person whose session has ended without a log-out (localStorage). */
export const ENDED_KEY = 'endedSession';
/** The role of a person whose session was ended, for example from another device (localStorage). */
export const REVOKED_KEY = 'revokedSession';
/**
 * The page to open after the sign-up. It is in localStorage, because the link in the email opens another tab.
 */
export const SENT_KEY = 'sentPage';

type Ended = Pick<SignedInUser, 'userId' | 'role'>;

interface InterruptedPage extends Ended {
  path: string;
}

/** Stored in place of a person. It means that anyone who logs in may open the page. */
const ANYBODY = '';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function saveInterruptedPage(
  { userId, role }: Ended,
  path = location.pathname + location.search,
  storage: Storage = sessionStorage,
): void {
  storage.setItem(KEY, JSON.stringify({ userId, role, path } satisfies InterruptedPage));
}

function parse<Note>(storage: Storage, key: string): Partial<Note> | null {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') as Partial<Note> | null;
  } catch {
    return null;
  }
}

function read(storage: Storage): InterruptedPage | null {
  const saved = parse<InterruptedPage>(storage, KEY);
  return typeof saved?.path === 'string' && opensAfterLogIn(saved.path) ? (saved as InterruptedPage) : null;
}

/** True if a page was open when a session ended. False if the person followed a link in an email. */
export function wasInterrupted(storage: Storage = sessionStorage, shared: Storage = localStorage): boolean {
  const saved = read(storage);
  return saved !== null && (saved.userId !== ANYBODY || shared.getItem(ENDED_KEY) !== null);
}

export function emailLinkPage(storage: Storage = sessionStorage): string | null {
  const saved = read(storage);
  return saved?.userId === ANYBODY ? saved.path : null;
}

export const wasRevoked = (shared: Storage = localStorage): boolean => shared.getItem(REVOKED_KEY) !== null;

/** The session may have been ended by another tab. */
export function savePageIfSessionEnded(
  path?: string,
  storage: Storage = sessionStorage,
  shared: Storage = localStorage,
): void {
  const ended = read(storage) === null ? parse<Ended>(shared, ENDED_KEY) : null;
  if (ended?.userId && ended.role) saveInterruptedPage(ended as Ended, path, storage);
}

/** The dashboard is not stored, because it opens anyway. */
export function saveRequestedPage(
  path: string,
  isGuest: boolean,
  storage: Storage = sessionStorage,
  shared: Storage = localStorage,
): void {
  savePageIfSessionEnded(path, storage, shared);
  const saved = read(storage);
  if (saved !== null) saveInterruptedPage(saved, path, storage);
  else if (isGuest && path !== paths.dashboard && opensAfterLogIn(path)) shared.setItem(SENT_KEY, path);
}

export function savePageForLogIn(role: Ended['role'], path: string, storage: Storage = sessionStorage): void {
  saveInterruptedPage({ userId: ANYBODY, role }, path, storage);
}

export function clearInterruptedPage(storage: Storage = sessionStorage): void {
  storage.removeItem(KEY);
}

export function pageForLogIn(storage: Storage = sessionStorage, shared: Storage = localStorage): string {
  const role = read(storage)?.role ?? shared.getItem(REVOKED_KEY);
  return role === null ? paths.home : (logInOf[role as Ended['role']] ?? paths.logIn);
}

/** If this person was interrupted on a page, that page comes first. */
export function pageAfterSignIn(
  { userId }: SignedInUser,
  storage: Storage = sessionStorage,
  shared: Storage = localStorage,
): string {
  const saved = read(storage);
  const sent = shared.getItem(SENT_KEY) ?? '';
  storage.removeItem(KEY);
  shared.removeItem(SENT_KEY);
  if (saved?.userId === userId || saved?.userId === ANYBODY) return saved.path;
  return opensAfterLogIn(sent) ? sent : paths.dashboard;
}
