import { sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago } from '@app/kit/sweep.ts';
import { isWantedVersion } from '@app/kit/versions.ts';
import type { Db } from '../schema.ts';
import { type OwnProject, mayManage } from './policy.ts';
import type { Project } from '@app/contracts/project/projects.ts';
import { ready } from '@app/kit/database.ts';
import { columns, projectsOf, studiesOf, toProject } from './queries.ts';

/**
 * Keeps the project from being deleted (`share`), or from being deleted or given a study by anybody else (`update`),
 * until the transaction ends. False if there is no such project.
 */
export async function holdProject(
  trx: Db,
  { projectId, userId }: OwnProject,
  strength: 'share' | 'update',
): Promise<boolean> {
  const held = trx
    .selectFrom('project.projects as project')
    .select('project.project_id')
    .where('project.project_id', '=', projectId)
    .where(mayManage(userId));
  const row = await (strength === 'share' ? held.forShare() : held.forUpdate()).executeTakeFirst();
  return row !== undefined;
}

/** Soft-deletes a project that is locked. False if stale. */
export async function deleteHeld(
  trx: Db,
  projectId: string,
  versions: readonly number[] | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('project.projects')
    .set({ deleted_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where(isWantedVersion(versions))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Since then a deletion can be taken back. */
export const restorableSince = ago(RETENTION.deletedProjects);

/** Undoes a soft delete and leaves its version; gives when it was, or undefined if it was not within that time. */
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

/** The owner of a deleted project, under a row lock: it cannot be taken back until the transaction ends. */
export async function holdDeleted(trx: Db, projectId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('project.projects')
    .select('creator_id as creatorId')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is not', null)
    .forShare()
    .executeTakeFirst();
  return row?.creatorId;
}

/** How many seconds of a notice are left since the project was deleted; none where it cannot be taken back. */
export async function noticeLeft(trx: Db, projectId: string, seconds: number): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select ceil(extract(epoch from deleted_at - now()) + ${seconds}::int)::int as left from project.projects
    where project_id = ${projectId} and deleted_at > now() - ${seconds}::int * interval '1 second'
      and project_name <> ''`.execute(trx);
  return rows[0]?.left ?? 0;
}

/**
 * Locks at most so many projects that cannot be restored any more; skips locked ones. One with money in a budget stays until
 * the refund, because its row says who gets that.
 */
export async function holdLongDeleted(trx: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select project_id as id from project.projects as project
    where deleted_at is not null and project_name <> '' and deleted_at <= ${restorableSince}
      and not exists (select from project.unrefunded_studies as study where study.project_id = project.project_id)
    limit ${most} for update skip locked`.execute(trx);
  return rows.map(({ id }) => id);
}

const projectRows = ready((db: Db, { projectId, userId }: OwnProject) =>
  projectsOf(db, userId)
    .select(columns)
    .select((eb) =>
      studiesOf(eb)
        .select((study) => study.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('studyCount'),
    )
    .where('project.project_id', '=', projectId),
);

export async function findProject(db: Db, own: OwnProject): Promise<Project | undefined> {
  const [row] = await projectRows(db, own);
  return row && toProject(row);
}
