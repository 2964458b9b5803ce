import { failureWords } from '@app/words/failures.ts';
import { notificationText } from '@app/words/notifications.ts';
import { shellWords } from '@app/words/shell.ts';
import {
  type Notification,
  listNotifications,
  markAllNotificationsRead,
  markNotification,
} from '@app/contracts/project/notifications.ts';
import { Check } from 'lucide-react';
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useRef, type MouseEvent } from 'react';
import { Link } from 'react-router';
import { callProject } from '../../api/call.ts';
import { failureMessage } from '../../api/failure.ts';
import { notificationKeys } from '../../api/keys.ts';
import { exactTime } from '../../format/exact-time.ts';
import { TimeAgo } from '../../product/time-ago.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ListLoading } from './list-loading.tsx';
import { useUnreadCount } from './use-unread-count.ts';
import type { Page } from '@app/contracts/endpoint.ts';
import { toastFailure } from '../../api/toast-failure.ts';

const SHOWN = 20;
const FRESH_MS = 30_000;

export type NotificationPages = InfiniteData<Page<Notification>>;

/** New notifications may move an older one to the next page, so it could be in the list twice. */
export function mergePages(pages: NotificationPages): Notification[] {
  const byId = new Map(pages.pages.flatMap(({ content }) => content).map((item) => [item.id, item]));
  return [...byId.values()];
}

interface Before {
  list: NotificationPages | undefined;
  count: number | undefined;
}

