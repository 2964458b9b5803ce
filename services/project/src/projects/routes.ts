import type { BodyOf } from '@app/contracts/endpoint.ts';
import { listDeletedProjects } from '@app/contracts/project/deleted-projects.ts';
import * as contract from '@app/contracts/project/projects.ts';
import type { editProject as endpoint, Project } from '@app/contracts/project/projects.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { findProject, listRestorableProjects, listProjectsByCreator, listProjectStudies } from './reads.ts';
import { insertProject, updateProject } from './write-project.ts';
import type { Db } from '../schema.ts';

type Edit = BodyOf<typeof endpoint>;

/** True for a repeated edit, because the answer to the first one may be lost (RFC 9110 section 13.1.1). */
function isAsEdited(project: Project, { projectName, description }: Edit): boolean {
  return (
    (projectName === undefined || projectName === project.projectName) &&
    (description === undefined || description === project.description)
  );
}

/** One transaction edits and reads, so that the answer contains no later edit. */
async function editProject(
  db: Db,
  own: { projectId: string; userId: string },
  { edit, ifMatch }: { edit: Edit; ifMatch: readonly number[] | undefined },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<Project> {
  return transaction(db, async (trx) => {
    const isEdited = await updateProject(trx, own, edit, ifMatch);
    const project = await findProject(trx, own);
    if (!project) return fail('PROJECT_NOT_FOUND');
    return isEdited || isAsEdited(project, edit) ? project : fail('STALE');
  });
}

export function projectRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(contract.createProject, async ({ body, viewer, newId, fail }) => {
    const project = { ...body, id: newId(), creatorId: viewer.userId, createdAt: new Date() };
    if (!(await insertProject(db, project))) {
      const earlier = await findProject(db, { projectId: project.id, userId: viewer.userId });
      return earlier ?? fail('PROJECT_NOT_FOUND');
    }
    return { ...project, createdAt: project.createdAt.toISOString(), version: 1, studyCount: 0 };
  });

  route(contract.listProjects, async ({ query, viewer }) => listProjectsByCreator(db, viewer.userId, query));

  route(listDeletedProjects, async ({ viewer }) => listRestorableProjects(db, viewer.userId));

  route(contract.readProject, async ({ params, viewer, fail }) => {
    const project = await findProject(db, { projectId: params.id, userId: viewer.userId });
    return project ?? fail('PROJECT_NOT_FOUND');
  });

  route(contract.editProject, async ({ params, body, viewer, ifMatch, fail }) =>
    editProject(db, { projectId: params.id, userId: viewer.userId }, { edit: body, ifMatch }, fail),
  );

  route(contract.listProjectStudies, async ({ params, query, viewer, fail }) => {
    const found = await listProjectStudies(db, { projectId: params.id, userId: viewer.userId }, query);
    return found ? { ...found, size: query.size, number: query.page } : fail('PROJECT_NOT_FOUND');
  });
}
