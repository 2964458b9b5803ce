import { sayNotification, sayUnderStudy } from '@app/words/notices.ts';
import { shellMessages } from '@app/words/shell.ts';
import type { Notification } from '@app/contracts/project/notifications.ts';
import { Check } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { timeAgo } from '../../format/dates.ts';
import { exactTime } from '../../format/exact-time.ts';
import { buttonClass } from '../../ui/button-look.ts';
import { cx } from '../../ui/cx.ts';

interface RowProps {
  notification: Notification;
  /** The study's name stands above it. */
  isInGroup: boolean;
  onRead: (id: string) => void;
  onLeave: () => void;
}

const placeClass = 'flex min-h-14 min-w-0 grow gap-3 py-3 pl-5 text-left focus-visible:marked-inside';

/** Leads to what it is about, which reads it; or is only marked as read, which the press of a row without a place does too. */
export function NotificationRow({ notification, isInGroup, onRead, onLeave }: RowProps) {
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
        {!read && <span className="sr-only">{shellMessages.unread}: </span>}
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
          aria-label={shellMessages.markRead(message)}
          title={shellMessages.markReadShort}
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
