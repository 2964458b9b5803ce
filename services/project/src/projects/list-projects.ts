import { type PageSlice, type QueryOf, MAX_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import type { ProjectSummary, listProjects } from '@app/contracts/project/projects.ts';
import { textMatcher } from '@app/kit/match-text.ts';
import type { Db } from '../schema.ts';
import { countProjects, findProjectNames, findProjects } from './queries.ts';
import type { DeletedProject } from '@app/contracts/project/deleted-projects.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { restorableSince } from './hold-project.ts';

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

const DAY_MS = 24 * 60 * 60_000;

/** What a researcher can take back, the last deletion first: the way to it once its page is left. */
export async function listDeletedOf(db: Db, userId: string): Promise<DeletedProject[]> {
  const rows = await db
    .selectFrom('project.projects')
    .select(['project_id as id', 'project_name as projectName'])
    .select((eb) => eb.ref('deleted_at').$notNull().as('deletedAt'))
    .where('creator_id', '=', userId)
    .where('deleted_at', '>', restorableSince)
    .where('project_name', '<>', '')
    .orderBy('deleted_at', 'desc')
    .limit(MAX_PAGE_SIZE)
    .execute();
  return rows.map(({ deletedAt, ...project }) => ({
    ...project,
    deletedAt: deletedAt.toISOString(),
    restorableUntil: new Date(deletedAt.getTime() + RETENTION.deletedProjects.days * DAY_MS).toISOString(),
  }));
}
