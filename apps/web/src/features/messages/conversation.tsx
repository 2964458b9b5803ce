import type { SignedInUser } from '@app/contracts/identity/person.ts';
import {
  type Message,
  type Thread as Content,
  markThread,
  readThread,
} from '@app/contracts/project/messages.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { messageWords as words } from '@app/words/messages.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useEndInSight } from './use-end-in-sight.ts';
import { Link } from 'react-router';
import { callProject } from '../../api/call.ts';
import { failureMessage } from '../../api/failure.ts';
import { applicationKey, messageKeys } from '../../api/keys.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart, Loading, Skeleton, FailedState } from '../../ui/states.tsx';
import type { Role } from '@app/contracts/enumerations.ts';
import { MessageForm } from './message-form.tsx';
import { Block } from './block-person.tsx';
import { Bubble } from './message-bubble.tsx';

type Named = Pick<Content, 'participant' | 'companyName' | 'state'>;

export const nameOf: Record<Role, (thread: Named) => string> = {
  RESEARCHER: ({ participant }) =>
    participant === null ? words.somebodyLeft : `${participant.firstName} ${participant.lastName}`.trim(),
  PARTICIPANT: ({ companyName, state }) =>
    state === 'LEFT' ? words.somebodyLeft : (companyName ?? words.researcher),
};

const ReportMessageModal = lazyPart(async () => (await import('./report-modal.tsx')).ReportMessageModal);

const watchVisibility = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

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

function useThread(userId: string, applicationId: string) {
  return useInfiniteQuery({
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
}

function ThreadMissing({ query }: { query: ReturnType<typeof useThread> }) {
  if (query.isError) {
    const retry = () => void query.refetch();
    return (
      <>
        <h1>{words.heading}</h1>
        <FailedState text={failureMessage(query.error)} onRetry={retry} isRetrying={query.isFetching} />
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

function ConversationHead({ thread, role }: { thread: Content; role: Role }) {
  const { applicationId, state, study, studyId } = thread;
  return (
    <>
      <h1 className="wrap-anywhere">{nameOf[role](thread)}</h1>
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
    </>
  );
}

export function Conversation({ user, applicationId }: { user: SignedInUser; applicationId: string }) {
  const { userId, role } = user;
  const [reported, setReported] = useState<Message>();
  const query = useThread(userId, applicationId);
  const thread = query.data?.pages[0];
  useRead(thread, role);
  const end = useRef<HTMLDivElement>(null);
  useEndInSight(end, thread?.messages.at(-1), role);
  if (thread === undefined) return <ThreadMissing query={query} />;
  const who = nameOf[role](thread);
  const messages = query.data?.pages.toReversed().flatMap((page) => page.messages) ?? [];
  const first = query.hasNextPage ? undefined : messages.find(({ by }) => by !== role);
  const { state } = thread;
  return (
    <>
      <ConversationHead thread={thread} role={role} />
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
        <ReportMessageModal
          applicationId={applicationId}
          message={reported}
          onClose={() => setReported(undefined)}
        />
      )}
    </>
  );
}
