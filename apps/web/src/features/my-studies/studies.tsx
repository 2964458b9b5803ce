import { myStudiesWords as words } from '@app/words/my-studies.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Application, listOwnApplications } from '@app/contracts/project/applications.ts';
import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import type { OwnSubmission } from '@app/contracts/project/submissions.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, Component, type ComponentType, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { failureMessage } from '../../api/failure.ts';
import { ownBookings } from '../../api/own-bookings.ts';
import { ownSubmissions } from '../../api/own-submissions.ts';
import { WhereSet } from '../../product/page-settings.tsx';
import { useNow } from '../../product/meetings/use-now.ts';
import { PayQuestion } from '../../product/pay-question.tsx';
import { pageMeta } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { cx } from '../../ui/cx.ts';
import { FailedState, EmptyState } from '../../ui/states.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Pager, usePageNumber } from '../../ui/pager.tsx';
import { useFirstWait } from '../../ui/use-first-wait.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { useLaterPart, usePart } from '../../ui/use-lazy-part.ts';
import {
  ApplicationCard,
  ApplicationsLoading,
  loadOwnMeeting,
  loadOwnSurvey,
  MeetingCard,
} from './application-card.tsx';
import { sectionRows } from './list-sections.ts';
import { useApplications, recruitmentBadge } from './use-applications.ts';
import { choiceWords } from '@app/words/choices.ts';

type Shown = Pick<Application, 'id' | 'status'> & {
  study: Pick<Application['study'], 'publicName' | 'recruitmentStatus'>;
};

function studyStatusText({ status, study }: Shown): string {
  const recruitmentStatus = recruitmentBadge(status, study.recruitmentStatus);
  return [choiceWords.applicationStatus[status], ...(recruitmentStatus ? [recruitmentStatus] : [])].join(
    ', ',
  );
}

/** Withdrawals are not included, because the page announces them itself. */
export function describeChanges(before: readonly Shown[], after: readonly Shown[]): string {
  const states = new Map(before.map((application) => [application.id, studyStatusText(application)]));
  return after
    .filter((application) => {
      const state = states.get(application.id);
      return (
        application.status !== 'WITHDRAWN' && state !== undefined && state !== studyStatusText(application)
      );
    })
    .map((application) => words.changed(application.study.publicName, studyStatusText(application)))
    .join(' ');
}

export const meta = () => pageMeta(words.heading);
export const handle = screens.studies;

/**
 * If the meetings cannot be read, applications are shown without them. Otherwise cards wait for them, because
 * a card that grows moves buttons.
 */
function useBookings(userId: string) {
  const { data, dataUpdatedAt, isError, error, isFetching, isPending, refetch } = useQuery(
    ownBookings(userId),
  );
  const retry = () => void refetch();
  const meeting = usePart(loadOwnMeeting, data !== undefined && data.length > 0);
  // Data that was stored at the last visit has the time 0, and is shown even without a connection.
  const isPartComing = dataUpdatedAt > 0 && data?.length !== 0 && !meeting.part && !meeting.isFailed;
  const isComing = useFirstWait((isPending && !isError) || isPartComing);
  const failure = data === undefined && isError && (
    <div className="mb-6">
      <FailedState text={words.noMeetings(failureMessage(error))} onRetry={retry} isRetrying={isFetching} />
    </div>
  );
  return { bookings: data, isComing, failure };
}

/** Only people with an online study load this list and this part of the card. */
function useSubmissions(userId: string, applications: readonly Application[] | undefined) {
  const isNeeded = applications?.some(({ study }) => study.survey) === true;
  const { data, isError, error, isFetching, isPending, refetch } = useQuery({
    ...ownSubmissions(userId),
    enabled: isNeeded,
  });
  const survey = usePart(loadOwnSurvey, isNeeded);
  const isPartComing = !survey.part && !survey.isFailed;
  const isComing = useFirstWait(!applications || (isNeeded && ((isPending && !isError) || isPartComing)));
  const failure = isNeeded && data === undefined && isError && (
    <div className="mb-6">
      <FailedState
        text={words.noSurveys(failureMessage(error))}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    </div>
  );
  return { submissions: data, isComing, failure };
}

interface RowsProps {
  applications: readonly Application[];
  bookings: readonly OwnBooking[] | undefined;
  submissions: readonly OwnSubmission[] | undefined;
  isFirstPage: boolean;
}

interface Place {
  focused: Element;
  top: number;
}

/**
 * A focused row must stay at the same position on the screen. This needs getSnapshotBeforeUpdate, which only
 * class components have.
 */
class KeptPlace extends Component<{ children: ReactNode }> {
  override getSnapshotBeforeUpdate(): Place | null {
    const focused = document.activeElement;
    return focused?.closest('main li') ? { focused, top: focused.getBoundingClientRect().top } : null;
  }

