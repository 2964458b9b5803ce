import { applicantWords as words } from '@app/words/applicants.ts';
import { MAX_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import {
  type ApplicantCounts,
  exportApplicants,
  exportApplicantsWorkbook,
  type ApplicantFilter,
} from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useCallback, useMemo, useState, type ReactNode, useRef } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { callProject } from '../../api/call.ts';
import { CallFailed, failureMessage } from '../../api/failure.ts';
import { applicantKeys } from '../../api/keys.ts';
import { ownStudy } from '../../api/own-study.ts';
import { LoadFailed } from '../../api/load-failed.tsx';
import { saveFile } from '../../api/save-file.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { titled, useTitle } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { lazyPart, FailedState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useFirstWait } from '../../ui/use-first-wait.ts';
import { useApplicants, useCounts } from './applicant-queries.ts';
import { FilterBar, ClearFilters, NobodyApplied, NoMatch } from './filter/filter-bar.tsx';
import { isFiltered, searchWith, searchWithout, parseView } from './filter/view.ts';
import { ApplicantList } from './list/applicant-list.tsx';
import type { More } from './list/load-more.tsx';
import { LoadingApplicants } from './list/loading-applicants.tsx';
import { useNamings } from './list/use-named.ts';
import { SelectAll, useSelection } from './list/selection.tsx';
import { pageRows } from './paged.ts';
import { RecruitingPanel, useRecruitingEarly } from './recruiting/recruiting-panel.tsx';
import { StudyHead } from './study-head.tsx';
import desk from './desk.css?url';

/** What applicants have done since the list was read; the researcher's own decisions are on the screen already. */
export function describeNewApplicants(
  seen: ApplicantCounts | undefined,
  now: ApplicantCounts | undefined,
): string {
  if (!seen || !now) return '';
  const came = now.all - seen.all;
  const withdrew = now.byStatus.WITHDRAWN - seen.byStatus.WITHDRAWN;
  return [came > 0 && words.newApplicants(came), withdrew > 0 && words.withdrawn(withdrew)]
    .filter(Boolean)
    .join(', ');
}

const Review = lazyPart(async () => (await import('./review/review.tsx')).Review, <LoadingApplicants />);

export const meta = () => titled(words.heading);
export const handle = screens.studyApplicants;

/** What the counts were when this version of the list was asked for. */
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
    // Without a connection the call neither ends nor fails: it waits.
    hasFailed: list.isFetchNextPageError || list.fetchStatus === 'paused',
  };
}

interface ApplicantsProps {
  study: Study;
  counts: ApplicantCounts | undefined;
  /** They are of this visit. */
  isCounted: boolean;
  mayDecide: boolean;
}

/**
 * Keeps the meetings in the list up to date. The list has them as it was read, so they are asked for once something has
 * come in. No row moves, and what is selected or being done stays.
 */
function useMeetingsOfNow(studyId: string): void {
  const client = useQueryClient();
  useQuery({
    queryKey: applicantKeys.meetings(studyId),
    queryFn: async ({ signal }) => (await import('./show-meetings.ts')).showMeetings(client, studyId, signal),
    initialData: null,
    staleTime: Infinity,
    gcTime: 0,
  });
}

function Applicants({ study, counts, isCounted, mayDecide }: ApplicantsProps) {
  const [search] = useSearchParams();
  const view = parseView(search);
  const [round, setRound] = useState(0);
  const asked = round + useNamings();
  const version = JSON.stringify([view.filter, view.sort, asked]);
  const list = useApplicants(study.id, view, asked);
  const news = describeNewApplicants(useSeen(isCounted ? counts : undefined, version), counts);
  useMeetingsOfNow(study.id);
  const { fetchNextPage } = list;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const isNarrowed = isFiltered(view.filter);
  const pages = list.data?.pages;
  const rows = useMemo(() => pageRows(pages ?? []), [pages]);
  const selection = useSelection(rows, version);
  const total = pages?.at(-1)?.totalElements;
  const isAwaited = useFirstWait(pages === undefined && !list.isError);
  const showNews = () => setRound(round + 1);
  const more = list.hasNextPage && !list.isPlaceholderData ? remainingRows(list, loadMore) : undefined;

  if (counts?.all === 0 || (total === 0 && !isNarrowed)) {
    return (
      <>
        {news && <ResultLine text="" news={news} onShowNews={showNews} />}
        <NobodyApplied study={study} />
      </>
    );
  }

  function results() {
    if (pages === undefined) {
      if (!list.isError) return <LoadingApplicants />;
      if (list.error instanceof CallFailed && list.error.code === 'TOO_MANY_TO_SEARCH') {
        return (
          <NoMatch
            title={words.tooManyTitle}
            text={words.tooManyText}
            label={words.clearName}
            search={searchWith(search, { name: undefined })}
          />
        );
      }
      const retry = () => void list.refetch();
      return <FailedState text={failureMessage(list.error)} onRetry={retry} isRetrying={list.isFetching} />;
    }
    if (view.isReview) {
      // Nobody is reviewed on an old row, which the answer on its way would remove.
      if (list.isPlaceholderData || (list.dataUpdatedAt === 0 && list.isFetching))
        return <LoadingApplicants />;
      const first = pages[0]?.totalElements ?? 0;
      return <Review {...{ study, rows, more, mayDecide }} total={Math.max(first, rows.length)} />;
    }
    if (total === 0) {
      return (
        <NoMatch
          title={words.noneMatchTitle}
          text={words.noneMatchText}
          label={words.clearFilters}
          search={searchWithout(search)}
        />
      );
    }
    return (
      <ApplicantList
        {...{ study, rows, selection, mayDecide, more }}
        sort={view.sort}
        isOld={list.isPlaceholderData}
      />
    );
  }
  // What stands above the list comes with it: nothing is pushed away under a finger.
  if (view.isReview || isAwaited) return results();

  const all = counts?.all ?? total ?? 0;
  const text = isNarrowed ? words.matching(total ?? 0, all) : words.count(total ?? all);
  return (
    <>
      <FilterBar counts={counts} study={study} />
      {/* On a desk it lies in the head of the table, unless the filters have something to say. */}
      <div
        className={cx(
          'applicants-tools flex flex-wrap items-center justify-between gap-x-4',
          isNarrowed && 'is-narrowed',
        )}
      >
        {mayDecide && selection.selectableCount > 0 && total !== 0 && <SelectAll selection={selection} />}
        <ResultLine text={total === undefined ? '' : text} news={news} onShowNews={showNews}>
          {isNarrowed && <ClearFilters search={searchWithout(search)} />}
        </ResultLine>
      </div>
      {results()}
    </>
  );
}

