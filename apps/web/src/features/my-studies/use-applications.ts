import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { DEFAULT_PAGE_SIZE } from '@app/contracts/paging.ts';
import { type Application, listOwnApplications } from '@app/contracts/project/applications.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { applicationKey } from '../../api/keys.ts';
import { lastKnown } from '../../api/last-known.ts';

/** An open page is told what changes; where no events come, each look is a new one. */
const FRESH_MS = 10_000;

/** One page of the person's own applications, newest first. */
export function useApplications(userId: string, page: number) {
  const queryKey = applicationKey(userId, page);
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

/** What is known of one already stands there before, and if no list comes. */
export function refetchApplications(client: QueryClient, known?: Application): Promise<void> {
  client.setQueriesData<ReplyOf<typeof listOwnApplications>>(
    { queryKey: applicationKey() },
    (list) => list && { ...list, content: list.content.map((one) => (one.id === known?.id ? known : one)) },
  );
  return client.invalidateQueries({ queryKey: applicationKey() });
}
