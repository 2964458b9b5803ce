import { clock } from '@app/words/clock.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { today } from '@app/contracts/calendar.ts';
import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { shortDay } from '@app/words/days.ts';
import { CalendarPlus } from 'lucide-react';
import { useEffect, useMemo, useState, Fragment, memo } from 'react';
import { useLocation, useSearchParams, Link } from 'react-router';
import { failureMessage } from '../../api/failure.ts';
import { serverToday } from '../../api/server-today.ts';
import { MeetingPeople } from '../../product/meetings/meeting-people.tsx';
import { type ResearcherMeeting, groupByDay, groupByMeeting } from '../../product/meetings/group-meetings.ts';
import { useNow } from '../../product/meetings/use-now.ts';
import { OwnTime, ZoneLine } from '../../product/local-time.tsx';
import { isBooked, isUnmarked, countPassedMoments } from '../../product/meetings/meeting-actions.ts';
import { pageMeta } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart, Loading, Skeleton, FailedState, EmptyState } from '../../ui/states.tsx';
import agendaRows from './agenda.css?url';
import { useAgenda, dayAfter, meetingLength, weekMonday } from './use-meetings.ts';

const Week = lazyPart(async () => (await import('./week.tsx')).Week);
const FeedModal = lazyPart(async () => (await import('./feed-modal.tsx')).FeedModal);

export const meta = () => pageMeta(words.heading);
export const handle = screens.meetings;

function dayHeading(day: string, now: string): string {
  const text = shortDay(day, now);
  if (day === now) return words.onToday(text);
  if (day === dayAfter(now, 1)) return words.onTomorrow(text);
  return day === dayAfter(now, -1) ? words.onYesterday(text) : text;
}

function NowLine({ now }: { now: number }) {
  const time = clock(new Date(now).toISOString());
  return (
    <li className="flex items-center gap-3 border-t-0! px-5 text-xs font-semibold text-laterite">
      <span aria-hidden="true" className="h-0.5 grow bg-laterite" />
      <span className="figures">{words.now(time)}</span>
    </li>
  );
}

interface MeetingItemProps {
  meeting: ResearcherMeeting;
  now: number;
}

/** When the clock moves on, hundreds of meetings must not render again. */
const looksAlike = ({ meeting: { bookings }, now }: MeetingItemProps, next: MeetingItemProps) =>
  bookings.length === next.meeting.bookings.length &&
  bookings.every(
    (booking, at) =>
      booking === next.meeting.bookings[at] &&
      countPassedMoments(booking, now) === countPassedMoments(booking, next.now),
  );

const MeetingItem = memo(function MeetingItem({ meeting, now }: MeetingItemProps) {
  const { startsAt, studyId, studyName, way, details } = meeting;
  const about = (
    <p className="text-sm leading-tight text-cocoa-2 wrap-anywhere">
      <Link to={paths.study(studyId)} className="text-link">
        {studyName}
      </Link>{' '}
      · {words.way[way]}
      {way === 'IN_PERSON' && details.place && ` · ${details.place}`}
      {way === 'VIDEO' && details.link && (
        <>
          {' · '}
          <a href={details.link} target="_blank" rel="noreferrer" className="text-link">
            {details.link}
          </a>
        </>
      )}
    </p>
  );
  return (
    <li className="agenda-item px-4 py-2">
      <div className="figures flex flex-wrap items-center gap-x-2">
        <p className="font-semibold">{clock(startsAt)}</p>
        <p className="text-sm text-cocoa-2">{meetingLength(meeting)}</p>
        <OwnTime at={startsAt} />
      </div>
      <div className="min-w-0">
        <MeetingPeople {...{ meeting, now, about }} />
      </div>
    </li>
  );
}, looksAlike);

const figuresClass = 'grid grid-cols-[repeat(auto-fit,minmax(5.75rem,1fr))] gap-2 sm:gap-3';

function Figures({ bookings, now }: { bookings: readonly ResearcherBooking[]; now: number }) {
  const day = new Date(now).toISOString().slice(0, 10);
  const end = dayAfter(day, 7);
  const on = (booking: ResearcherBooking) => booking.startsAt?.slice(0, 10) ?? '';
  const ahead = bookings.filter((booking) => isBooked(booking));
  const figures = [
    [ahead.filter((booking) => on(booking) === day).length, words.today, false],
    [ahead.filter((booking) => on(booking) >= day && on(booking) < end).length, words.nextDays, false],
    [bookings.filter((booking) => isUnmarked(booking, now)).length, words.unmarked, true],
  ] as const;
  return (
    <ul className={cx(figuresClass, 'mb-4')}>
      {figures.map(([count, text, isAsking]) => (
        <li
          key={text}
          className={cx(
            'figures rounded-control border px-3 py-2.5 text-sm sm:px-4',
            isAsking && count > 0
              ? 'border-gold bg-gold-tint text-gold-ink'
              : 'border-line bg-surface text-cocoa-2',
          )}
        >
          <strong className={cx('max-sm:block max-sm:text-xl', !(isAsking && count > 0) && 'text-cocoa')}>
            {count}
          </strong>{' '}
          {text}
        </li>
      ))}
    </ul>
  );
}

