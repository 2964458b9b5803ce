import type { Page } from '@app/contracts/endpoint.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotification,
  type Notification,
} from '@app/contracts/project/notifications.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { toastFailure } from '../../api/toast-failure.ts';

const SHOWN = 20;
/** An open page asks again this often, and whenever it comes back to the front. */
const ASK_EVERY_MS = 30_000;

/** How many are unread among the newest; "20+" where there may be more. */
export function unreadLabel(page: Page<Notification>): string {
  const unread = page.content.filter((notification) => !notification.read).length;
  if (unread === 0) return '';
  return unread === page.content.length && page.totalElements > unread ? `${unread}+` : String(unread);
}

const withRead = (page: Page<Notification> | undefined, isRead: (id: string) => boolean) =>
  page && {
    ...page,
    content: page.content.map((item) => (isRead(item.id) ? { ...item, read: true } : item)),
  };

/** The newest notifications of a person, and the two ways to mark them as read, shown before the server has answered. */
export function useNotifications(userId: string) {
  const client = useQueryClient();
  const queryKey = ['notifications', userId];
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      callProject(listNotifications, { query: { userId, page: 0, size: SHOWN } }, signal),
    staleTime: ASK_EVERY_MS,
    refetchInterval: ASK_EVERY_MS,
    refetchOnWindowFocus: true,
  });
  const show = (isRead: (id: string) => boolean) =>
    client.setQueryData<Page<Notification>>(queryKey, (page) => withRead(page, isRead));
  const onError = (error: unknown) => {
    toastFailure(error);
    void client.invalidateQueries({ queryKey });
  };
  const markOne = useMutation({
    mutationFn: (id: string) => callProject(markNotification, { params: { id }, body: { read: true } }),
    onMutate: (id) => show((other) => other === id),
    onError,
  });
  const markAll = useMutation({
    mutationFn: () => callProject(markAllNotificationsRead),
    onMutate: () => show(() => true),
    onError,
  });
  return { list, markOne: (id: string) => markOne.mutate(id), markAll: () => markAll.mutate() };
}
