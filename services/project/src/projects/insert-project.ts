import type { Project } from '@app/contracts/project/projects.ts';
import type { Db } from '../schema.ts';

/** False if a project of this id is there already. */
export async function insertProject(
  db: Db,
  project: Pick<Project, 'id' | 'creatorId' | 'projectName' | 'description'> & { createdAt?: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('project.projects')
    .values({
      project_id: project.id,
      creator_id: project.creatorId,
      project_name: project.projectName,
      description: project.description,
      ...(project.createdAt ? { created_at: project.createdAt } : {}),
    })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .returning('project_id')
    .executeTakeFirst();
  return row !== undefined;
}
