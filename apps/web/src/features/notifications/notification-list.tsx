import { failureMessages } from '@app/words/failures.ts';
import { shellMessages } from '@app/words/shell.ts';
import { type ReactNode, useEffect, useReducer, useRef } from 'react';
import { wordsOf } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { groupsOf } from './groups.ts';
import { ListLoading } from './list-loading.tsx';
import { NotificationRow } from './notification-row.tsx';
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
        {failureMessages.tryAgain}
      </Button>
    </div>
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
        text={shellMessages.notificationsFailed}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (notifications.length === 0) {
    return <p className="px-5 pb-5 text-cocoa-2">{shellMessages.noNotifications}</p>;
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
                {shellMessages.showOlder}
              </Button>
            </div>
          )
        )}
      </div>
      {hasUnread && (
        <div className="border-t border-line p-2 text-center">
          <Button variant="quiet" size="small" onClick={markEach}>
            {shellMessages.markAllRead}
          </Button>
        </div>
      )}
    </>
  );
}
