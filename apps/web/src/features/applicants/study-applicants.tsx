import { applicantWords as words } from '@app/words/applicants.ts';
import { MAX_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import type { ApplicantCounts, ApplicantFilter } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useCallback, useMemo, useState, type ComponentProps } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { CallFailed, failureMessage } from '../../api/failure.ts';
import { applicantKeys } from '../../api/keys.ts';
import { ownStudy } from '../../api/own-study.ts';
import { LoadFailed } from '../../api/load-failed.tsx';
import { pageMeta, useTitle } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart, FailedState } from '../../ui/states.tsx';
import { useFirstWait } from '../../ui/use-first-wait.ts';
import { useApplicants, useCounts } from './applicant-queries.ts';
import { hasSurvey } from './decide/decision-rules.ts';
import { FilterBar } from './filter/filter-bar.tsx';
import { ClearFilters, NoMatch } from './filter/no-match.tsx';
import { hasApplicantFilter, changeApplicantSearch, searchWithout, parseView } from './filter/view.ts';
import { ApplicantList } from './list/applicant-list.tsx';
import type { More } from './list/load-more.tsx';
import { LoadingApplicants } from './list/loading-applicants.tsx';
import { useNamedApplicantCount } from './list/use-names.ts';
import { SelectAll, useSelection } from './list/selection.tsx';
import { pageRows } from './pagination.ts';
import { RecruitingPanel, usePreloadedRecruiting } from './recruiting/recruiting-panel.tsx';
import { ApplicantsHead } from './study-head.tsx';
import desk from './wide-screen.css?url';
import { ListActions } from './list-actions.tsx';
import { ResultLine } from './result-line.tsx';

/** If a survey is decided, its status changes but this count does not. */
const countSubmitted = ({ bySubmission = {} }: ApplicantCounts) =>
  (['SUBMITTED', 'APPROVED', 'REJECTED', 'REJECTION_REQUESTED'] as const).reduce(
    (sum, status) => sum + (bySubmission[status] ?? 0),
    0,
  );

export function describeNewApplicants(
  seen: ApplicantCounts | undefined,
  now: ApplicantCounts | undefined,
  { submission }: ApplicantFilter = {},
): string {
  if (!seen || !now) return '';
  const submitted = countSubmitted(now) - countSubmitted(seen);
  const surveys = submitted > 0 && words.newSurveys(submitted);
  if (submission === 'SUBMITTED') return surveys || '';
  const came = now.all - seen.all;
  const withdrew = now.byStatus.WITHDRAWN - seen.byStatus.WITHDRAWN;
  return [came > 0 && words.newApplicants(came), withdrew > 0 && words.withdrawn(withdrew), surveys]
    .filter(Boolean)
    .join(', ');
}

const NobodyApplied = lazyPart(
  async () => (await import('./filter/nobody-applied.tsx')).NobodyApplied,
  <LoadingApplicants />,
);
const Review = lazyPart(async () => (await import('./review/review.tsx')).Review, <LoadingApplicants />);

export const meta = () => pageMeta(words.heading);
export const handle = screens.studyApplicants;

function useSeen(counts: ApplicantCounts | undefined, version: string): ApplicantCounts | undefined {
  const [seen, setSeen] = useState<{ version: string; counts: ApplicantCounts }>();
  if (counts && seen?.version !== version) setSeen({ version, counts });
  return seen?.version === version ? seen.counts : undefined;
}

function remainingRows(list: ReturnType<typeof useApplicants>, onLoad: () => void): More {
  const { pages = [] } = list.data ?? {};
  const left = (pages.at(-1)?.totalElements ?? 0) - pageRows(pages).length;
  return {
    count: Math.max(1, Math.min(MAX_PAGE_SIZE, left)),
    onLoad,
    isLoading: list.isFetchingNextPage,
    // If there is no connection, the query is paused. This counts as a failure here.
    hasFailed: list.isFetchNextPageError || list.fetchStatus === 'paused',
  };
}

