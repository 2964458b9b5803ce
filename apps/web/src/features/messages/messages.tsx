import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type ThreadRow, listThreads } from '@app/contracts/project/messages.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { messageWords as words } from '@app/words/messages.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { callProject } from '../../api/call.ts';
import { failureMessage } from '../../api/failure.ts';
import { messageKeys } from '../../api/keys.ts';
import { timeAgo } from '../../format/dates.ts';
import { pageMeta } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Pager, usePageNumber } from '../../ui/pager.tsx';
import { Loading, Skeleton, FailedState, EmptyState } from '../../ui/states.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { Conversation, nameOf } from './conversation.tsx';

export const meta = () => pageMeta(words.heading);
export const handle = screens.messages;

const SKELETONS = 3;

function Row({ thread, role }: { thread: ThreadRow; role: SignedInUser['role'] }) {
  const { applicationId, study, unread, last } = thread;
  return (
    <Card isMarked={unread > 0} className="max-sm:p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-lg/tight wrap-anywhere">
          <Link
            to={paths.conversation(applicationId)}
            className="-my-2.75 inline-block py-2.75 underline-offset-4 hover:text-green hover:underline"
          >
            {nameOf[role](thread)}
          </Link>
        </h2>
        {unread > 0 && <Badge>{words.unread(unread)}</Badge>}
      </div>
      <p className="mt-0.5 text-sm text-cocoa-2 wrap-anywhere">{words.about(study)}</p>
      <p className="mt-2 truncate">{last.by === role ? words.fromYou(last.text) : last.text}</p>
      <p className="mt-1 text-xs text-cocoa-3">
        <time dateTime={last.sentAt}>{timeAgo(last.sentAt)}</time>
      </p>
    </Card>
  );
}

function Threads({ user: { userId, role } }: { user: SignedInUser }) {
  const page = usePageNumber();
  const list = useQuery({
    queryKey: messageKeys.list(userId, page),
    queryFn: ({ signal }) => callProject(listThreads, { query: { page } }, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
  useHeadingFocus(page);
  if (list.data === undefined) {
    if (list.isError) {
      const retry = () => void list.refetch();
      return <FailedState text={failureMessage(list.error)} onRetry={retry} isRetrying={list.isFetching} />;
    }
    return (
      <Loading label={words.loading}>
        <div className="flex flex-col gap-4">
          {Array.from({ length: SKELETONS }, (_, at) => (
            <Card key={at}>
              <Skeleton className="h-6 w-2/5" />
              <Skeleton className="mt-3 h-4 w-3/5" />
              <Skeleton className="mt-3 h-4 w-32" />
            </Card>
          ))}
        </div>
      </Loading>
    );
  }
  const { content, number, totalPages } = list.data;
  if (content.length === 0) {
    const isResearcher = role === 'RESEARCHER';
    const action = (
      <LinkButton to={isResearcher ? paths.projects : paths.studies}>
        {isResearcher ? words.toProjects : words.toStudies}
      </LinkButton>
    );
    return <EmptyState title={words.emptyTitle} text={words.emptyText[role]} action={action} />;
  }
  return (
    <>
      <ul className="flex flex-col gap-4">
        {content.map((thread) => (
          <li key={thread.applicationId}>
            <Row thread={thread} role={role} />
          </li>
        ))}
      </ul>
      <Pager number={number} totalPages={totalPages} />
    </>
  );
}

export default function Messages() {
  const user = useUser();
  const { id } = useParams();
  if (user === null) return null;
  return (
    <div className="max-w-stage">
      {id === undefined ? (
        <>
          <h1>{words.heading}</h1>
          <p className="mt-1.5 mb-6 text-cocoa-2">{words.lead}</p>
          <Threads user={user} />
        </>
      ) : (
        <Conversation key={id} user={user} applicationId={id} />
      )}
    </div>
  );
}
