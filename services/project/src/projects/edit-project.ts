import type { Project, editProject as endpoint } from '@app/contracts/project/projects.ts';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Db } from '../schema.ts';
import { findProject, updateProject } from './queries.ts';

/** What is answered is what this edit made of the project, whoever edits it next. */
export async function editProject(
  db: Db,
  own: { projectId: string; userId: string },
  { edit, ifMatch }: { edit: BodyOf<typeof endpoint>; ifMatch: readonly number[] | undefined },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<Project> {
  return transaction(db, async (trx) => {
    const isEdited = await updateProject(trx, own, edit, ifMatch);
    const project = await findProject(trx, own);
    if (!project) return fail('PROJECT_NOT_FOUND');
    return isEdited ? project : fail('STALE');
  });
}
