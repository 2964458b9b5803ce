import { DEFAULT_PAGE_SIZE } from '@app/contracts/paging.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { lastKnown } from '../../api/last-known.ts';

const ALL = 'applications';
/** Of a decision and a closing an open page is told; of a pause or the last place nobody is, so each look is a new one. */
const FRESH_MS = 10_000;

/** One page of the person's own applications, newest first. */
export function useApplications(userId: string, page: number) {
  const queryKey = [ALL, userId, page];
  return useQuery({
    queryKey,
    ...lastKnown(queryKey),
    queryFn: ({ signal }) =>
      callProject(
        listOwnApplications,
        { query: { applicantId: userId, page, size: DEFAULT_PAGE_SIZE } },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  });
}

export function refetchApplications(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [ALL] });
}
