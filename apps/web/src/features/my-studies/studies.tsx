import { myStudiesMessages as words } from '@app/words/my-studies.ts';
import { wordsOf } from '../../api/failure.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { titled } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Pager, usePageNumber } from '../../ui/pager.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { ApplicationCard, ApplicationsLoading } from './application-card.tsx';
import { ComingUp } from './coming-up.tsx';
import { LiveChanges } from './live-changes.tsx';
import { useNamed } from './use-named.ts';
import { useApplications } from './use-applications.ts';

export const meta = () => titled(words.heading);
export const handle = screens.studies;

function Applications({ userId }: { userId: string }) {
  const page = usePageNumber();
  const list = useApplications(userId, page);
  useHeadingFocus(page);
  useNamed(list.isPlaceholderData ? undefined : list.data);
  if (list.data === undefined) {
    if (!list.isError) return <ApplicationsLoading />;
    const retry = () => void list.refetch();
    return <FailedState text={wordsOf(list.error)} onRetry={retry} isRetrying={list.isFetching} />;
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
  return (
    <div aria-busy={list.isPlaceholderData} className={cx(list.isPlaceholderData && 'opacity-60')}>
      <ul className="flex flex-col gap-4">
        {content.map((application) => (
          <li key={application.id} id={application.study.id} className="scroll-mt-6">
            <ApplicationCard application={application} />
          </li>
        ))}
      </ul>
      <Pager number={number} totalPages={totalPages} />
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
      <ComingUp userId={user.userId} />
      <Applications userId={user.userId} />
    </div>
  );
}
