import { MAX_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import { countApplicants, listApplicants, type Applicant } from '@app/contracts/project/applicants.ts';
import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { applicantKeys } from '../../api/keys.ts';
import { lastKnown } from '../../api/last-known.ts';
import type { View } from './filter/view.ts';
import { type Loaded, nextPage, withChanged } from './paged.ts';

/** Asked again whenever something has come in (see useUnreadEvents), and whenever the page is looked at again. */
export function useCounts(studyId: string) {
  const queryKey = applicantKeys.counts(studyId);
  return useQuery({
    queryKey,
    // At once, as what stands below the numbers would move when they come.
    ...lastKnown(queryKey),
    queryFn: ({ signal }) => callProject(countApplicants, { params: { id: studyId } }, signal),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    // What an earlier visit saw is known by having no time. It would announce people whom the fresh list has already.
    gcTime: 0,
  });
}

/**
 * The list as it was when it was fetched; only another view or round fetches it again. New applicants are announced and not
 * inserted, so that no row moves away under the pointer.
 */
export function useApplicants(studyId: string, { filter, sort }: View, round: number) {
  const queryKey = applicantKeys.list(studyId, filter, sort, round);
  return useInfiniteQuery({
    queryKey,
    ...lastKnown(queryKey),
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, sort, page: pageParam, size: MAX_PAGE_SIZE };
      return callProject(listApplicants, { params: { id: studyId }, query }, signal);
    },
    initialPageParam: 0,
    getNextPageParam: (_, pages) => nextPage(pages, filter),
    placeholderData: keepPreviousData,
    // Only what it begins with, which was last known, is fetched again by itself.
    staleTime: ({ state }) => (state.dataUpdatedAt === 0 ? 0 : 'static'),
    gcTime: 0,
  });
}

/** Changes every list of the study, and the answers that are under way. */
export function changeLists(client: QueryClient, studyId: string, change: (loaded: Loaded) => Loaded): void {
  const queryKey = applicantKeys.list(studyId);
  const show = () => {
    for (const [key, loaded] of client.getQueriesData<Loaded>({ queryKey })) {
      // A list that was old is so still, and is fetched once that can be done.
      const updatedAt = client.getQueryState(key)?.dataUpdatedAt ?? 0;
      if (loaded) client.setQueryData(key, change(loaded), { updatedAt });
    }
  };
  show();
  // They may have been read before the change was written.
  for (const { promise } of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
    promise?.then(show, () => undefined);
}

/** Shows in every list of the study what has become of some of its rows. */
export function changeRows(
  client: QueryClient,
  studyId: string,
  changes: ReadonlyMap<string, (row: Applicant) => Applicant>,
): void {
  if (changes.size > 0) changeLists(client, studyId, (loaded) => withChanged(loaded, changes));
}

/** After the researcher's own change: how many there are of each, and how many places are left. */
export function recount(client: QueryClient, studyId: string): void {
  void client.invalidateQueries({ queryKey: applicantKeys.counts(studyId) });
  void client.invalidateQueries({ queryKey: applicantKeys.study(studyId) });
}
