import {
  listNotifications,
  type UnreadEvent,
  watchNotifications,
} from '@app/contracts/project/notifications.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { callProject } from '../../api/call.ts';
import { notificationKeys } from '../../api/keys.ts';
import { watchProject } from '../../api/listen.ts';
import { listenWhileVisible } from '../../api/listen-while-visible.ts';
import { freshUser } from '../../api/session/fresh-user.ts';
import { mayBeStale } from '../../session/guards.ts';
import { readUser } from '../../session/session.ts';
import { createStore } from '../../ui/store.ts';

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
