import type { Project } from '@app/contracts/project/projects.ts';
import { anyOfIds } from '@app/kit/database.ts';
import { matchesVersions } from '@app/kit/versions.ts';
import { sql } from 'kysely';
import { restorableSince } from './locks.ts';
import { mayManage, type OwnProject } from './policy.ts';
import type { Db } from '../schema.ts';

export async function deleteLockedProject(
  trx: Db,
  projectId: string,
  versions: readonly number[] | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('project.projects')
    .set({ deleted_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where(matchesVersions(versions))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** The version stays the same. Returns undefined if it is too late to restore the project. */
export async function updateProjectRestored(
  trx: Db,
  { projectId, userId }: OwnProject,
): Promise<{ version: number; deletedAt: string } | undefined> {
  const { rows } = await sql<{ version: number; deletedAt: string }>`
    with deleted as (
      select project_id, deleted_at from project.projects
      where project_id = ${projectId} and creator_id = ${userId} and deleted_at > ${restorableSince}
      for update
    )
    update project.projects as project set deleted_at = null from deleted
    where project.project_id = deleted.project_id
    returning project.version, deleted.deleted_at::text as "deletedAt"`.execute(trx);
  return rows[0];
}

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

type Versions = readonly number[] | undefined;

/** A field that is absent keeps its value. */
export async function updateProject(
  db: Db,
  { projectId, userId }: OwnProject,
  edit: { projectName?: string | undefined; description?: string | undefined },
  versions: Versions,
): Promise<boolean> {
  const row = await db
    .updateTable('project.projects as project')
    .set({
      project_name: sql<string>`coalesce(${edit.projectName ?? null}, project_name)`,
      description: sql<string>`coalesce(${edit.description ?? null}, description)`,
      version: sql<number>`version + 1`,
    })
    .where('project.project_id', '=', projectId)
    .where(mayManage(userId))
    .where(matchesVersions(versions))
    .returning('project.project_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Projects with studies stay, because people have applied; only their texts are erased. Returns the ids of
 * these projects.
 */
export async function eraseProjects(
  trx: Db,
  which: { creatorId: string } | { projectIds: readonly string[] },
): Promise<string[]> {
  const isWanted =
    'creatorId' in which
      ? sql`creator_id = ${which.creatorId}`
      : sql`project_id = ${anyOfIds(which.projectIds)}`;
  await sql`
    delete from project.projects as project where ${isWanted}
      and not exists (select from project.studies as study where study.project_id = project.project_id)`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string }>`
    update project.projects set project_name = '', description = '', deleted_at = coalesce(deleted_at, now())
    where ${isWanted} returning project_id as id`.execute(trx);
  return rows.map(({ id }) => id);
}
