import {
  listNotifications,
  type UnreadEvent,
  watchNotifications,
} from '@app/contracts/project/notifications.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { callProject } from '../../api/call.ts';
import { notificationKeys } from '../../api/keys.ts';
import { watchProject } from '../../api/watch.ts';
import { freshUser } from '../../api/session/fresh-user.ts';
import { mayBeStale } from '../../session/guards.ts';
import { readUser } from '../../session/session.ts';
import { createStore } from '../../ui/store.ts';

/** What listening needs of the page; tests bring their own. */
export interface PageEdges {
  isHidden: () => boolean;
  isOnline: () => boolean;
  /**
   * Calls back when one of them may have changed, and says whether the page is being left: it may come back as it is
   * (bfcache).
   */
  onChange: (listener: (isLeaving: boolean) => void) => () => void;
  /** Absent on an insecure origin and in old browsers. */
  locks: Pick<LockManager, 'request'> | undefined;
}

const events = [
  ['document', 'visibilitychange'],
  ['window', 'pagehide'],
  ['window', 'pageshow'],
  ['window', 'online'],
  ['window', 'offline'],
] as const;

const browserPage: PageEdges = {
  isHidden: () => document.hidden,
  isOnline: () => navigator.onLine,
  onChange(listener) {
    const tell = ({ type }: Event) => listener(type === 'pagehide');
    for (const [where, name] of events) globalThis[where].addEventListener(name, tell);
    return () => {
      for (const [where, name] of events) globalThis[where].removeEventListener(name, tell);
    };
  },
  get locks() {
    return navigator.locks;
  },
};

/** Of the six connections that HTTP/1.1 has to a host, for all windows of a browser, two are left to calls. */
const MOST_STREAMS = 4;

interface Listening {
  /** Reads until the signal is aborted; `isBack` where the page has been without a stream, and may have missed something. */
  read: (signal: AbortSignal, isBack: boolean) => Promise<void>;
  /** Too many windows listen already: this one does not, until it is shown again. */
  onCrowded: () => void;
}

/**
 * One stream for each visible tab, closed while it is hidden, in the back-forward cache or offline. Of windows side by
 * side four listen, and the others learn that it is crowded. So over HTTP/1.1 (`npm start` without a proxy) streams
 * never hold all six connections while calls wait for one.
 */
export function listenWhileVisible(
  { read, onCrowded }: Listening,
  page: PageEdges = browserPage,
): () => void {
  let turn: AbortController | undefined;
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
    turn?.abort();
    turn = undefined;
  }

  function look(isLeaving = false): void {
    const isBack = !isFirst;
    isFirst = false;
    if (isLeaving || page.isHidden() || !page.isOnline()) return leave();
    if (turn) return;
    turn = new AbortController();
    void listen(turn.signal, isBack);
  }

  const stop = page.onChange(look);
  look();
  return () => {
    stop();
    leave();
  };
}

/** Where no events come, an open page asks this often, and whenever it is looked at again. */
const ASK_EVERY_MS = 30_000;

/** Whether no events come and the page has to ask; not before the first try has had its chance. */
const isLost = createStore(false);

/** The news may be that the company is verified, or is not: banner and badge say so without a new log-in (D-23). */
function followVerification(): void {
  const user = readUser();
  if (user !== null && mayBeStale('KYC', user)) void freshUser(0);
}

/** An event may be about what is on the screen, so that is read again. */
export function hear(client: QueryClient, userId: string, { unreadCount, studyMoved }: UnreadEvent): void {
  const before = client.getQueryData<number>(notificationKeys.unread(userId));
  client.setQueryData(notificationKeys.unread(userId), unreadCount);
  const hasMore = before !== undefined && unreadCount > before;
  if (hasMore) followVerification();
  const stale = hasMore || studyMoved ? {} : { queryKey: notificationKeys.list(userId) };
  // Only queries with an answer are fetched again at once (cancelRefetch); a first answer under way may be out of date.
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

/**
 * Keeps the unread count of a visible page up to date without asking (D-31); a page that is shown again reads again
 * what it shows.
 */
export function useUnreadEvents(userId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return undefined;
    // The next event may be hours away, and not every screen has the bell.
    client.setQueryDefaults(notificationKeys.unread(userId), { gcTime: Infinity });
    return listenWhileVisible({
      read(signal, isBack) {
        // A study may have moved while nothing was heard, and no event says so afterwards.
        let mayHaveMissed = isBack;
        const onEvent = (event: UnreadEvent) => {
          isLost.write(false);
          hear(client, userId, mayHaveMissed ? { ...event, studyMoved: true } : event);
          mayHaveMissed = false;
        };
        return watchProject(watchNotifications, { onEvent, onLost: () => isLost.write(true) }, signal);
      },
      onCrowded: () => isLost.write(true),
    });
  }, [client, userId]);
}

/** How many notifications are unread, once that is known: as the events say, or by asking while none come. */
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
