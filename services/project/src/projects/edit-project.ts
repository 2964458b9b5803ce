import type { Project, editProject as endpoint } from '@app/contracts/project/projects.ts';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Db } from '../schema.ts';
import { findProject } from './hold-project.ts';
import { updateProject } from './queries.ts';

type Edit = BodyOf<typeof endpoint>;

/** As asked for already: the answer to a first try may have been lost (RFC 9110 section 13.1.1). */
function isAsEdited(project: Project, { projectName, description }: Edit): boolean {
  return (
    (projectName === undefined || projectName === project.projectName) &&
    (description === undefined || description === project.description)
  );
}

/** Returns what this edit made of the project, even if another edit follows. */
export async function editProject(
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
