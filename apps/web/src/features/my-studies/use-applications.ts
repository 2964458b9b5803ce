import { DEFAULT_PAGE_SIZE } from '@app/contracts/paging.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';

/** One page of the person's own applications, newest first. */
export function useApplications(userId: string, page: number) {
  return useQuery({
    queryKey: ['applications', userId, page],
    queryFn: ({ signal }) =>
      callProject(
        listOwnApplications,
        { query: { applicantId: userId, page, size: DEFAULT_PAGE_SIZE } },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}
