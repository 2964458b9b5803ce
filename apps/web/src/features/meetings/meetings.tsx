import { today } from '@app/contracts/calendar.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { CalendarPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { wordsOf } from '../../api/failure.ts';
import { titled } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Agenda, figuresClass } from './agenda.tsx';
import { useAgenda } from './use-meetings.ts';
import { mondayOf } from './monday-of.ts';

const Week = lazyPart(async () => (await import('./week.tsx')).Week);
const FeedModal = lazyPart(async () => (await import('./feed-modal.tsx')).FeedModal);

export const meta = () => titled(words.heading);
export const handle = screens.meetings;

function AgendaLoading() {
  return (
    <Loading>
      <div className={cx(figuresClass, 'mb-6')}>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
      <Skeleton className="mb-2 h-6 w-48" />
      <Skeleton className="h-56" />
    </Loading>
  );
}

function AgendaOf({ userId }: { userId: string }) {
  const agenda = useAgenda(userId);
  const { hash } = useLocation();
  const isKnown = agenda.data !== undefined;
  useEffect(() => {
    // A letter or a notification leads to a day, which is there once the meetings are.
    if (isKnown && hash !== '') document.getElementById(hash.slice(1))?.focus();
  }, [isKnown, hash]);
  if (agenda.data === undefined) {
    if (!agenda.isError) return <AgendaLoading />;
    const retry = () => void agenda.refetch();
    return <FailedState text={wordsOf(agenda.error)} onRetry={retry} isRetrying={agenda.isFetching} />;
  }
  if (agenda.data.length === 0) {
    const action = <LinkButton to={paths.projects}>{words.toProjects}</LinkButton>;
    return <EmptyState title={words.emptyTitle} text={words.emptyText} action={action} />;
  }
  return <Agenda bookings={agenda.data} />;
}

/** A researcher's meetings over all studies. A week is for wide screens, where it has room. */
export default function Meetings() {
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  const [isFeedOpen, setIsFeedOpen] = useState(false);
  if (user === null) return null;
  const week = search.get('week');
  const monday = week !== null && /^\d{4}-\d\d-\d\d$/.test(week) ? mondayOf(week) : null;
  const show = (next: string | null) => setSearch(next === null ? {} : { week: next }, { replace: true });
  const views = [
    [words.agenda, null],
    [words.week, monday ?? mondayOf(today())],
  ] as const;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1>{words.heading}</h1>
          <p className="mt-1 text-sm text-cocoa-2">{words.allTimes}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <div role="group" aria-label={words.view} className="hidden gap-2 lg:flex">
            {views.map(([label, to]) => {
              const isShown = (to === null) === (monday === null);
              return (
                <Button
                  key={label}
                  variant="secondary"
                  size="small"
                  aria-pressed={isShown}
                  className={cx(isShown && 'border-green! bg-green-tint!')}
                  onClick={() => show(to)}
                >
                  {label}
                </Button>
              );
            })}
          </div>
          <Button variant="secondary" size="small" onClick={() => setIsFeedOpen(true)}>
            <CalendarPlus aria-hidden="true" className="size-4.5" />
            {words.feed}
          </Button>
        </div>
      </div>
      {monday !== null && (
        <div className="max-lg:hidden">
          <Week userId={user.userId} monday={monday} onTurn={show} />
        </div>
      )}
      <div className={cx(monday !== null && 'lg:hidden')}>
        <AgendaOf userId={user.userId} />
      </div>
      {isFeedOpen && <FeedModal onClose={() => setIsFeedOpen(false)} />}
    </>
  );
}
