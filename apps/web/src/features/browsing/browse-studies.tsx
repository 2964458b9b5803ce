import { browseWords as words } from '@app/words/browsing.ts';
import { type ReplyOf, DEFAULT_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type StudyCard as Study, browseStudies } from '@app/contracts/project/browsing.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useSearchParams, useLocation } from 'react-router';
import { callProject } from '../../api/call.ts';
import { CallFailed, failureMessage } from '../../api/failure.ts';
import { studyKeys } from '../../api/keys.ts';
import { lastKnownData } from '../../api/last-known.ts';
import { StudyCard } from '../../product/study-card.tsx';
import { pageMeta } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart, Loading, Skeleton, FailedState, EmptyState } from '../../ui/states.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { LinkButton, buttonClass } from '../../ui/button.tsx';
import { Pager, usePageNumber } from '../../ui/pager.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { useSearchChange } from '../../ui/use-search-change.ts';
import {
  type Filters,
  deviceChoices,
  lengthChoices,
  payChoices,
  parseFilters,
  hasBrowseFilter,
  changeBrowseSearch,
} from './browse-filters.ts';

export const meta = () => pageMeta(words.heading);
export const handle = screens.browseStudies;

const FIRST = 'device-filter';

const focusOnFilters = () => document.getElementById(FIRST)?.focus();

function FilterBar({ filters }: { filters: Filters }) {
  const [, change] = useSearchChange();
  const choose = (name: keyof Filters) => (value: string) =>
    change((search) => changeBrowseSearch(search, name, value));
  return (
    <search className="mb-4 grid max-w-stage grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2 sm:gap-4">
      <FilterSelect
        id={FIRST}
        label={words.device}
        any={words.anyDevice}
        options={deviceChoices}
        value={filters.device ?? ''}
        onChange={choose('device')}
      />
      <FilterSelect
        label={words.length}
        any={words.anyLength}
        options={lengthChoices}
        value={filters.maxDurationInMinutes ?? ''}
        onChange={choose('maxDurationInMinutes')}
      />
      <FilterSelect
        label={words.pay}
        any={words.anyPay}
        options={payChoices}
        value={filters.pay ?? ''}
        onChange={choose('pay')}
      />
    </search>
  );
}

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

type PageOf = ReplyOf<typeof browseStudies>;
type ListKey = readonly unknown[] | undefined;

/** The last part of a key contains the filters, `page` and `publishedUntil`. */
function isSameList(one: ListKey, other: ListKey): boolean {
  const filters = (key: ListKey) =>
    JSON.stringify({ ...(key?.at(-1) as object), page: 0, publishedUntil: '' });
  return filters(one) === filters(other);
}

interface Reading {
  publishedUntil?: string | undefined;
}

/**
 * Ten studies per page are shown until the server answers (S-403). Later pages leave out studies that opened
 * after the first read, so that nothing moves.
 */
function useOpenStudies({
  userId,
  page,
  filters,
  isSetUp,
}: {
  userId: string;
  page: number;
  filters: Filters;
  isSetUp: boolean;
}) {
  const { state } = useLocation();
  const publishedUntil = page === 0 ? undefined : (state as Reading | null)?.publishedUntil;
  const size = useRef(DEFAULT_PAGE_SIZE);
  const queryKey = studyKeys.open(userId, { page, publishedUntil, isSetUp, ...filters });
  const studies = useQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: async ({ signal }) => {
      const query = { page, size: size.current, publishedUntil, ...filters };
      const found = await callProject(browseStudies, { query }, signal);
      size.current = found.size;
      return found;
    },
    // Studies of another filter would be wrong here. An empty page must say why it is empty.
    placeholderData: (before: PageOf | undefined, query) =>
      before?.content.length && isSameList(query?.queryKey, queryKey) ? before : undefined,
  });
  // If the best-paid study comes first, the first one is not the newest.
  const newest = filters.pay === 'HIGHEST' ? undefined : studies.data?.content[0]?.publishedAt;
  const reading: Reading = {
    publishedUntil: page === 0 && !studies.isPlaceholderData ? newest : publishedUntil,
  };
  return { studies, reading };
}