  override componentDidUpdate(_props: unknown, _state: unknown, before: Place | null): void {
    if (!before?.focused.isConnected) return;
    scrollBy(0, before.focused.getBoundingClientRect().top - before.top);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

/** All sections are in one list, so that a row keeps the focus when it moves to another section. */
function Rows({ applications, bookings, ...read }: RowsProps) {
  const now = useNow();
  const rows = sectionRows(applications, bookings, { now, ...read });
  return (
    <KeptPlace>
      <ul className="flex flex-col gap-4">
        {rows.map(({ key, studyId, application, ...row }, at) => (
          <li key={key} id={studyId} className="scroll-mt-6">
            {rows[at - 1]?.part !== row.part && (
              <h2 className={cx('mb-3 text-lg', at > 0 && 'mt-4')}>{words.parts[row.part]}</h2>
            )}
            {application ? (
              <ApplicationCard application={application} row={row} now={now} />
            ) : (
              row.booking && <MeetingCard booking={row.booking} now={now} />
            )}
          </li>
        ))}
      </ul>
    </KeptPlace>
  );
}

function LiveChanges({ applications }: { applications: readonly Application[] }) {
  const [announcement, setAnnouncement] = useState('');
  const known = useRef(applications);
  useEffect(() => {
    const changes = describeChanges(known.current, applications);
    known.current = applications;
    if (changes !== '') setAnnouncement(changes);
  }, [applications]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

function useNamed(list: ReplyOf<typeof listOwnApplications> | undefined): void {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const named = hash.slice(1);
    if (named === '' || list === undefined || shown.current === key) return;
    shown.current = key;
    if (document.getElementById(named) === null) {
      const next = list.number + 1;
      if (next < list.totalPages) void navigate({ search: `?page=${next + 1}`, hash }, { replace: true });
      return;
    }
    // Navigation moves the focus first, so this waits for one frame.
    requestAnimationFrame(() => {
      const card = document.getElementById(named);
      card?.scrollIntoView();
      card?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
    });
  }, [hash, key, list, navigate]);
}

/** Offers load after the list, which people opened the page for. */
function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function LaterPart(props: Props) {
    const Part = useLaterPart(load, true);
    return Part && <Part {...props} />;
  };
}

const PhoneOffer = laterPart(async () => (await import('../../product/phone-offer.tsx')).PhoneOffer);
const PushChoice = laterPart(async () => (await import('../../product/push-choice.tsx')).PushChoice);

function Applications({ userId }: { userId: string }) {
  const page = usePageNumber();
  const list = useApplications(userId, page);
  const { bookings, failure, ...meetings } = useBookings(userId);
  const { submissions, ...surveys } = useSubmissions(userId, list.data?.content);
  const isComing = meetings.isComing || surveys.isComing;
  useHeadingFocus(page);
  useNamed(list.isPlaceholderData || isComing ? undefined : list.data);
  if (list.data === undefined || isComing) {
    if (!list.isError) return <ApplicationsLoading />;
    const retry = () => void list.refetch();
    return <FailedState text={failureMessage(list.error)} onRetry={retry} isRetrying={list.isFetching} />;
  }
  const { content, number, totalPages } = list.data;
  if (content.length === 0 && number > 0) {
    const action = <LinkButton to={paths.studies}>{words.firstPage}</LinkButton>;
    return <EmptyState title={words.noSuchPageTitle} text={words.noSuchPageText} action={action} />;
  }
  if (content.length === 0) {
    const action = <LinkButton to={paths.browseStudies}>{words.browse}</LinkButton>;
    return <EmptyState title={words.emptyTitle} text={words.emptyText} action={action} />;
  }
  const isPaidFor = ({ status, study }: Application) => status === 'ACCEPTED' && study.incentive > 0;
  return (
    // When an offer appears, scroll anchoring would move the focused list away.
    <div
      aria-busy={list.isPlaceholderData}
      className={cx('focus-within:[overflow-anchor:none]', list.isPlaceholderData && 'opacity-60')}
    >
      {failure}
      {surveys.failure}
      <Rows applications={content} isFirstPage={number === 0} {...{ bookings, submissions }} />
      {/* A decision adds this card. It is below the rows, so that it does not move them. */}
      {content.some(isPaidFor) && <PayQuestion userId={userId} className="mt-6" />}
      <Pager number={number} totalPages={totalPages} />
      {content.some(({ status }) => status === 'ACCEPTED') && (
        <WhereSet setting="TEXTS">
          {() => <PhoneOffer className="mt-4 rounded-card border border-line bg-surface p-4" />}
        </WhereSet>
      )}
      <PushChoice isOffer />
      <LiveChanges applications={content} />
    </div>
  );
}

export default function Studies() {
  const user = useUser();
  if (user === null) return null;
  return (
    <div className="max-w-stage">
      <h1>{words.heading}</h1>
      <p className="mt-1.5 mb-6 text-cocoa-2">{words.text}</p>
      <Applications userId={user.userId} />
    </div>
  );
}
