import { failureMessages } from '@app/contracts/messages/failures.ts';
import { shellMessages } from '@app/contracts/messages/shell.ts';
import type { Notification } from '@app/contracts/project/notifications.ts';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { timeAgo } from '../../ui/format.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useNotifications } from './use-notifications.ts';

interface RowProps {
  notification: Notification;
  onOpened: (id: string) => void;
  onLeave: () => void;
}

const rowClass = 'flex min-h-14 w-full gap-3 px-5 py-3 text-left hover:bg-sunken focus-visible:marked-inside';

/** A link to what it is about; where there is nothing to go to, a button that marks it as read. */
function Row({ notification, onOpened, onLeave }: RowProps) {
  const { id, message, read, path, createdAt } = notification;
  const open = () => {
    if (!read) onOpened(id);
  };
  const text = (
    <>
      <span aria-hidden="true" className={cx('mt-2 size-2 shrink-0 rounded-pill', !read && 'bg-laterite')} />
      <span className="min-w-0 wrap-anywhere">
        {!read && <span className="sr-only">{shellMessages.unread}: </span>}
        <span className={cx('block', !read && 'font-semibold')}>{message}</span>
        <span className="figures block text-sm text-cocoa-3">{timeAgo(createdAt)}</span>
      </span>
    </>
  );
  if (path === null) {
    return (
      <button type="button" onClick={open} className={rowClass}>
        {text}
      </button>
    );
  }
  return (
    <Link
      to={path}
      onClick={() => {
        open();
        onLeave();
      }}
      className={rowClass}
    >
      {text}
    </Link>
  );
}

interface ListProps {
  userId: string;
  /** Also of those that are older than the list goes back. */
  hasUnread: boolean;
  onLeave: () => void;
}

/** The newest notifications: loading, failed, empty and full. Read when it is opened, and again when more have come. */
export function NotificationList({ userId, hasUnread, onLeave }: ListProps) {
  const { list, markOne, markAll } = useNotifications(userId);
  if (list.data === undefined) {
    if (list.isError) {
      return (
        <div className="px-5 pb-5" role="alert">
          <p className="text-cocoa-2">{shellMessages.notificationsFailed}</p>
          <Button
            variant="secondary"
            size="small"
            className="mt-3"
            onClick={() => void list.refetch()}
            isBusy={list.isFetching}
          >
            {failureMessages.tryAgain}
          </Button>
        </div>
      );
    }
    return (
      <div className="flex flex-col gap-4 px-5 pt-2 pb-5">
        <Loading>
          <Skeleton className="mb-4 h-10" />
          <Skeleton className="h-10" />
        </Loading>
      </div>
    );
  }
  const { content } = list.data;
  if (content.length === 0) return <p className="px-5 pb-5 text-cocoa-2">{shellMessages.noNotifications}</p>;
  return (
    <>
      <ul className="divide-y divide-line overflow-y-auto overscroll-contain border-t border-line">
        {content.map((notification) => (
          <li key={notification.id}>
            <Row notification={notification} onOpened={markOne} onLeave={onLeave} />
          </li>
        ))}
      </ul>
      {hasUnread && (
        <div className="border-t border-line p-2 text-center">
          <Button variant="quiet" size="small" onClick={markAll}>
            {shellMessages.markAllRead}
          </Button>
        </div>
      )}
    </>
  );
}
