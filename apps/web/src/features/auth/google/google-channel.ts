import type { Role } from '@app/contracts/enumerations.ts';
import type { ErrorCode } from '@app/contracts/errors.ts';

/**
 * Messages from the window that Google sends back to, for the page where somebody began: it has no `opener` any more.
 */
export type GoogleMessage =
  | { kind: 'ARRIVED' | 'DONE' | 'CANCELLED' }
  | { kind: 'FAILED'; code: ErrorCode | null; text: string };
/** The page answers that it goes on from there. */
type Message = GoogleMessage | { kind: 'HEARD' };

const NAME = 'google-sign-in';
const ROLE_KEY = 'googleRole';
const SAME_TAB_KEY = 'googleInThisTab';

/** Between windows of this origin: by a channel, or by the storage where a browser has none. */
export function openChannel(onMessage: (message: Message) => void) {
  if (typeof BroadcastChannel === 'function') {
    const channel = new BroadcastChannel(NAME);
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
    return { say: (message: Message) => channel.postMessage(message), close: () => channel.close() };
  }
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === NAME && newValue !== null) onMessage(JSON.parse(newValue) as Message);
  };
  window.addEventListener('storage', hear);
  return {
    say(message: Message) {
      localStorage.setItem(NAME, JSON.stringify(message));
      localStorage.removeItem(NAME);
    },
    close: () => window.removeEventListener('storage', hear),
  };
}

/** Whether this very tab goes to Google and comes back: then no page that waits for a window may answer for it. */
export function keepSameTab(isSame: boolean): void {
  // A window that is opened begins with a copy of this storage.
  if (isSame) sessionStorage.setItem(SAME_TAB_KEY, 'yes');
  else sessionStorage.removeItem(SAME_TAB_KEY);
}

export function takeSameTab(): boolean {
  const isSame = sessionStorage.getItem(SAME_TAB_KEY) !== null;
  sessionStorage.removeItem(SAME_TAB_KEY);
  return isSame;
}

/** The role that a sign-in began with. As the cookie that binds it, it is one for the whole browser. */
export function keepRole(role: Role | undefined): void {
  if (role === undefined) localStorage.removeItem(ROLE_KEY);
  else localStorage.setItem(ROLE_KEY, role);
}

export function takeRole(): Role | undefined {
  const role = localStorage.getItem(ROLE_KEY) as Role | null;
  localStorage.removeItem(ROLE_KEY);
  return role ?? undefined;
}
