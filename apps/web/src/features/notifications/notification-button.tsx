import { shellMessages } from '@app/contracts/messages/shell.ts';
import { Bell } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { buttonClass } from '../../ui/button-look.ts';
import { NotificationList } from './notification-list.tsx';
import { unreadLabel } from './use-notifications.ts';
import { useUnreadCount } from './use-unread-count.ts';

/** Says so once more have come since the page was opened; the badge alone is silent. */
function useNews(count: number | undefined): string {
  const [seen, setSeen] = useState({ count, news: '' });
  if (count !== seen.count) {
    const hasMore = seen.count !== undefined && count !== undefined && count > seen.count;
    setSeen({ count, news: hasMore ? shellMessages.notifications(unreadLabel(count)) : '' });
  }
  return seen.news;
}

/** The bell with its count, and the popup under it (S-206). */
export function NotificationButton({ userId }: { userId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const popupId = useId();
  const unread = useUnreadCount(userId);
  const count = unreadLabel(unread ?? 0);
  const news = useNews(unread);

  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) setIsOpen(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('keydown', escape);
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen]);

  return (
    <div ref={frame} className="sm:relative">
      <button
        ref={button}
        type="button"
        aria-label={shellMessages.notifications(count)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? popupId : undefined}
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
        {news}
      </span>
      {isOpen && (
        <section
          id={popupId}
          aria-labelledby={`${popupId}title`}
          className="absolute right-3 z-30 mt-2 flex max-h-[70dvh] w-[min(351px,calc(100vw-1.5rem))] animate-appear flex-col rounded-card border border-line bg-surface shadow-float sm:right-0"
        >
          <h2 id={`${popupId}title`} className="px-5 pt-4 pb-2 text-lg">
            {shellMessages.recentNotifications}
          </h2>
          <NotificationList userId={userId} hasUnread={count !== ''} onLeave={() => setIsOpen(false)} />
        </section>
      )}
    </div>
  );
}
