import type { Page } from '@app/contracts/endpoint.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotification,
  type Notification,
} from '@app/contracts/project/notifications.ts';
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { callProject } from '../../api/call.ts';
import { notificationKeys } from '../../api/keys.ts';
import { toastFailure } from '../../api/toast-failure.ts';

/** In one go; older ones are shown on asking. */
const SHOWN = 20;
const FRESH_MS = 30_000;

export type NotificationPages = InfiniteData<Page<Notification>>;

/** One comes twice where newer ones have pushed it to the next page. */
export function listed(pages: NotificationPages): Notification[] {
  const byId = new Map(pages.pages.flatMap(({ content }) => content).map((item) => [item.id, item]));
  return [...byId.values()];
}

interface Before {
  list: NotificationPages | undefined;
  count: number | undefined;
}

/** Shows notifications as read before the server has answered; gives what stood there, to put it back. */
export function showAsRead(
  client: QueryClient,
  userId: string,
  isMarked: (id: string) => boolean,
  countAfter: (count: number) => number,
): Before {
  // An answer that is on its way knows nothing of this yet.
  void client.cancelQueries({ queryKey: notificationKeys.all(userId) });
  const list = client.getQueryData<NotificationPages>(notificationKeys.list(userId));
  const count = client.getQueryData<number>(notificationKeys.unread(userId));
  const pages = list?.pages.map((page) => ({
    ...page,
    content: page.content.map((item) => (isMarked(item.id) ? { ...item, read: true } : item)),
  }));
  if (list && pages) client.setQueryData(notificationKeys.list(userId), { ...list, pages });
  if (count !== undefined)
    client.setQueryData(notificationKeys.unread(userId), Math.max(0, countAfter(count)));
  return { list, count };
}

/** The notifications of a person, the newest ones first, and the two ways to mark them as read. */
export function useNotifications(userId: string) {
  const client = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: notificationKeys.list(userId),
    queryFn: ({ pageParam, signal }) =>
      callProject(listNotifications, { query: { userId, page: pageParam, size: SHOWN } }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ number, totalPages }) => (number + 1 < totalPages ? number + 1 : null),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  });
  // Keeps the first page only: a list that is opened again need not fetch all its older pages.
  useEffect(
    () => () => {
      const kept = client.getQueryData<NotificationPages>(notificationKeys.list(userId));
      if (kept === undefined || kept.pages.length < 2) return;
      client.setQueryData<NotificationPages>(notificationKeys.list(userId), {
        pages: kept.pages.slice(0, 1),
        pageParams: kept.pageParams.slice(0, 1),
      });
    },
    [client, userId],
  );
  // Rolls back the optimistic update.
  const onError = (error: unknown, _: unknown, before: Before | undefined) => {
    client.setQueryData(notificationKeys.unread(userId), before?.count);
    client.setQueryData(notificationKeys.list(userId), before?.list);
    void client.invalidateQueries({ queryKey: notificationKeys.list(userId) });
    toastFailure(error);
  };
  const markSome = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await callProject(markNotification, { params: { id }, body: { read: true } });
    },
    onMutate: (ids) =>
      showAsRead(
        client,
        userId,
        (other) => ids.includes(other),
        (count) => count - ids.length,
      ),
    onError,
  });
  const markAll = useMutation({
    mutationFn: () => callProject(markAllNotificationsRead),
    onMutate: () =>
      showAsRead(
        client,
        userId,
        () => true,
        () => 0,
      ),
    onError,
  });
  return {
    list,
    notifications: list.data && listed(list.data),
    showOlder: () => list.fetchNextPage(),
    markSome: (ids: readonly string[]) => markSome.mutate(ids),
    markAll: () => markAll.mutate(),
  };
}