const Agenda = memo(function Agenda({ bookings }: { bookings: readonly ResearcherBooking[] }) {
  const now = useNow();
  const day = today(new Date(now));
  const all = useMemo(() => groupByMeeting(bookings), [bookings]);
  // A past meeting with nothing left to do is shown only in the week view.
  const hasEnded = ({ startsAt, bookings: own }: ResearcherMeeting) =>
    startsAt.slice(0, 10) < dayAfter(day, -1) && !own.some((booking) => isUnmarked(booking, now));
  const days = groupByDay(all.filter((meeting) => !hasEnded(meeting)));
  const withToday = days.some(([one]) => one === day)
    ? days
    : [...days, [day, []] as (typeof days)[number]].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (
    <>
      <Figures {...{ bookings, now }} />
      {withToday.map(([one, meetings]) => {
        const next = meetings.findIndex(({ endsAt }) => Date.parse(endsAt) > now);
        const lineAt = one === day ? (next === -1 ? meetings.length : next) : -1;
        return (
          <section
            key={one}
            id={one}
            tabIndex={-1}
            aria-labelledby={`day-${one}`}
            className="agenda mb-6 scroll-mt-6"
          >
            <h2 id={`day-${one}`} className="figures mb-2 text-lg">
              {dayHeading(one, day)}
            </h2>
            {meetings.length === 0 ? (
              <p className="text-sm text-cocoa-2">{words.nothingToday}</p>
            ) : (
              <ul className="divide-y divide-line rounded-card border border-line bg-surface">
                {meetings.map((meeting, at) => (
                  <Fragment key={meeting.key}>
                    {at === lineAt && <NowLine now={now} />}
                    <MeetingItem {...{ meeting, now }} />
                  </Fragment>
                ))}
                {lineAt === meetings.length && <NowLine now={now} />}
              </ul>
            )}
          </section>
        );
      })}
    </>
  );
});

function AgendaLoading() {
  return (
    <Loading>
      <div className={cx(figuresClass, 'mb-4')}>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
      <Skeleton className="mb-2 h-6 w-48" />
      <Skeleton className="h-56" />
    </Loading>
  );
}

function LoadedAgenda({ userId }: { userId: string }) {
  const agenda = useAgenda(userId);
  const { hash } = useLocation();
  const isKnown = agenda.data !== undefined;
  useEffect(() => {
    if (isKnown && hash !== '') document.getElementById(hash.slice(1))?.focus();
  }, [isKnown, hash]);
  if (agenda.data === undefined) {
    if (!agenda.isError) return <AgendaLoading />;
    const retry = () => void agenda.refetch();
    return <FailedState text={failureMessage(agenda.error)} onRetry={retry} isRetrying={agenda.isFetching} />;
  }
  if (agenda.data.length === 0) {
    const action = <LinkButton to={paths.projects}>{words.toProjects}</LinkButton>;
    return <EmptyState title={words.emptyTitle} text={words.emptyText} action={action} />;
  }
  return <Agenda bookings={agenda.data} />;
}

export default function Meetings() {
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  const [isFeedOpen, setIsFeedOpen] = useState(false);
  if (user === null) return null;
  const week = search.get('week');
  const monday = week !== null && /^\d{4}-\d\d-\d\d$/.test(week) ? weekMonday(week) : null;
  const show = (next: string | null) => setSearch(next === null ? {} : { week: next }, { replace: true });
  const views = [
    [words.agenda, null],
    [words.week, monday ?? weekMonday(serverToday())],
  ] as const;
  return (
    <>
      <link rel="stylesheet" href={agendaRows} precedence="page" />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1>{words.heading}</h1>
          <ZoneLine className="mt-1 text-sm text-cocoa-2" />
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
          <Week userId={user.userId} monday={monday} onWeekChange={show} />
        </div>
      )}
      <div className={cx(monday !== null && 'lg:hidden')}>
        <LoadedAgenda userId={user.userId} />
      </div>
      {isFeedOpen && <FeedModal onClose={() => setIsFeedOpen(false)} />}
    </>
  );
}