/** Returns the state before, so that it can be restored after a failure. */
export function showAsRead(
  client: QueryClient,
  userId: string,
  isMarked: (id: string) => boolean,
  countAfter: (count: number) => number,
): Before {
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

function useNotifications(userId: string) {
  const client = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: notificationKeys.list(userId),
    queryFn: ({ pageParam, signal }) =>
      callProject(
        listNotifications,
        { query: { userId, page: pageParam, size: SHOWN, grouped: 'true' } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ number, totalPages }) => (number + 1 < totalPages ? number + 1 : null),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  });
  // When the list is opened again, it must not read all its older pages.
  useEffect(
    () => () => {
      const cachedPages = client.getQueryData<NotificationPages>(notificationKeys.list(userId));
      if (cachedPages === undefined || cachedPages.pages.length < 2) return;
      client.setQueryData<NotificationPages>(notificationKeys.list(userId), {
        pages: cachedPages.pages.slice(0, 1),
        pageParams: cachedPages.pageParams.slice(0, 1),
      });
    },
    [client, userId],
  );
  const onError = (error: unknown, _: unknown, before: Before | undefined) => {
    client.setQueryData(notificationKeys.unread(userId), before?.count);
    client.setQueryData(notificationKeys.list(userId), before?.list);
    void client.invalidateQueries({ queryKey: notificationKeys.list(userId) });
    toastFailure(error);
  };
  const markOne = useMutation({
    mutationFn: ({ id }: Notification) =>
      callProject(markNotification, { params: { id }, body: { read: true, withGroup: true } }),
    onMutate: ({ id, group }) =>
      showAsRead(
        client,
        userId,
        (other) => other === id,
        (count) => count - (group?.unread ?? 1),
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
    notifications: list.data && mergePages(list.data),
    showOlder: () => list.fetchNextPage(),
    markOne: (notification: Notification) => markOne.mutate(notification),
    markAll: () => markAll.mutate(),
  };
}

interface FailedProps {
  text: ReactNode;
  isRetrying: boolean;
  onRetry: () => void;
}

function Failed({ text, isRetrying, onRetry }: FailedProps) {
  return (
    <div className="px-5 py-3" role="alert">
      <p className="text-cocoa-2">{text}</p>
      <Button variant="secondary" size="small" className="mt-3" onClick={onRetry} isBusy={isRetrying}>
        {failureWords.tryAgain}
      </Button>
    </div>
  );
}

interface RowProps {
  notification: Notification;
  onRead: (notification: Notification) => void;
  onLeave: () => void;
}

const placeClass = 'flex min-h-12 min-w-0 grow gap-3 py-1.5 pl-5 text-left focus-visible:marked-inside';

/** The handlers are always the same, so they are not compared. */
const looksAlike = (one: RowProps, next: RowProps) => one.notification === next.notification;

const NotificationRow = memo(function NotificationRow({ notification, onRead, onLeave }: RowProps) {
  const { id, createdAt, path, read: isRead } = notification;
  const message = notificationText(notification);
  const readIt = () => {
    if (!isRead) onRead(notification);
  };
  function mark({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    currentTarget.closest('li')?.querySelector<HTMLElement>('[data-place]')?.focus();
    readIt();
  }
  const text = (
    <>
      <span
        aria-hidden="true"
        className={cx('mt-2 size-2 shrink-0 rounded-pill', !isRead && 'bg-laterite')}
      />
      <span className={cx('min-w-0 grow', isRead && 'pr-5')}>
        {!isRead && <span className="sr-only">{shellWords.unread}: </span>}
        <span className={cx('block text-sm leading-tight wrap-anywhere', !isRead && 'font-semibold')}>
          {message}
        </span>
        <TimeAgo at={createdAt} title={exactTime(createdAt)} className="figures block text-xs text-cocoa-3" />
      </span>
    </>
  );
  return (
    <li data-id={id} className="flex items-start hover:bg-sunken">
      {path === null ? (
        <button type="button" data-place onClick={readIt} className={placeClass}>
          {text}
        </button>
      ) : (
        <Link
          to={path}
          data-place
          onClick={() => {
            readIt();
            onLeave();
          }}
          className={placeClass}
        >
          {text}
        </Link>
      )}
      {!isRead && (
        <button
          type="button"
          aria-label={shellWords.markRead(message)}
          title={shellWords.markReadShort}
          onClick={mark}
          className={buttonClass({
            variant: 'plain',
            size: 'icon',
            className: 'focus-visible:marked-inside',
          })}
          style={{ marginInline: '0.375rem' }}
        >
          <Check aria-hidden="true" className="size-5" />
        </button>
      )}
    </li>
  );
}, looksAlike);

export function NotificationList({ userId, onLeave }: { userId: string; onLeave: () => void }) {
  const { list, notifications, showOlder, markOne, markAll } = useNotifications(userId);
  // There may be unread notifications that are older than the loaded list.
  const hasUnread = (useUnreadCount(userId) ?? 0) > 0;
  const rows = useRef<HTMLUListElement>(null);
  const firstNew = useRef<number>(null);
  const count = notifications?.length ?? 0;
  useEffect(() => {
    if (firstNew.current === null || count <= firstNew.current) return;
    const id = notifications?.[firstNew.current]?.id;
    rows.current?.querySelector<HTMLElement>(`[data-id="${id}"] [data-place]`)?.focus();
    firstNew.current = null;
  }, [count, notifications]);

  if (notifications === undefined) {
    if (!list.isError) return <ListLoading />;
    return (
      <Failed
        text={shellWords.notificationsFailed}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (notifications.length === 0) {
    return <p className="px-5 pb-5 text-cocoa-2">{shellWords.noNotifications}</p>;
  }
  function older() {
    firstNew.current = count;
    void showOlder();
  }
  function markEach() {
    rows.current?.closest('section')?.querySelector('h2')?.focus();
    markAll();
  }
  return (
    <>
      <div className="overflow-y-auto overscroll-contain border-t border-line">
        <ul ref={rows} className="divide-y divide-line">
          {notifications.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              onRead={markOne}
              onLeave={onLeave}
            />
          ))}
        </ul>
        {list.isFetchNextPageError ? (
          <Failed text={failureMessage(list.error)} isRetrying={list.isFetchingNextPage} onRetry={older} />
        ) : (
          list.hasNextPage && (
            <div className="border-t border-line p-2 text-center">
              <Button variant="quiet" size="small" isBusy={list.isFetchingNextPage} onClick={older}>
                {shellWords.showOlder}
              </Button>
            </div>
          )
        )}
      </div>
      {hasUnread && (
        <div className="border-t border-line p-2 text-center">
          <Button variant="quiet" size="small" onClick={markEach}>
            {shellWords.markAllRead}
          </Button>
        </div>
      )}
    </>
  );
}
