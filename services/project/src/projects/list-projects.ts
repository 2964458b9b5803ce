import type { PageSlice, QueryOf } from '@app/contracts/endpoint.ts';
import type { ProjectSummary, listProjects } from '@app/contracts/project/projects.ts';
import { textMatcher } from '@app/kit/match-text.ts';
import type { Db } from '../schema.ts';
import { countProjects, findProjectNames, findProjects } from './queries.ts';

/** A page of a researcher's projects, newest first. For a search all their names are read: 2,000 are 100 KB. */
export async function listProjectsOf(
  db: Db,
  userId: string,
  { name, page, size }: QueryOf<typeof listProjects>,
): Promise<PageSlice<ProjectSummary>> {
  const isNamed = name === undefined ? undefined : textMatcher(name);
  if (!isNamed) {
    const [content, totalElements] = await Promise.all([
      findProjects(db, userId, { page, size }),
      countProjects(db, userId),
    ]);
    return { content, totalElements, size, number: page };
  }
  const named = (await findProjectNames(db, userId)).filter(({ projectName }) => isNamed(projectName));
  const among = named.slice(page * size, (page + 1) * size).map(({ id }) => id);
  return {
    content: among.length === 0 ? [] : await findProjects(db, userId, { page: 0, size, among }),
    totalElements: named.length,
    size,
    number: page,
  };
}
