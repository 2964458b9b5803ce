import { DEFAULT_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { queryOptions } from '@tanstack/react-query';
import { callProject } from './call.ts';
import { applicationKey } from './keys.ts';
import { lastKnownData } from './last-known.ts';

export function ownApplications(userId: string, page: number) {
  const queryKey = applicationKey(userId, page);
  const query = { applicantId: userId, page, size: DEFAULT_PAGE_SIZE };
  return queryOptions({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ signal }) => callProject(listOwnApplications, { query }, signal),
  });
}
