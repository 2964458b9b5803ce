import type { Page } from '@app/contracts/endpoint.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotification,
  type Notification,
} from '@app/contracts/project/notifications.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { countKey, listKey } from './query-keys.ts';

const SHOWN = 20;
const FRESH_MS = 30_000;
const MOST_COUNTED = 99;

/** In the badge on the bell; nothing where there is nothing. */
export function unreadLabel(count: number): string {
  if (count === 0) return '';
  return count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
}

interface Before {
  list: Page<Notification> | undefined;
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
  void client.cancelQueries({ queryKey: ['notifications', userId] });
  const list = client.getQueryData<Page<Notification>>(listKey(userId));
  const count = client.getQueryData<number>(countKey(userId));
  const content = list?.content.map((item) => (isMarked(item.id) ? { ...item, read: true } : item));
  if (list && content) client.setQueryData(listKey(userId), { ...list, content });
  if (count !== undefined) client.setQueryData(countKey(userId), Math.max(0, countAfter(count)));
  return { list, count };
}

/** The newest notifications of a person, and the two ways to mark them as read. */
export function useNotifications(userId: string) {
  const client = useQueryClient();
  const list = useQuery({
    queryKey: listKey(userId),
    queryFn: ({ signal }) =>
      callProject(listNotifications, { query: { userId, page: 0, size: SHOWN } }, signal),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  });
  const onError = (error: unknown, _: unknown, before: Before | undefined) => {
    client.setQueryData(countKey(userId), before?.count);
    client.setQueryData(listKey(userId), before?.list);
    void client.invalidateQueries({ queryKey: listKey(userId) });
    toastFailure(error);
  };
  const markOne = useMutation({
    mutationFn: (id: string) => callProject(markNotification, { params: { id }, body: { read: true } }),
    onMutate: (id) =>
      showAsRead(
        client,
        userId,
        (other) => other === id,
        (count) => count - 1,
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
  return { list, markOne: (id: string) => markOne.mutate(id), markAll: () => markAll.mutate() };
}
