import { listProjects, listProjectStudies, readProject } from '@app/contracts/project/projects.ts';
import { MAX_PAGE_SIZE } from '@app/contracts/paging.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';

/** Everything about projects lies under one key: whatever changes a study or a project makes all of it stale. */
const ALL = 'projects';

export function useProjects(userId: string, page: number) {
  return useQuery({
    queryKey: [ALL, 'list', userId, page],
    queryFn: ({ signal }) => callProject(listProjects, { query: { creatorId: userId, page } }, signal),
    placeholderData: keepPreviousData,
  });
}

export function useProject(id: string) {
  return useQuery({
    queryKey: [ALL, 'one', id],
    queryFn: ({ signal }) => callProject(readProject, { params: { id } }, signal),
  });
}

/** Applications come in by themselves, so the counts are asked for again whenever the page is opened. */
export function useProjectStudies(id: string, page: number) {
  return useQuery({
    queryKey: [ALL, 'studies', id, page],
    queryFn: ({ signal }) => callProject(listProjectStudies, { params: { id }, query: { page } }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** As many studies as one call gives, to name what goes with a project. */
export function useStudiesToName(id: string, isWanted: boolean) {
  return useQuery({
    queryKey: [ALL, 'studies', id, 'names'],
    queryFn: ({ signal }) =>
      callProject(listProjectStudies, { params: { id }, query: { size: MAX_PAGE_SIZE } }, signal),
    enabled: isWanted,
    refetchOnMount: 'always',
    staleTime: 0,
  });
}

export function refetchProjects(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [ALL] });
}

/** The same, but what stands on the screen is not asked for: it is about a project that is gone. */
export function forgetProjects(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [ALL], refetchType: 'none' });
}