interface ApplicantsProps {
  study: Study;
  counts: ApplicantCounts | undefined;
  isCounted: boolean;
  mayDecide: boolean;
}

function useMeetingsOfNow({ id: studyId, survey }: Study): void {
  const client = useQueryClient();
  useQuery({
    queryKey: applicantKeys.meetings(studyId),
    queryFn: async ({ signal }) => (await import('./show-meetings.ts')).showMeetings(client, studyId, signal),
    initialData: null,
    enabled: !survey,
    staleTime: Infinity,
    gcTime: 0,
  });
}

const isOnlySubmitted = ({ submission, ...others }: ApplicantFilter) =>
  submission === 'SUBMITTED' && !hasApplicantFilter(others);

interface ApplicantResultsProps {
  study: Study;
  view: ReturnType<typeof parseView>;
  list: ReturnType<typeof useApplicants>;
  rows: ComponentProps<typeof ApplicantList>['rows'];
  selection: ReturnType<typeof useSelection>;
  mayDecide: boolean;
  more: More | undefined;
}

function ApplicantResults(props: ApplicantResultsProps) {
  const { study, view, list, rows, selection, mayDecide, more } = props;
  const [search] = useSearchParams();
  const pages = list.data?.pages;
  if (pages === undefined) {
    if (!list.isError) return <LoadingApplicants />;
    if (list.error instanceof CallFailed && list.error.code === 'TOO_MANY_TO_SEARCH') {
      return (
        <NoMatch
          title={words.tooManyTitle}
          text={words.tooManyText}
          label={words.clearName}
          search={changeApplicantSearch(search, { name: undefined })}
        />
      );
    }
    const retry = () => void list.refetch();
    return <FailedState text={failureMessage(list.error)} onRetry={retry} isRetrying={list.isFetching} />;
  }
  if (view.isReview) {
    // Rows of the view before are still shown. A review must not start with one of them.
    if (list.isPlaceholderData || (list.dataUpdatedAt === 0 && list.isFetching)) return <LoadingApplicants />;
    const first = pages[0]?.totalElements ?? 0;
    // An applicant with a late survey is still pending, but is decided in the list.
    const reviewed = rows.filter((row) => !hasSurvey(row));
    const total = Math.max(first, rows.length) - (rows.length - reviewed.length);
    return <Review {...{ study, more, mayDecide, total }} rows={reviewed} />;
  }
  if (pages.at(-1)?.totalElements === 0) {
    return (
      <NoMatch
        title={isOnlySubmitted(view.filter) ? words.noSurveysTitle : words.noneMatchTitle}
        text={isOnlySubmitted(view.filter) ? words.noSurveysText : words.noneMatchText}
        label={words.clearFilters}
        search={searchWithout(search)}
      />
    );
  }
  return (
    <ApplicantList {...{ study, rows, selection, mayDecide, more, view }} isOld={list.isPlaceholderData} />
  );
}

