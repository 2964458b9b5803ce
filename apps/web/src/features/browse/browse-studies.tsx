import { browseMessages as words } from '@app/contracts/messages/browse.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { wordsOf } from '../../api/failure.ts';
import { paths } from '../../app/paths.ts';
import { screens } from '../../app/screens.ts';
import { useUser } from '../../app/session.ts';
import { titled } from '../../app/title.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Pager, usePageNumber } from '../../ui/pager.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { StudyCards, StudyCardsLoading } from './study-card.tsx';
import { useOpenStudies } from './use-open-studies.ts';

export const meta = () => titled(words.heading);
export const handle = screens.browseStudies;

/** Why there is nothing, and what to do about it. */
function NoStudies({ reason }: { reason: 'NOT_SET_UP' | 'NONE_FITS' | 'NO_SUCH_PAGE' }) {
  if (reason === 'NOT_SET_UP') {
    const action = <LinkButton to={paths.participantSetup}>{words.setUp}</LinkButton>;
    return <EmptyState title={words.notSetUpTitle} text={words.notSetUpText} action={action} />;
  }
  if (reason === 'NO_SUCH_PAGE') {
    const action = <LinkButton to={paths.browseStudies}>{words.firstPage}</LinkButton>;
    return <EmptyState title={words.noSuchPageTitle} text={words.noSuchPageText} action={action} />;
  }
  const action = (
    <LinkButton to={paths.studies} variant="secondary">
      {words.myStudies}
    </LinkButton>
  );
  return <EmptyState title={words.emptyTitle} text={words.emptyText} action={action} />;
}

function Studies({ user }: { user: SignedInUser }) {
  const page = usePageNumber();
  const studies = useOpenStudies({ userId: user.userId, page, isEnabled: user.hasUserInfo });
  useHeadingFocus(page);
  if (!user.hasUserInfo) return <NoStudies reason="NOT_SET_UP" />;
  if (studies.data === undefined) {
    if (!studies.isError) return <StudyCardsLoading />;
    return (
      <FailedState
        text={wordsOf(studies.error)}
        onRetry={() => void studies.refetch()}
        isRetrying={studies.isFetching}
      />
    );
  }
  const { content, number, totalPages, totalElements } = studies.data;
  if (content.length === 0) return <NoStudies reason={number > 0 ? 'NO_SUCH_PAGE' : 'NONE_FITS'} />;
  return (
    <div aria-busy={studies.isPlaceholderData} className={cx(studies.isPlaceholderData && 'opacity-60')}>
      <p className="-mt-3 mb-5 text-cocoa-2">{words.count(totalElements)}</p>
      <StudyCards studies={content} />
      <Pager number={number} totalPages={totalPages} />
    </div>
  );
}

export default function BrowseStudies() {
  const user = useUser();
  if (user === null) return null;
  return (
    <>
      <h1 className="mb-5">{words.heading}</h1>
      <Studies user={user} />
    </>
  );
}
