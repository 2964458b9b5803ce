import { listDeletedProjects } from '@app/contracts/project/deleted-projects.ts';
import * as contract from '@app/contracts/project/projects.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { editProject } from './edit-project.ts';
import { insertProject } from './insert-project.ts';
import { listStudiesOf } from './list-studies.ts';
import { listProjectsOf, listDeletedOf } from './list-projects.ts';
import { findProject } from './hold-project.ts';

export function projectRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(contract.createProject, async ({ body, viewer, newId, fail }) => {
    const project = { ...body, id: newId(), creatorId: viewer.userId, createdAt: new Date() };
    if (!(await insertProject(db, project))) {
      const earlier = await findProject(db, { projectId: project.id, userId: viewer.userId });
      return earlier ?? fail('PROJECT_NOT_FOUND');
    }
    return { ...project, createdAt: project.createdAt.toISOString(), version: 1, studyCount: 0 };
  });

  route(contract.listProjects, async ({ query, viewer }) => listProjectsOf(db, viewer.userId, query));

  route(listDeletedProjects, async ({ viewer }) => listDeletedOf(db, viewer.userId));

  route(contract.readProject, async ({ params, viewer, fail }) => {
    const project = await findProject(db, { projectId: params.id, userId: viewer.userId });
    return project ?? fail('PROJECT_NOT_FOUND');
  });

  route(contract.editProject, async ({ params, body, viewer, ifMatch, fail }) =>
    editProject(db, { projectId: params.id, userId: viewer.userId }, { edit: body, ifMatch }, fail),
  );

  route(contract.listProjectStudies, async ({ params, query, viewer, fail }) => {
    const found = await listStudiesOf(db, { projectId: params.id, userId: viewer.userId }, query);
    return found ? { ...found, size: query.size, number: query.page } : fail('PROJECT_NOT_FOUND');
  });
}
