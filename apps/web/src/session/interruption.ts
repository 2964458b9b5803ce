import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { logInOf } from './roles.ts';

/** In sessionStorage: only this tab knows which page the person was on. */
const KEY = 'interrupted';
/** In localStorage: whose session ended in this browser without a log-out. */
export const ENDED_KEY = 'endedSession';
/** In localStorage: the role of the person whose session was ended on purpose, by its owner or by the team. */
export const REVOKED_KEY = 'revokedSession';
/** In localStorage: the page that somebody without a session was sent. The letter to sign up opens in a tab of its own. */
export const SENT_KEY = 'sentPage';

type Ended = Pick<SignedInUser, 'userId' | 'role'>;

/** A person whose session ended by itself, and the page they were on. */
interface Interruption extends Ended {
  path: string;
}

/** Of nobody in particular: somebody who is to log in for a page. */
const ANYBODY = '';

/** What the notes need of the browser; tests bring their own. */
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const inDashboard = (path: string) => path === paths.dashboard || path.startsWith(`${paths.dashboard}/`);

export function noteInterruption(
  { userId, role }: Ended,
  path = location.pathname + location.search,
  storage: Storage = sessionStorage,
): void {
  storage.setItem(KEY, JSON.stringify({ userId, role, path } satisfies Interruption));
}

function parse<Note>(storage: Storage, key: string): Partial<Note> | null {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') as Partial<Note> | null;
  } catch {
    return null;
  }
}

function read(storage: Storage): Interruption | null {
  const noted = parse<Interruption>(storage, KEY);
  return typeof noted?.path === 'string' && inDashboard(noted.path) ? (noted as Interruption) : null;
}

/** Whether it was a session that ended, and not somebody who came by a letter without one. */
export function wasInterrupted(storage: Storage = sessionStorage, shared: Storage = localStorage): boolean {
  const noted = read(storage);
  return noted !== null && (noted.userId !== ANYBODY || shared.getItem(ENDED_KEY) !== null);
}

/** The page that an email's link leads to, while its reader still has to log in. */
export function pageOfLink(storage: Storage = sessionStorage): string | null {
  const noted = read(storage);
  return noted?.userId === ANYBODY ? noted.path : null;
}

export const wasRevoked = (shared: Storage = localStorage): boolean => shared.getItem(REVOKED_KEY) !== null;

/** Notes an interruption in a tab that only finds that another one ended the session. */
export function noteIfEnded(
  path?: string,
  storage: Storage = sessionStorage,
  shared: Storage = localStorage,
): void {
  const ended = read(storage) === null ? parse<Ended>(shared, ENDED_KEY) : null;
  if (ended?.userId && ended.role) noteInterruption(ended as Ended, path, storage);
}

/**
 * Changes the page to come back to, when another is asked for before logging in again. A guest comes by the address that
 * somebody passed on; the dashboard itself is nowhere in particular.
 */
export function noteWish(
  path: string,
  isGuest: boolean,
  storage: Storage = sessionStorage,
  shared: Storage = localStorage,
): void {
  noteIfEnded(path, storage, shared);
  const noted = read(storage);
  if (noted !== null) noteInterruption(noted, path, storage);
  else if (isGuest && path.startsWith(`${paths.dashboard}/`)) shared.setItem(SENT_KEY, path);
}

/** The page for the next person who logs in, as a letter's link named it. */
export function notePage(role: Ended['role'], path: string, storage: Storage = sessionStorage): void {
  noteInterruption({ userId: ANYBODY, role }, path, storage);
}

/** After a log-out there is no page to come back to. */
export function forgetInterruption(storage: Storage = sessionStorage): void {
  storage.removeItem(KEY);
}

/** The page for somebody who is not signed in: home, or the log-in if their session has just ended. */
export function placeOfNobody(storage: Storage = sessionStorage, shared: Storage = localStorage): string {
  const role = read(storage)?.role ?? shared.getItem(REVOKED_KEY);
  return role === null ? paths.home : (logInOf[role as Ended['role']] ?? paths.logIn);
}

/** The page after signing in: the one that the same person was on, else the one that they were sent, else the dashboard. */
export function placeAfterSignIn(
  { userId }: SignedInUser,
  storage: Storage = sessionStorage,
  shared: Storage = localStorage,
): string {
  const noted = read(storage);
  const sent = shared.getItem(SENT_KEY) ?? '';
  storage.removeItem(KEY);
  shared.removeItem(SENT_KEY);
  if (noted?.userId === userId || noted?.userId === ANYBODY) return noted.path;
  return inDashboard(sent) ? sent : paths.dashboard;
}
