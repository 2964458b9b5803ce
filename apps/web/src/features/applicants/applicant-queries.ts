import { MAX_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import { countApplicants, listApplicants, type Applicant } from '@app/contracts/project/applicants.ts';
import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { applicantKeys } from '../../api/keys.ts';
import { lastKnownData } from '../../api/last-known.ts';
import type { ApplicantsView } from './filter/view.ts';
import { type LoadedApplicants, nextPage, changeLoadedRows } from './pagination.ts';

export function useCounts(studyId: string) {
  const queryKey = applicantKeys.counts(studyId);
  return useQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ signal }) => callProject(countApplicants, { params: { id: studyId } }, signal),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    // Counts of an earlier visit would announce people who are already in the new list.
    gcTime: 0,
  });
}

/** New applicants are announced and not inserted, so that no row moves under the pointer. */
export function useApplicants(studyId: string, { filter, sort }: ApplicantsView, round: number) {
  const queryKey = applicantKeys.list(studyId, filter, sort, round);
  return useInfiniteQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, sort, page: pageParam, size: MAX_PAGE_SIZE };
      return callProject(listApplicants, { params: { id: studyId }, query }, signal);
    },
    initialPageParam: 0,
    getNextPageParam: (_, pages) => nextPage(pages, filter),
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => (state.dataUpdatedAt === 0 ? 0 : 'static'),
    gcTime: 0,
  });
}

export function changeLists(
  client: QueryClient,
  studyId: string,
  change: (loaded: LoadedApplicants) => LoadedApplicants,
): void {
  const queryKey = applicantKeys.list(studyId);
  const show = () => {
    for (const [key, loaded] of client.getQueriesData<LoadedApplicants>({ queryKey })) {
      // The old time is kept, so that an outdated list is still read again.
      const updatedAt = client.getQueryState(key)?.dataUpdatedAt ?? 0;
      if (loaded) client.setQueryData(key, change(loaded), { updatedAt });
    }
  };
  show();
  // A running request may have read the list before the change, so the change is shown again after it.
  for (const { promise } of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
    promise?.then(show, () => undefined);
}

export function changeRows(
  client: QueryClient,
  studyId: string,
  changes: ReadonlyMap<string, (row: Applicant) => Applicant>,
): void {
  if (changes.size > 0) changeLists(client, studyId, (loaded) => changeLoadedRows(loaded, changes));
}

export function refetchCounts(client: QueryClient, studyId: string): void {
  void client.invalidateQueries({ queryKey: applicantKeys.counts(studyId) });
  void client.invalidateQueries({ queryKey: applicantKeys.study(studyId) });
  void client.invalidateQueries({ queryKey: applicantKeys.submissions(studyId) });
}