function Applicants({ study, counts, isCounted, mayDecide }: ApplicantsProps) {
  const [search] = useSearchParams();
  const view = parseView(search);
  const [round, setRound] = useState(0);
  const asked = round + useNamedApplicantCount();
  const version = JSON.stringify([view.filter, view.sort, asked]);
  const list = useApplicants(study.id, view, asked);
  const updates = describeNewApplicants(
    useSeen(isCounted ? counts : undefined, version),
    counts,
    view.filter,
  );
  useMeetingsOfNow(study);
  const { fetchNextPage } = list;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const isNarrowed = hasApplicantFilter(view.filter);
  const pages = list.data?.pages;
  const rows = useMemo(() => pageRows(pages ?? []), [pages]);
  const selection = useSelection(rows, version);
  const total = pages?.at(-1)?.totalElements;
  const isAwaited = useFirstWait(pages === undefined && !list.isError);
  const showUpdates = () => setRound(round + 1);
  const more = list.hasNextPage && !list.isPlaceholderData ? remainingRows(list, loadMore) : undefined;

  if (counts?.all === 0 || (total === 0 && !isNarrowed)) {
    return (
      <>
        {updates && <ResultLine text="" updates={updates} onShowUpdates={showUpdates} />}
        <NobodyApplied study={study} />
      </>
    );
  }

  const results = <ApplicantResults {...{ study, view, list, rows, selection, mayDecide, more }} />;
  // The list waits for everything above it, so that it does not move under a finger.
  if (view.isReview || isAwaited) return results;

  const all = counts?.all ?? total ?? 0;
  const text = isNarrowed ? words.matching(total ?? 0, all) : words.count(total ?? all);
  return (
    <>
      <FilterBar counts={counts} study={study} />
      {/* On wide screens, the table head shows this, unless there is a message about the filters. */}
      <div
        className={cx(
          'applicants-tools flex flex-wrap items-center justify-between gap-x-4',
          isNarrowed && 'is-narrowed',
        )}
      >
        {mayDecide && selection.selectableCount > 0 && total !== 0 && <SelectAll selection={selection} />}
        <ResultLine text={total === undefined ? '' : text} updates={updates} onShowUpdates={showUpdates}>
          {isNarrowed && <ClearFilters search={searchWithout(search)} />}
        </ResultLine>
      </div>
      {results}
    </>
  );
}

function MayNotDecide() {
  const user = useUser();
  if (user === null || user.adminVerificationStatus === 'VERIFIED') return null;
  const isWaiting = user.adminVerificationStatus === 'PENDING';
  return (
    <Banner
      tone="info"
      className="mb-6"
      title={words.mayNotDecideTitle}
      action={
        !isWaiting && (
          <LinkButton variant="secondary" size="small" to={paths.kyc}>
            {words.toVerification}
          </LinkButton>
        )
      }
    >
      {words.mayNotDecideText}
    </Banner>
  );
}

function StudyPage({ id }: { id: string }) {
  const study = useQuery(ownStudy(id));
  useTitle(words.heading, study.data?.name);
  const counting = useCounts(id);
  const { data: counts, dataUpdatedAt: countedAt } = counting;
  const [search] = useSearchParams();
  const { isReview } = parseView(search);
  const mayDecide = useUser()?.adminVerificationStatus === 'VERIFIED';
  usePreloadedRecruiting();
  const isUnknown = study.data === undefined && !study.isError;
  const isAwaited = useFirstWait(counting.isLoading || isUnknown);
  const listed = isAwaited || isReview || counts?.all === 0 ? undefined : study.data;
  return (
    // With a new key, React replaces the placeholder at once, so that nothing moves.
    <Fragment key={String(isAwaited)}>
      <ApplicantsHead
        study={isAwaited ? undefined : study.data}
        counts={counts}
        mayDecide={mayDecide}
        actions={
          listed && <ListActions study={listed} pending={mayDecide && counts ? counts.byStatus.PENDING : 0} />
        }
      >
        {listed && <RecruitingPanel counts={counts} />}
      </ApplicantsHead>
      <MayNotDecide />
      {study.data && !isAwaited && (
        <Applicants {...{ study: study.data, counts, mayDecide }} isCounted={countedAt > 0} />
      )}
      {(isAwaited || isUnknown) && <LoadingApplicants />}
      {study.data === undefined && study.isError && (
        <LoadFailed
          error={study.error}
          onRetry={() => void study.refetch()}
          isRetrying={study.isFetching}
          leave={{ to: paths.projects, label: words.goToList }}
        />
      )}
    </Fragment>
  );
}

export default function StudyApplicants() {
  const { id = '' } = useParams();
  return (
    <>
      {/* React loads this before showing the page; the router requests no style sheet for a route. */}
      <link rel="stylesheet" href={desk} precedence="page" />
      <StudyPage key={id} id={id} />
    </>
  );
}
