import { failureWords } from '@app/words/failures.ts';
import { shellWords } from '@app/words/shell.ts';
import { Bell } from 'lucide-react';
import { useCallback, useId, useRef, useState, useEffect } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useDismiss } from '../../ui/use-dismiss.ts';
import { usePart } from '../../ui/use-lazy-part.ts';
import { useUnreadCount } from './use-unread-count.ts';
import { ListLoading } from './list-loading.tsx';

const loadList = () => import('./notification-list.tsx');

function ListPlace({ userId, onLeave }: { userId: string; onLeave: () => void }) {
  const { part, isFailed, retry } = usePart(loadList, true);
  if (part) return <part.NotificationList userId={userId} onLeave={onLeave} />;
  if (isFailed) {
    return (
      <div className="px-5 pb-5" role="alert">
        <p className="text-cocoa-2">{shellWords.notificationsFailed}</p>
        <Button variant="secondary" size="small" className="mt-3" onClick={retry}>
          {failureWords.tryAgain}
        </Button>
      </div>
    );
  }
  return <ListLoading />;
}

/** S-206 specifies the bell and its popup. */
export function NotificationButton({ userId }: { userId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const popupId = useId();
  const unread = useUnreadCount(userId);
  const count = unreadLabel(unread ?? 0);
  const announcement = useAnnouncement(unread);
  const close = useCallback(() => setIsOpen(false), []);
  useDismiss(isOpen, frame, button, close);

  return (
    <div ref={frame} className="sm:relative">
      <button
        ref={button}
        type="button"
        data-tour="bell"
        aria-label={shellWords.notifications(count)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? popupId : undefined}
        onPointerEnter={() => void loadList().catch(() => undefined)}
        onClick={() => setIsOpen(!isOpen)}
        className={buttonClass({ variant: 'plain', size: 'icon' })}
      >
        <Bell aria-hidden="true" className="size-6" />
        {count && (
          <span
            aria-hidden="true"
            className="figures absolute top-0 right-0 min-w-5 rounded-pill bg-laterite px-1 text-xs leading-5 font-bold text-on-laterite"
          >
            {count}
          </span>
        )}
      </button>
      <span role="status" className="sr-only">
        {announcement}
      </span>
      {isOpen && (
        <section
          id={popupId}
          aria-labelledby={`${popupId}title`}
          className="absolute right-3 z-30 mt-2 flex max-h-[min(82dvh,calc(100dvh-5.5rem))] w-[min(351px,calc(100vw-1.5rem))] animate-appear flex-col rounded-card border border-line bg-surface shadow-float sm:right-0"
        >
          <h2 id={`${popupId}title`} tabIndex={-1} className="px-5 pt-4 pb-2 text-lg focus:unmarked">
            {shellWords.recentNotifications}
          </h2>
          <ListPlace userId={userId} onLeave={close} />
        </section>
      )}
    </div>
  );
}

/** Notifications within this time are announced together. */
const GATHER_MS = 1_000;

function useAnnouncement(count: number | undefined): string {
  const [announcement, setAnnouncement] = useState('');
  const announced = useRef<number>(undefined);
  useEffect(() => {
    if (count === undefined) return undefined;
    const before = announced.current;
    if (before === undefined || count <= before) {
      announced.current = count;
      if (before !== undefined) setAnnouncement('');
      return undefined;
    }
    const timer = setTimeout(() => {
      announced.current = count;
      setAnnouncement(shellWords.newNotifications(count - before, unreadLabel(count)));
    }, GATHER_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return announcement;
}

const MOST_COUNTED = 99;

export function unreadLabel(count: number): string {
  if (count === 0) return '';
  return count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
}
