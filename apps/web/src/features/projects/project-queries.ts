import { listUndecidedApplicants } from '@app/contracts/project/applicants.ts';
import { listProjects, listProjectStudies, readProject } from '@app/contracts/project/projects.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { MAX_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { applicantKeys, projectKeys } from '../../api/keys.ts';
import { lastKnownData } from '../../api/last-known.ts';

export function useProjects(userId: string, { name, page }: { name: string; page: number }) {
  const queryKey = projectKeys.list(userId, name, page);
  return useQuery({
    queryKey,
    ...(name === '' ? lastKnownData(queryKey) : {}),
    queryFn: ({ signal }) =>
      callProject(
        listProjects,
        { query: { creatorId: userId, page, ...(name === '' ? {} : { name }) } },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

export function useWaitingApplicants(userId: string, size: number, isWanted = true) {
  const queryKey = projectKeys.waiting(userId, size);
  return useQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ signal }) => callProject(listUndecidedApplicants, { query: { page: 0, size } }, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

export function useProject(id: string) {
  const queryKey = projectKeys.one(id);
  return useQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ signal }) => callProject(readProject, { params: { id } }, signal),
    refetchOnMount: 'always',
  });
}

const readStudies = (id: string, page: number, signal: AbortSignal) =>
  callProject(listProjectStudies, { params: { id }, query: { page } }, signal);

export function useProjectStudies(id: string, page: number) {
  const queryKey = projectKeys.studies(id, page);
  return useQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ signal }) => readStudies(id, page, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

async function fetchAllStudies(id: string, signal: AbortSignal): Promise<StudySummary[]> {
  const studies: StudySummary[] = [];
  for (let page = 0; ; page += 1) {
    const query = { size: MAX_PAGE_SIZE, page };
    const answer = await callProject(listProjectStudies, { params: { id }, query }, signal);
    studies.push(...answer.content);
    if (page + 1 >= answer.totalPages) return studies;
  }
}

export function useAllStudies(id: string, isWanted: boolean) {
  return useQuery({
    queryKey: projectKeys.everyStudy(id),
    queryFn: ({ signal }) => fetchAllStudies(id, signal),
    enabled: isWanted,
    refetchOnMount: 'always',
    staleTime: 0,
  });
}

/** True if the project was deleted or belongs to someone else. A retry would not help then. */
export const isGone = (error: unknown) =>
  error instanceof CallFailed && (error.status === 404 || error.status === 400);

export function refetchProjects(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: projectKeys.all() });
}

export async function refetchStudy(client: QueryClient, id: string): Promise<void> {
  const keys = [projectKeys.all(), applicantKeys.study(id), applicantKeys.tally(id)];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Does not read anything now, because the queries on the screen are about the deleted project. */
export function markProjectsStale(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: projectKeys.all(), refetchType: 'none' });
}