interface ExportChoiceProps {
  studyId: string;
  endpoint: typeof exportApplicants | typeof exportApplicantsWorkbook;
  filter: ApplicantFilter;
  label: string;
  onSaved: () => void;
}

function ExportChoice({ studyId, endpoint, filter, label, onSaved }: ExportChoiceProps) {
  const saving = useSingleCall([endpoint.path], {
    mutationFn: () => callProject(endpoint, { params: { id: studyId }, query: filter }),
    onSuccess(file) {
      saveFile(file);
      onSaved();
      toast.success(words.exported);
    },
  });
  return (
    <Button variant="plain" size="small" isBusy={saving.isPending} onClick={() => saving.mutate()}>
      {label}
    </Button>
  );
}

/** What is done with the list as a whole; where somebody waits, that first. */
function Actions({ study, pending }: { study: Study; pending: number }) {
  const [search] = useSearchParams();
  const { filter } = parseView(search);
  const { status: _, ...others } = filter;
  return (
    <div className="flex flex-wrap gap-2">
      {pending > 0 && (
        <LinkButton
          to={{ search: searchWith(search, { review: 'true' }) }}
          preventScrollReset
          size="small"
          className="max-sm:grow"
        >
          {isFiltered(others) ? words.reviewMatching : words.review(pending)}
        </LinkButton>
      )}
      <MoreMenu isNamed label={isFiltered(filter) ? words.exportMatching : words.export} className="ml-auto">
        {(close) =>
          (
            [
              [exportApplicants, words.asCsv],
              [exportApplicantsWorkbook, words.asWorkbook],
            ] as const
          ).map(([endpoint, label]) => (
            <ExportChoice key={label} studyId={study.id} onSaved={close} {...{ endpoint, filter, label }} />
          ))
        }
      </MoreMenu>
    </div>
  );
}

/** For a researcher whose company is not verified, or not any more. */
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
  useRecruitingEarly();
  const isUnknown = study.data === undefined && !study.isError;
  const isAwaited = useFirstWait(counting.isLoading || isUnknown);
  const listed = isAwaited || isReview || counts?.all === 0 ? undefined : study.data;
  return (
    // What came is drawn anew, so nothing that stood there moves.
    <Fragment key={String(isAwaited)}>
      <StudyHead
        study={isAwaited ? undefined : study.data}
        counts={counts}
        mayDecide={mayDecide}
        actions={
          listed && <Actions study={listed} pending={mayDecide && counts ? counts.byStatus.PENDING : 0} />
        }
      >
        {listed && <RecruitingPanel counts={counts} />}
      </StudyHead>
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

/** Who applied to a study: the list, what it narrows to, and what is decided on it. */
export default function StudyApplicants() {
  const { id = '' } = useParams();
  return (
    <>
      {/* Read before the page is shown; the browser's own router asks for no style sheet of a route. */}
      <link rel="stylesheet" href={desk} precedence="page" />
      <StudyPage key={id} id={id} />
    </>
  );
}

interface ResultLineProps {
  text: string;
  news: string;
  onShowNews: () => void;
  children?: ReactNode;
}

/** How many there are, and who has come since. Its height is kept free, so that nothing below moves when it speaks up. */
function ResultLine({ text, news, onShowNews, children }: ResultLineProps) {
  const line = useRef<HTMLParagraphElement>(null);
  function show() {
    // The button goes with what it offered.
    line.current?.focus();
    onShowNews();
  }
  return (
    <div className="ml-auto flex min-h-11 flex-wrap items-center justify-end gap-x-3">
      {/* Of all, it stands above already where there is little room. */}
      <p
        ref={line}
        tabIndex={-1}
        role="status"
        className={cx('figures text-sm text-cocoa-2 focus:unmarked', !children && 'max-sm:sr-only')}
      >
        {text}
      </p>
      {children}
      <div role="status" className="shrink-0 empty:-ml-3">
        {news && (
          <Button variant="quiet" size="small" onClick={show}>
            {words.showNews(news)}
          </Button>
        )}
      </div>
    </div>
  );
}
