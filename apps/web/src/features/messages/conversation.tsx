import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { mayHoldContact } from '@app/contracts/project/contact-in-text.ts';
import {
  type Message,
  type Thread as Content,
  blockThread,
  markThread,
  readThread,
} from '@app/contracts/project/messages.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { messageWords as words } from '@app/words/messages.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { callProject } from '../../api/call.ts';
import { wordsOf } from '../../api/failure.ts';
import { applicationKey, messageKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { longDate, timeAgo } from '../../format/dates.ts';
import { Button } from '../../ui/button.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { MessageForm } from './message-form.tsx';
import { nameOf } from './name-of.ts';

// Few people report a message, so this is fetched on demand.
const ReportModal = lazyPart(async () => (await import('./report-modal.tsx')).ReportModal);

const watchVisibility = (tell: () => void) => {
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
};

/** What stands on a screen that somebody looks at is read. */
function useRead(thread: Content | undefined, role: SignedInUser['role']): void {
  const client = useQueryClient();
  const isVisible = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');
  const { mutate } = useMutation({
    mutationFn: ({ applicationId, upTo }: { applicationId: string; upTo: number }) =>
      callProject(markThread, { params: { applicationId }, body: { upTo } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: applicationKey() });
      void client.invalidateQueries({ queryKey: messageKeys.all() });
    },
  });
  const applicationId = thread?.applicationId;
  const upTo =
    thread && thread.unread > 0 ? thread.messages.findLast(({ by }) => by !== role)?.number : undefined;
  useEffect(() => {
    if (applicationId !== undefined && upTo !== undefined && isVisible) mutate({ applicationId, upTo });
  }, [applicationId, upTo, isVisible, mutate]);
}

/** The box for an answer stands in sight at first, while somebody writes in it, and once their own words have come. */
function useEndInSight(
  end: RefObject<HTMLElement | null>,
  last: Message | undefined,
  role: SignedInUser['role'],
): void {
  const count = last?.number;
  const isOwn = last?.by === role;
  const isBegun = useRef(false);
  useEffect(() => {
    if (count === undefined) return;
    if (!isBegun.current || isOwn || end.current?.contains(document.activeElement))
      end.current?.scrollIntoView({ block: 'nearest' });
    isBegun.current = true;
  }, [end, count, isOwn]);
}

interface BubbleProps {
  message: Message;
  isOwn: boolean;
  who: string;
  isFirst: boolean;
  onReport: (message: Message) => void;
}

function Bubble({ message, isOwn, who, isFirst, onReport }: BubbleProps) {
  const { text, sentAt } = message;
  return (
    <li
      className={isOwn ? 'rounded-card bg-green-tint px-4 py-3' : 'rounded-card bg-sunken px-4 py-3'}
      style={{ [isOwn ? 'marginLeft' : 'marginRight']: 'auto', maxWidth: '85%' }}
    >
      <p className="text-sm text-cocoa-2">
        <span className="font-semibold text-cocoa">{isOwn ? words.you : who}</span>{' '}
        <time dateTime={sentAt} title={longDate(sentAt)}>
          {timeAgo(sentAt)}
        </time>
      </p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
      {!isOwn && isFirst && mayHoldContact(text) && (
        <p className="mt-2 rounded-control bg-gold-tint px-4 py-3 text-sm">{words.cautionToReader}</p>
      )}
      {!isOwn && (
        <Button
          variant="plain"
          size="small"
          className="-ml-4.25 text-cocoa-2"
          aria-label={words.reportOf(text)}
          onClick={() => onReport(message)}
        >
          {words.report}
        </Button>
      )}
    </li>
  );
}

