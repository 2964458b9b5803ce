import {
  listNotifications,
  type UnreadEvent,
  watchNotifications,
} from '@app/contracts/project/notifications.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { callProject } from '../../api/call.ts';
import { notificationKeys } from '../../api/keys.ts';
import { watchProject } from '../../api/event-stream.ts';
import { freshUser } from '../../api/session/fresh-user.ts';
import { needsFreshUser } from '../../session/guards.ts';
import { readUser } from '../../session/session.ts';
import { createStore } from '../../ui/store.ts';

export interface PageDeps {
  isHidden: () => boolean;
  isOnline: () => boolean;
  /** `isLeaving` is true on `pagehide`. The back-forward cache may show the page again later. */
  onChange: (listener: (isLeaving: boolean) => void) => () => void;
  /** Undefined on an insecure origin and in old browsers, because these have no Web Locks. */
  locks: Pick<LockManager, 'request'> | undefined;
}

const events = [
  ['document', 'visibilitychange'],
  ['window', 'pagehide'],
  ['window', 'pageshow'],
  ['window', 'online'],
  ['window', 'offline'],
] as const;

const browserPage: PageDeps = {
  isHidden: () => document.hidden,
  isOnline: () => navigator.onLine,
  onChange(listener) {
    const onPageEvent = ({ type }: Event) => listener(type === 'pagehide');
    for (const [where, name] of events) globalThis[where].addEventListener(name, onPageEvent);
    return () => {
      for (const [where, name] of events) globalThis[where].removeEventListener(name, onPageEvent);
    };
  },
  get locks() {
    return navigator.locks;
  },
};

/** With HTTP/1.1, a browser has six connections per host for all its windows, and calls need two of them. */
const MOST_STREAMS = 4;

interface Listening {
  /** `isBack` is true if some events may have been missed. */
  read: (signal: AbortSignal, isBack: boolean) => Promise<void>;
  onCrowded: () => void;
}

/** Only tabs that are visible and online have a stream. */
export function listenWhileVisible({ read, onCrowded }: Listening, page: PageDeps = browserPage): () => void {
  let connection: AbortController | undefined;
  let isFirst = true;

  async function listen(signal: AbortSignal, isBack: boolean): Promise<void> {
    const work = async () => {
      if (!signal.aborted) await read(signal, isBack);
      return true;
    };
    if (!page.locks) return void (await work());
    for (let place = 1; place <= MOST_STREAMS; place += 1) {
      const had = await page.locks.request(
        `stream ${place}`,
        { ifAvailable: true },
        (lock) => lock && work(),
      );
      if (had) return;
    }
    if (!signal.aborted) onCrowded();
  }

  function leave(): void {
    connection?.abort();
    connection = undefined;
  }

  function look(isLeaving = false): void {
    const isBack = !isFirst;
    isFirst = false;
    if (isLeaving || page.isHidden() || !page.isOnline()) return leave();
    if (connection) return;
    connection = new AbortController();
    void listen(connection.signal, isBack);
  }

  const stop = page.onChange(look);
  look();
  return () => {
    stop();
    leave();
  };
}

/** If no events arrive, the count is polled after this time. */
const ASK_EVERY_MS = 30_000;

/** Polling starts only when the first attempt to connect has failed. */
const isLost = createStore(false);

/** After a company is verified, updates banner and badge without a new log-in (D-23). */
function followVerification(): void {
  const user = readUser();
  if (user !== null && needsFreshUser('KYC', user)) void freshUser(0);
}

export function applyUnreadEvent(
  client: QueryClient,
  userId: string,
  { unreadCount, studyChanged }: UnreadEvent,
): void {
  const before = client.getQueryData<number>(notificationKeys.unread(userId));
  client.setQueryData(notificationKeys.unread(userId), unreadCount);
  const hasMore = before !== undefined && unreadCount > before;
  if (hasMore) followVerification();
  const stale = hasMore || studyChanged ? {} : { queryKey: notificationKeys.list(userId) };
  // A first request that is running may return old data, and invalidating does not start it again.
  const first = client
    .getQueryCache()
    .findAll({ ...stale, type: 'active', fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  void client.invalidateQueries(stale);
  for (const { queryKey } of first) {
    const exactly = { queryKey, exact: true };
    void client.cancelQueries(exactly).then(() => client.refetchQueries(exactly));
  }
}

/** Events replace polling (D-31). */
export function useUnreadEvents(userId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return undefined;
    // The next event may come after hours. So the count stays in the cache, even on screens without the bell.
    client.setQueryDefaults(notificationKeys.unread(userId), { gcTime: Infinity });
    return listenWhileVisible({
      read(signal, isBack) {
        // A missed event is not sent again. So the first event after a reconnect counts as a study change.
        let mayHaveMissed = isBack;
        const onEvent = (event: UnreadEvent) => {
          isLost.write(false);
          applyUnreadEvent(client, userId, mayHaveMissed ? { ...event, studyChanged: true } : event);
          mayHaveMissed = false;
        };
        return watchProject(watchNotifications, { onEvent, onLost: () => isLost.write(true) }, signal);
      },
      onCrowded: () => isLost.write(true),
    });
  }, [client, userId]);
}

export function useUnreadCount(userId: string): number | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: notificationKeys.unread(userId),
    queryFn: async ({ signal }) => {
      const query = { userId, read: 'false', size: 1 } as const;
      const { totalElements } = await callProject(listNotifications, { query }, signal);
      if (totalElements !== client.getQueryData(notificationKeys.unread(userId)))
        void client.invalidateQueries({ queryKey: notificationKeys.list(userId) });
      return totalElements;
    },
    enabled: useSyncExternalStore(isLost.subscribe, isLost.read, () => false),
    staleTime: ASK_EVERY_MS,
    refetchInterval: ASK_EVERY_MS,
    refetchOnWindowFocus: true,
  });
  return data;
}
