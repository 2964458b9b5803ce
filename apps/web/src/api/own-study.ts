import { readStudy } from '@app/contracts/project/browsing.ts';
import type { listProjectStudies } from '@app/contracts/project/projects.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callProject } from './call.ts';
import { applicantKeys, projectKeys } from './keys.ts';
import { lastKnownData } from './last-known.ts';

export function ownStudy(id: string) {
  const queryKey = applicantKeys.study(id);
  return queryOptions({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ signal }) => callProject(readStudy, { params: { id } }, signal),
    select: (study) => (study.audience === 'RESEARCHER' ? study : undefined),
    refetchOnMount: 'always',
  });
}

export function cacheOwnStudy(client: QueryClient, study: Study): void {
  const { id, projectId, version, state, placesLeft, publishedAt, closedAt } = study;
  const { durationInMinutes, desiredNumberOfParticipants } = study;
  const shown = { version, state, placesLeft, publishedAt, closedAt };
  client.setQueryData<Study>(applicantKeys.study(id), study);
  client.setQueriesData<ReplyOf<typeof listProjectStudies>>(
    { queryKey: projectKeys.studies(projectId) },
    (page) =>
      page && {
        ...page,
        content: page.content.map((row) =>
          row.id === id ? { ...row, ...shown, durationInMinutes, desiredNumberOfParticipants } : row,
        ),
      },
  );
}
