import { listApplicants } from '@app/contracts/project/applicants.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';

/** The study itself, for its name; its researcher's reading of it. */
export function useOwnStudy(id: string) {
  return useQuery({
    queryKey: ['applicants', 'study', id],
    queryFn: ({ signal }) => callProject(readStudy, { params: { id } }, signal),
  });
}

/** Applications come in by themselves, so they are asked for again whenever the page is opened. */
export function useApplicants(studyId: string, page: number) {
  return useQuery({
    queryKey: ['applicants', 'list', studyId, page],
    queryFn: ({ signal }) =>
      callProject(listApplicants, { params: { id: studyId }, query: { page } }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
