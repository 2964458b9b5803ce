import type { Role } from '@app/contracts/enumerations.ts';
import type { ErrorCode } from '@app/contracts/errors.ts';

/** The popup sends these to its page through a channel, because `opener` is lost on the way to Google. */
export type GoogleMessage =
  | { kind: 'RETURNED' | 'DONE' | 'CANCELLED' }
  | { kind: 'FAILED'; code: ErrorCode | null; text: string };
type Message = GoogleMessage | { kind: 'ACK' };

const NAME = 'google-sign-in';
const ROLE_KEY = 'googleRole';
const SAME_TAB_KEY = 'googleInThisTab';

/** Browsers without BroadcastChannel use storage events. */
export function openChannel(onMessage: (message: Message) => void) {
  if (typeof BroadcastChannel === 'function') {
    const channel = new BroadcastChannel(NAME);
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
    return { post: (message: Message) => channel.postMessage(message), close: () => channel.close() };
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === NAME && newValue !== null) onMessage(JSON.parse(newValue) as Message);
  };
  window.addEventListener('storage', onStorage);
  return {
    post(message: Message) {
      localStorage.setItem(NAME, JSON.stringify(message));
      localStorage.removeItem(NAME);
    },
    close: () => window.removeEventListener('storage', onStorage),
  };
}

/** If this tab itself goes to Google, the result must not be handled by a page that waits for a popup. */
export function storeSameTab(isSame: boolean): void {
  // A popup gets a copy of this sessionStorage, so the mark of an earlier attempt must be removed.
  if (isSame) sessionStorage.setItem(SAME_TAB_KEY, 'yes');
  else sessionStorage.removeItem(SAME_TAB_KEY);
}

export function consumeSameTab(): boolean {
  const isSame = sessionStorage.getItem(SAME_TAB_KEY) !== null;
  sessionStorage.removeItem(SAME_TAB_KEY);
  return isSame;
}

/** The role is stored in the browser, like the cookie that binds the sign-in. */
export function storeRole(role: Role | undefined): void {
  if (role === undefined) localStorage.removeItem(ROLE_KEY);
  else localStorage.setItem(ROLE_KEY, role);
}

export function consumeRole(): Role | undefined {
  const role = localStorage.getItem(ROLE_KEY) as Role | null;
  localStorage.removeItem(ROLE_KEY);
  return role ?? undefined;
}
