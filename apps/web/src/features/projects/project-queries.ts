import { listWaiting } from '@app/contracts/project/applicants.ts';
import { listProjects, listProjectStudies, readProject } from '@app/contracts/project/projects.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { MAX_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { applicantKeys, projectKeys } from '../../api/keys.ts';
import { lastKnown } from '../../api/last-known.ts';

/** A page of them; those of a name where one is searched for. */
export function useProjects(userId: string, { name, page }: { name: string; page: number }) {
  const queryKey = projectKeys.list(userId, name, page);
  return useQuery({
    queryKey,
    // A search does not begin with its last known answer.
    ...(name === '' ? lastKnown(queryKey) : {}),
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

/** So many of those who wait for an answer in any study, newest first. */
export function useWaiting(userId: string, size: number, isWanted = true) {
  const queryKey = projectKeys.waiting(userId, size);
  return useQuery({
    queryKey,
    ...lastKnown(queryKey),
    queryFn: ({ signal }) => callProject(listWaiting, { query: { page: 0, size } }, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

export function useProject(id: string) {
  const queryKey = projectKeys.one(id);
  return useQuery({
    queryKey,
    ...lastKnown(queryKey),
    queryFn: ({ signal }) => callProject(readProject, { params: { id } }, signal),
    refetchOnMount: 'always',
  });
}

const readStudies = (id: string, page: number, signal: AbortSignal) =>
  callProject(listProjectStudies, { params: { id }, query: { page } }, signal);

/** Applications come in by themselves, so the counts are asked for again whenever the page is opened. */
export function useProjectStudies(id: string, page: number) {
  const queryKey = projectKeys.studies(id, page);
  return useQuery({
    queryKey,
    ...lastKnown(queryKey),
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

/** All of them, newest first, to name what goes with a project and what keeps it. */
export function useEveryStudy(id: string, isWanted: boolean) {
  return useQuery({
    queryKey: projectKeys.everyStudy(id),
    queryFn: ({ signal }) => fetchAllStudies(id, signal),
    enabled: isWanted,
    refetchOnMount: 'always',
    staleTime: 0,
  });
}

/** It was deleted, or is of somebody else: to ask again would change nothing. */
export const isGone = (error: unknown) =>
  error instanceof CallFailed && (error.status === 404 || error.status === 400);

export function refetchProjects(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: projectKeys.all() });
}

/** All that is shown of a study, on its own page and in its project. */
export async function refetchStudy(client: QueryClient, id: string): Promise<void> {
  const keys = [projectKeys.all(), applicantKeys.study(id), applicantKeys.tally(id)];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The same, but what stands on the screen is not asked for: it is about a project that is gone. */
export function forgetProjects(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: projectKeys.all(), refetchType: 'none' });
}
