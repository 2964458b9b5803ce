import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Application, listOwnApplications } from '@app/contracts/project/applications.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { applicationKey } from '../../api/keys.ts';
import { ownApplications } from '../../api/own-applications.ts';

/** Events keep an open page up to date; without events each look reads again. */
const FRESH_MS = 10_000;

/** One page of the person's own applications, newest first. */
export function useApplications(userId: string, page: number) {
  return useQuery({
    ...ownApplications(userId, page),
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
