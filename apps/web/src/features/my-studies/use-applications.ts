import { DEFAULT_PAGE_SIZE } from '@app/contracts/paging.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';

const ALL = 'applications';

/** One page of the person's own applications, newest first. */
export function useApplications(userId: string, page: number) {
  return useQuery({
    queryKey: [ALL, userId, page],
    queryFn: ({ signal }) =>
      callProject(
        listOwnApplications,
        { query: { applicantId: userId, page, size: DEFAULT_PAGE_SIZE } },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

export function refetchApplications(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [ALL] });
}
