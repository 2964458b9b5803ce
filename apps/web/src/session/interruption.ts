import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { logInOf } from './roles.ts';

/** Kept by the tab, which alone knows where somebody was. */
const KEY = 'interrupted';
/** Kept by the browser: whose session ended in it without a log-out. */
export const ENDED_KEY = 'endedSession';

type Ended = Pick<SignedInUser, 'userId' | 'role'>;

/** Somebody whose session ended without their doing, and where they were. */
interface Interruption extends Ended {
  path: string;
}

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

function read(storage: Storage): Interruption | null {
  try {
    const noted = JSON.parse(storage.getItem(KEY) ?? 'null') as Interruption | null;
    return typeof noted?.path === 'string' && inDashboard(noted.path) ? noted : null;
  } catch {
    return null;
  }
}

export function wasInterrupted(storage: Storage = sessionStorage): boolean {
  return read(storage) !== null;
}

/** Notes it in a tab that has not ended the session itself, but finds that it has ended. */
export function noteIfEnded(
  path?: string,
  storage: Storage = sessionStorage,
  shared: Storage = localStorage,
): void {
  const ended = read(storage) === null ? shared.getItem(ENDED_KEY) : null;
  if (ended !== null) noteInterruption(JSON.parse(ended) as Ended, path, storage);
}

/** Whoever asks for another place before logging in again is led to that one. */
export function noteWish(
  path: string,
  storage: Storage = sessionStorage,
  shared: Storage = localStorage,
): void {
  noteIfEnded(path, storage, shared);
  const noted = read(storage);
  if (noted !== null) storage.setItem(KEY, JSON.stringify({ ...noted, path } satisfies Interruption));
}

/** After a log-out nobody is to come back. */
export function forgetInterruption(storage: Storage = sessionStorage): void {
  storage.removeItem(KEY);
}

/** Where somebody belongs who is not signed in: home, or to the log-in if they were signed in until now. */
export function placeOfNobody(storage: Storage = sessionStorage): string {
  const noted = read(storage);
  return noted === null ? paths.home : (logInOf[noted.role] ?? paths.logIn);
}

/** Where signing in leads: back to where the same person was, else to the dashboard. */
export function placeAfterSignIn({ userId }: SignedInUser, storage: Storage = sessionStorage): string {
  const noted = read(storage);
  storage.removeItem(KEY);
  return noted?.userId === userId ? noted.path : paths.dashboard;
}
