import { listOwnSubmissions } from '@app/contracts/project/submissions.ts';
import { queryOptions } from '@tanstack/react-query';
import { callProject } from './call.ts';
import { submissionKey } from './keys.ts';
import { lastKnownData } from './last-known.ts';

/** If no events arrive, data is outdated after this time. */
const FRESH_MS = 10_000;

export function ownSubmissions(userId: string) {
  const queryKey = submissionKey(userId);
  return queryOptions({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ signal }) => callProject(listOwnSubmissions, {}, signal),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  });
}