interface StudiesProps {
  list: ReturnType<typeof useOpenStudies>;
  page: number;
  isNarrowed: boolean;
  isSetUp: boolean;
}

type Reason = keyof typeof words.nothing;

function Act({ reason }: { reason: Reason }) {
  const [search] = useSearchParams();
  if (reason === 'NONE_OPEN') return null;
  if (reason === 'NO_SUCH_PAGE') {
    const first = new URLSearchParams(search);
    first.delete('page');
    return <LinkButton to={{ search: first.toString() }}>{words.firstPage}</LinkButton>;
  }
  if (reason === 'NONE_MATCHES' || reason === 'NONE_OPEN_MATCHES') {
    return (
      <LinkButton to={{ search: '' }} onClick={focusOnFilters}>
        {words.clearFilters}
      </LinkButton>
    );
  }
  if (reason === 'NOT_MATCHED') {
    return <LinkButton to={`${paths.accounts}#agreements`}>{words.toMatching}</LinkButton>;
  }
  return (
    <LinkButton to={paths.accounts} variant="secondary">
      {words.profile}
    </LinkButton>
  );
}

function NoStudies({ reason }: { reason: Reason }) {
  const [title, text] = words.nothing[reason];
  return <EmptyState title={title} text={text} action={<Act reason={reason} />} />;
}

const gridClass = 'grid gap-3 sm:gap-4 lg:grid-cols-2';

/** People without a set-up come to it first if they apply (S-404). */
function StudyCards({ studies, isSetUp }: { studies: readonly Study[]; isSetUp: boolean }) {
  return (
    <ul className={gridClass}>
      {studies.map((study) => (
        <li key={study.id} className="min-w-0">
          <StudyCard
            {...study}
            to={(isSetUp ? paths.studyApply : paths.studyLook)(study.id)}
            places={{ left: study.placesLeft, all: study.desiredNumberOfParticipants }}
            action={
              <LinkButton to={paths.studyApply(study.id)} variant="secondary" size="small">
                <span>
                  {words.apply}
                  <span className="sr-only">{words.applyTo(study.publicName)}</span>
                </span>
              </LinkButton>
            }
          />
        </li>
      ))}
    </ul>
  );
}

const SKELETONS = 4;

function StudyCardsLoading() {
  return (
    <Loading label={words.loading}>
      <div className={gridClass}>
        {Array.from({ length: SKELETONS }, (_, at) => (
          <Card key={at} className="max-sm:p-4">
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="mt-2 h-5 w-3/5" />
            <Skeleton className="mt-3 h-10 w-full max-sm:hidden" />
            <div className="mt-3 flex items-end justify-between gap-4">
              <Skeleton className="h-9 w-1/2" />
              <Skeleton className="h-11 w-20" />
            </div>
          </Card>
        ))}
      </div>
    </Loading>
  );
}

function Studies({ list: { studies, reading }, page, isNarrowed, isSetUp }: StudiesProps) {
  const { data, error } = studies;
  if (data === undefined) {
    if (error === null) return <StudyCardsLoading />;
    if (error instanceof CallFailed && error.code === 'INVALID_INPUT')
      return <NoStudies reason="NO_SUCH_PAGE" />;
    return (
      <FailedState
        text={failureMessage(error)}
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
  const filters = parseFilters(search);
  const isNarrowed = hasBrowseFilter(filters);
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

const LanguagesCard = lazyPart(
  async () => (await import('./languages-card.tsx')).LanguagesCard,
  <Skeleton className="mb-4 h-48 w-full" />,
);

export default function BrowseStudies() {
  const user = useUser();
  if (user === null) return null;
  return (
    <>
      <h1 className="mb-4">{words.heading}</h1>
      {user.isMatched && user.lacksLanguages && <LanguagesCard user={user} />}
      {user.isMatched ? <List user={user} /> : <NoStudies reason="NOT_MATCHED" />}
    </>
  );
}
