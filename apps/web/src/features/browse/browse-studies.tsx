import { browseMessages as words } from '@app/words/browse.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { Link, useSearchParams } from 'react-router';
import { CallFailed, wordsOf } from '../../api/failure.ts';
import { titled } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { buttonClass } from '../../ui/button-look.ts';
import { cx } from '../../ui/cx.ts';
import { FailedState } from '../../ui/failed-state.tsx';
import { Pager, usePageNumber } from '../../ui/pager.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { FilterBar, focusOnFilters } from './filter-bar.tsx';
import { filtersOf, isFiltered } from './filters.ts';
import { NoStudies } from './no-studies.tsx';
import { StudyCards, StudyCardsLoading } from './study-card.tsx';
import { useOpenStudies } from './use-open-studies.ts';

export const meta = () => titled(words.heading);
export const handle = screens.browseStudies;

function ClearFilters() {
  return (
    <Link
      to={{ search: '' }}
      preventScrollReset
      onClick={focusOnFilters}
      className={buttonClass({ variant: 'quiet', size: 'small', className: 'shrink-0' })}
    >
      {words.clearFilters}
    </Link>
  );
}

interface StudiesProps {
  list: ReturnType<typeof useOpenStudies>;
  page: number;
  isNarrowed: boolean;
  isSetUp: boolean;
}

function Studies({ list: { studies, reading }, page, isNarrowed, isSetUp }: StudiesProps) {
  const { data, error } = studies;
  if (data === undefined) {
    if (error === null) return <StudyCardsLoading />;
    // Of what the address asks for, only a page can be one that the call does not know.
    if (error instanceof CallFailed && error.code === 'INVALID_INPUT')
      return <NoStudies reason="NO_SUCH_PAGE" />;
    return (
      <FailedState
        text={wordsOf(error)}
        onRetry={() => void studies.refetch()}
        isRetrying={studies.isFetching}
      />
    );
  }
  if (data.content.length === 0) {
    if (data.number > 0) return <NoStudies reason="NO_SUCH_PAGE" />;
    if (isSetUp) return <NoStudies reason={isNarrowed ? 'NONE_MATCHES' : 'NONE_FITS'} />;
    return <NoStudies reason={isNarrowed ? 'NONE_OPEN_MATCHES' : 'NONE_OPEN'} />;
  }
  return (
    <div aria-busy={studies.isPlaceholderData} className={cx(studies.isPlaceholderData && 'opacity-60')}>
      <StudyCards studies={data.content} isSetUp={isSetUp} />
      <Pager number={page} totalPages={data.totalPages} state={reading} />
    </div>
  );
}

function List({ user: { userId, hasUserInfo: isSetUp } }: { user: SignedInUser }) {
  const count = isSetUp ? words.count : words.countOpen;
  const page = usePageNumber();
  const [search] = useSearchParams();
  const filters = filtersOf(search);
  const isNarrowed = isFiltered(filters);
  const list = useOpenStudies({ userId, page, filters, isSetUp });
  useHeadingFocus(page);
  const found = list.studies.data?.totalElements;
  return (
    <>
      <FilterBar filters={filters} />
      <div
        className={
          found === 0 ? 'sr-only' : 'mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4'
        }
      >
        <p role="status" className="text-cocoa-2">
          {found !== undefined && (isNarrowed ? words.countMatching(found) : count(found))}
        </p>
        {isNarrowed && found !== 0 && <ClearFilters />}
      </div>
      <Studies list={list} page={page} isNarrowed={isNarrowed} isSetUp={isSetUp} />
    </>
  );
}

export default function BrowseStudies() {
  const user = useUser();
  if (user === null) return null;
  return (
    <>
      <h1 className="mb-4">{words.heading}</h1>
      {user.isMatched ? <List user={user} /> : <NoStudies reason="NOT_MATCHED" />}
    </>
  );
}
