import { failureWords } from '@app/words/failures.ts';
import { sayGroup, sayNotification } from '@app/words/notices.ts';
import { shellWords } from '@app/words/shell.ts';
import { MAX_PAGE_SIZE } from '@app/contracts/paging.ts';
import { listWaiting } from '@app/contracts/project/applicants.ts';
import type { Notification } from '@app/contracts/project/notifications.ts';
import { Check } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, type MouseEvent } from 'react';
import { Link } from 'react-router';
import { callProject } from '../../api/call.ts';
import { wordsOf } from '../../api/failure.ts';
import { projectKeys } from '../../api/keys.ts';
import { exactTime } from '../../format/exact-time.ts';
import { TimeAgo } from '../../product/time-ago.tsx';
import { buttonClass } from '../../ui/button-look.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { type Group, groupsOf, isInNumbers } from './groups.ts';
import { ListLoading } from './list-loading.tsx';
import { useNotifications } from './use-notifications.ts';
import { useUnreadCount } from './use-unread-count.ts';

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
  group: Group;
  /** Of those who applied, as far as they are known. */
  names: ReadonlyMap<string, string>;
  /** Older ones are not in the list yet. */
  isMore: boolean;
  onRead: (ids: string[]) => void;
  onLeave: () => void;
}

const placeClass = 'flex min-h-12 min-w-0 grow gap-3 py-1.5 pl-5 text-left focus-visible:marked-inside';

/**
 * Leads to what it is about, which marks it as read. A button only marks it as read, as does a press on a row that
 * leads nowhere.
 */
function NotificationRow({ group: { all, path }, names, isMore, onRead, onLeave }: RowProps) {
  const [newest] = all as [Notification];
  const { id, createdAt } = newest;
  const unread = all.filter(({ read }) => !read);
  const isRead = unread.length === 0;
  const known = [...new Set(all.flatMap(({ params }) => names.get(params.applicationId ?? '') ?? []))];
  const people = new Set(all.map((one) => one.params.applicationId ?? one.id)).size;
  const message =
    all.length > 1
      ? sayGroup(newest, { names: known, rows: all.length, people, isMore })
      : sayNotification(newest);
  const readIt = () => {
    if (!isRead) onRead(unread.map((one) => one.id));
  };
  function mark({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // The button goes with the mark, and the focus must not go with it.
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
        <span
          className={cx(
            'block text-sm leading-tight',
            !isRead && 'font-semibold',
            isInNumbers(newest) ? 'truncate' : 'wrap-anywhere',
          )}
          title={isInNumbers(newest) ? message : undefined}
        >
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
}

const none: ReadonlyMap<string, string> = new Map();

/** First names of those who wait for an answer, by application: asked for where several of them stand in one row. */
function useNames(userId: string, groups: readonly Group[]): ReadonlyMap<string, string> {
  const queryKey = projectKeys.waiting(userId, MAX_PAGE_SIZE);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => callProject(listWaiting, { query: { page: 0, size: MAX_PAGE_SIZE } }, signal),
    enabled: groups.some(({ all }) => all.length > 1 && all[0]?.kind === 'NEW_APPLICANT'),
  });
  return data ? new Map(data.content.map(({ id, firstName }) => [id, firstName] as const)) : none;
}

/** The notifications, newest first: loading, failed, empty and full. Read when it is opened, and again when more have come. */
export function NotificationList({ userId, onLeave }: { userId: string; onLeave: () => void }) {
  const { list, notifications, showOlder, markSome, markAll } = useNotifications(userId);
  // Also of those that are older than the list goes back.
  const hasUnread = (useUnreadCount(userId) ?? 0) > 0;
  const rows = useRef<HTMLUListElement>(null);
  const groups = groupsOf(notifications ?? []);
  const names = useNames(userId, groups);
  const firstNew = useRef<number>(null);
  const count = notifications?.length ?? 0;
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
        <ul ref={rows} className="divide-y divide-line">
          {groups.map((group) => (
            <NotificationRow
              key={group.key}
              {...{ group, names, onLeave }}
              isMore={list.hasNextPage}
              onRead={markSome}
            />
          ))}
        </ul>
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
