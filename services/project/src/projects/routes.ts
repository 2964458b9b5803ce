import { randomUUIDv7 } from 'node:crypto';
import * as contract from '@app/contracts/project/projects.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { deleteProject } from './delete-project.ts';
import { listStudiesOf } from './list-studies.ts';
import { findProject, insertProject, listProjects, updateProject } from './queries.ts';

export function projectRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(contract.createProject, async ({ body, viewer }) => {
    const project = { ...body, id: randomUUIDv7(), creatorId: viewer.userId, createdAt: new Date() };
    await insertProject(db, project);
    return { ...project, createdAt: project.createdAt.toISOString(), studyCount: 0 };
  });

  route(contract.listProjects, async ({ query, viewer }) => ({
    ...(await listProjects(db, viewer.userId, query)),
    size: query.size,
    number: query.page,
  }));

  route(contract.readProject, async ({ params, viewer, fail }) => {
    const project = await findProject(db, { projectId: params.id, userId: viewer.userId });
    return project ?? fail('PROJECT_NOT_FOUND');
  });

  route(contract.editProject, async ({ params, body, viewer, fail }) => {
    const own = { projectId: params.id, userId: viewer.userId };
    if (!(await updateProject(db, own, body))) fail('PROJECT_NOT_FOUND');
    return (await findProject(db, own)) ?? fail('PROJECT_NOT_FOUND');
  });

  route(contract.deleteProject, async ({ params, viewer, fail }) => {
    await deleteProject(db, { projectId: params.id, userId: viewer.userId }, fail);
  });

  route(contract.listProjectStudies, async ({ params, query, viewer, fail }) => {
    const project = await findProject(db, { projectId: params.id, userId: viewer.userId });
    if (!project) return fail('PROJECT_NOT_FOUND');
    const content = await listStudiesOf(db, project.id, query);
    return { content, totalElements: project.studyCount, size: query.size, number: query.page };
  });
}
