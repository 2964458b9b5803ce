import { countApplicants } from '@app/contracts/project/applicants.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { useQuery } from '@tanstack/react-query';
import { callProject } from '../../../api/call.ts';
import { applicantKeys } from '../../../api/keys.ts';
import { lastKnown } from '../../../api/last-known.ts';

/** As its researcher reads it; the list of its applicants shares what is known of it. */
export function useOwnStudy(id: string) {
  const queryKey = applicantKeys.study(id);
  return useQuery({
    queryKey,
    ...lastKnown(queryKey),
    queryFn: ({ signal }) => callProject(readStudy, { params: { id } }, signal),
    select: (study) => (study.audience === 'RESEARCHER' ? study : undefined),
    refetchOnMount: 'always',
  });
}

/** How many applied, by status. */
export function useTally(id: string) {
  const queryKey = applicantKeys.tally(id);
  return useQuery({
    queryKey,
    ...lastKnown(queryKey),
    queryFn: ({ signal }) => callProject(countApplicants, { params: { id } }, signal),
    refetchOnMount: 'always',
  });
}
