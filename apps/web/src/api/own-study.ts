import { readStudy } from '@app/contracts/project/browsing.ts';
import { queryOptions } from '@tanstack/react-query';
import { callProject } from './call.ts';
import { applicantKeys } from './keys.ts';
import { lastKnown } from './last-known.ts';

/** A study as its researcher reads it: its own page, its applicants and its budget share what is known of it. */
export function ownStudy(id: string) {
  const queryKey = applicantKeys.study(id);
  return queryOptions({
    queryKey,
    ...lastKnown(queryKey),
    queryFn: ({ signal }) => callProject(readStudy, { params: { id } }, signal),
    select: (study) => (study.audience === 'RESEARCHER' ? study : undefined),
    refetchOnMount: 'always',
  });
}