/** Blocks, after a question, or takes that back. */
function Block({ thread: { applicationId, state } }: { thread: Content }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const isBlocked = state === 'BLOCKED_BY_YOU';
  const change = useSingleCall(['block', applicationId], {
    mutationFn: () =>
      callProject(blockThread, { params: { applicationId }, body: { isBlocked: !isBlocked } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: messageKeys.all() });
      setIsAsking(false);
      toast.success(isBlocked ? words.unblocked : words.blocked);
    },
  });
  if (isBlocked)
    return (
      <Button variant="secondary" size="small" isBusy={change.isPending} onClick={() => change.mutate()}>
        {words.unblock}
      </Button>
    );
  return (
    <>
      <Button
        variant="plain"
        size="small"
        className="-ml-4.25 text-cocoa-2"
        onClick={() => setIsAsking(true)}
      >
        {words.block}
      </Button>
      {isAsking && (
        <Modal
          isOpen
          onClose={() => setIsAsking(false)}
          title={words.blockTitle}
          actions={
            <>
              <Button variant="danger" isBusy={change.isPending} onClick={() => change.mutate()}>
                {words.block}
              </Button>
              <Button variant="secondary" onClick={() => setIsAsking(false)}>
                {words.cancel}
              </Button>
            </>
          }
        >
          <p>{words.blockText}</p>
        </Modal>
      )}
    </>
  );
}

/** What researcher and applicant write to each other about one application. */
export function Conversation({ user, applicationId }: { user: SignedInUser; applicationId: string }) {
  const { userId, role } = user;
  const [reported, setReported] = useState<Message>();
  const query = useInfiniteQuery({
    queryKey: messageKeys.one(userId, applicationId),
    queryFn: ({ pageParam, signal }) =>
      callProject(
        readThread,
        { params: { applicationId }, query: pageParam === null ? {} : { before: String(pageParam) } },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ hasEarlier, messages }) => (hasEarlier ? messages[0]?.number : undefined),
    refetchOnWindowFocus: true,
  });
  const thread = query.data?.pages[0];
  useRead(thread, role);
  const end = useRef<HTMLDivElement>(null);
  useEndInSight(end, thread?.messages.at(-1), role);
  if (thread === undefined) {
    if (query.isError) {
      const retry = () => void query.refetch();
      return (
        <>
          <h1>{words.heading}</h1>
          <FailedState text={wordsOf(query.error)} onRetry={retry} isRetrying={query.isFetching} />
        </>
      );
    }
    return (
      <Loading label={words.loading}>
        <h1>{words.heading}</h1>
        <Skeleton className="mt-3 h-4 w-3/5" />
        <Skeleton className="mt-5 h-16 w-full" />
        <Skeleton className="mt-3 h-40 w-full" />
      </Loading>
    );
  }
  const who = nameOf[role](thread);
  const messages = query.data?.pages.toReversed().flatMap((page) => page.messages) ?? [];
  const first = query.hasNextPage ? undefined : messages.find(({ by }) => by !== role);
  const { state, study, studyId } = thread;
  return (
    <>
      <h1 className="wrap-anywhere">{who}</h1>
      <p className="wrap-anywhere">
        <Link
          className="text-link inline-flex min-h-11 items-center"
          to={role === 'RESEARCHER' ? paths.applicant(studyId, applicationId) : paths.ownStudy(studyId)}
        >
          {words.about(study)}
        </Link>
      </p>
      <div className="mt-2 mb-4 flex flex-wrap gap-x-4">
        <Link className="inline-flex min-h-11 items-center text-sm text-link" to={paths.messages}>
          {words.all}
        </Link>
        {(state === 'OPEN' || state === 'BLOCKED' || state === 'BLOCKED_BY_YOU') && <Block thread={thread} />}
      </div>
      {query.hasNextPage && (
        <Button
          className="mb-4"
          variant="secondary"
          size="small"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {words.earlier}
        </Button>
      )}
      <div role="log" aria-label={words.log}>
        {messages.length === 0 && state !== 'NOT_YET' && <p className="text-cocoa-2">{words.none}</p>}
        <ol className="flex flex-col gap-3">
          {messages.map((message) => (
            <Bubble
              key={message.number}
              message={message}
              isOwn={message.by === role}
              who={who}
              isFirst={message === first}
              onReport={setReported}
            />
          ))}
        </ol>
      </div>
      <div ref={end}>
        {state === 'OPEN' ? (
          <MessageForm thread={thread} isNew={messages.length === 0} />
        ) : (
          <p role="status" className="mt-6 rounded-card bg-gold-tint px-4 py-3 text-sm">
            {words.states[state]}
          </p>
        )}
      </div>
      {reported && (
        <ReportModal
          applicationId={applicationId}
          message={reported}
          onClose={() => setReported(undefined)}
        />
      )}
    </>
  );
}
