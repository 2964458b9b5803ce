import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { logInOf } from './roles.ts';

/** In sessionStorage: only this tab knows its page. */
const KEY = 'interrupted';
/** In localStorage: the person whose session ended without a log-out. */
export const ENDED_KEY = 'endedSession';
/** In localStorage: the role of a person whose session the owner or the team ended. */
export const REVOKED_KEY = 'revokedSession';
/** In localStorage: the requested page of a person without a session. The sign-up email opens another tab. */
export const SENT_KEY = 'sentPage';

type Ended = Pick<SignedInUser, 'userId' | 'role'>;

interface Interruption extends Ended {
  path: string;
}

/** The page is for any person who logs in. */
const ANYBODY = '';

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

/** False for a person who came by an email without a session. */
export function wasInterrupted(storage: Storage = sessionStorage, shared: Storage = localStorage): boolean {
  const noted = read(storage);
  return noted !== null && (noted.userId !== ANYBODY || shared.getItem(ENDED_KEY) !== null);
}

export function pageOfLink(storage: Storage = sessionStorage): string | null {
  const noted = read(storage);
  return noted?.userId === ANYBODY ? noted.path : null;
}

export const wasRevoked = (shared: Storage = localStorage): boolean => shared.getItem(REVOKED_KEY) !== null;

/** Another tab may have ended the session. */
export function noteIfEnded(
  path?: string,
  storage: Storage = sessionStorage,
  shared: Storage = localStorage,
): void {
  const ended = read(storage) === null ? parse<Ended>(shared, ENDED_KEY) : null;
  if (ended?.userId && ended.role) noteInterruption(ended as Ended, path, storage);
}

/** A guest's wish comes from a shared link; the dashboard itself is not worth remembering. */
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

export function notePage(role: Ended['role'], path: string, storage: Storage = sessionStorage): void {
  noteInterruption({ userId: ANYBODY, role }, path, storage);
}

export function forgetInterruption(storage: Storage = sessionStorage): void {
  storage.removeItem(KEY);
}

/** Returns home, or the log-in page after an ended session. */
export function placeOfNobody(storage: Storage = sessionStorage, shared: Storage = localStorage): string {
  const role = read(storage)?.role ?? shared.getItem(REVOKED_KEY);
  return role === null ? paths.home : (logInOf[role as Ended['role']] ?? paths.logIn);
}

/** Prefers the interrupted page of this person, then the requested page, then the dashboard. */
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
