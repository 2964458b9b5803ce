import { failureWords } from '@app/words/failures.ts';
import { sayNotification, sayUnderStudy } from '@app/words/notices.ts';
import { shellWords } from '@app/words/shell.ts';
import type { Notification } from '@app/contracts/project/notifications.ts';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useReducer, useRef, type MouseEvent } from 'react';
import { Link } from 'react-router';
import { wordsOf } from '../../api/failure.ts';
import { timeAgo } from '../../format/dates.ts';
import { exactTime } from '../../format/exact-time.ts';
import { buttonClass } from '../../ui/button-look.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { groupsOf } from './groups.ts';
import { ListLoading } from './list-loading.tsx';
import { useNotifications } from './use-notifications.ts';
import { useUnreadCount } from './use-unread-count.ts';

const MINUTE_MS = 60_000;

/** "2 minutes ago" must not stand there for ten. */
function useMinutes(): void {
  const [, tick] = useReducer((minutes: number) => minutes + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
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
  /** The study's name stands above it. */
  isInGroup: boolean;
  onRead: (id: string) => void;
  onLeave: () => void;
}

const placeClass = 'flex min-h-14 min-w-0 grow gap-3 py-3 pl-5 text-left focus-visible:marked-inside';

/**
 * Leads to what it is about, which marks it as read. A button only marks it as read, as does a press on a row that
 * leads nowhere.
 */
function NotificationRow({ notification, isInGroup, onRead, onLeave }: RowProps) {
  const { id, read, path, createdAt } = notification;
  const message = sayNotification(notification);
  const readIt = () => {
    if (!read) onRead(id);
  };
  function mark({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // The button goes with the mark, and the focus must not go with it.
    currentTarget.closest('li')?.querySelector<HTMLElement>('[data-place]')?.focus();
    readIt();
  }
  const text = (
    <>
      <span aria-hidden="true" className={cx('mt-2 size-2 shrink-0 rounded-pill', !read && 'bg-laterite')} />
      <span className={cx('min-w-0 wrap-anywhere', read && 'pr-5')}>
        {!read && <span className="sr-only">{shellWords.unread}: </span>}
        <span className={cx('block', !read && 'font-semibold')}>
          {isInGroup ? sayUnderStudy(notification) : message}
        </span>
        <time dateTime={createdAt} className="figures block text-xs text-cocoa-3">
          <span className="block">{timeAgo(createdAt)}</span>
          <span className="block">{exactTime(createdAt)}</span>
        </time>
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
      {!read && (
        <button
          type="button"
          aria-label={shellWords.markRead(message)}
          title={shellWords.markReadShort}
          onClick={mark}
          className={buttonClass({
            variant: 'plain',
            size: 'icon',
            className: 'm-1.5 focus-visible:marked-inside',
          })}
        >
          <Check aria-hidden="true" className="size-5" />
        </button>
      )}
    </li>
  );
}

/** The notifications, newest first: loading, failed, empty and full. Read when it is opened, and again when more have come. */
export function NotificationList({ userId, onLeave }: { userId: string; onLeave: () => void }) {
  const { list, notifications, showOlder, markOne, markAll } = useNotifications(userId);
  // Also of those that are older than the list goes back.
  const hasUnread = (useUnreadCount(userId) ?? 0) > 0;
  const rows = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number>(null);
  const count = notifications?.length ?? 0;
  useMinutes();
  // The button may go with what it has done; the focus goes on to what has come.
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
        <div ref={rows} className="divide-y divide-line">
          {groupsOf(notifications).map(({ key, study, all }) => (
            <section key={key} aria-label={study}>
              {study !== undefined && (
                <h3 className="px-5 pt-3 font-body text-xs font-semibold tracking-normal text-cocoa-2 wrap-anywhere">
                  {study}
                </h3>
              )}
              <ul className={cx('divide-y divide-line', study !== undefined && 'ml-2')}>
                {all.map((notification) => (
                  <NotificationRow
                    key={notification.id}
                    notification={notification}
                    isInGroup={study !== undefined}
                    onRead={markOne}
                    onLeave={onLeave}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        {list.isFetchNextPageError ? (
          <Failed text={wordsOf(list.error)} isRetrying={list.isFetchingNextPage} onRetry={older} />
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
