import { RETENTION } from '@app/contracts/retention.ts';
import { ago } from '@app/kit/retention-job.ts';
import { sql } from 'kysely';
import { mayManage, type OwnProject } from './policy.ts';
import type { Db } from '../schema.ts';

/** With either strength, the project cannot be deleted. With `update`, it also gets no new studies. */
export async function lockProject(
  trx: Db,
  { projectId, userId }: OwnProject,
  strength: 'share' | 'update',
): Promise<boolean> {
  const locked = trx
    .selectFrom('project.projects as project')
    .select('project.project_id')
    .where('project.project_id', '=', projectId)
    .where(mayManage(userId));
  const row = await (strength === 'share' ? locked.forShare() : locked.forUpdate()).executeTakeFirst();
  return row !== undefined;
}

export const restorableSince = ago(RETENTION.deletedProjects);

/** With this lock, the project cannot be restored before the transaction ends. */
export async function lockDeletedProject(trx: Db, projectId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('project.projects')
    .select('creator_id as creatorId')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is not', null)
    .forShare()
    .executeTakeFirst();
  return row?.creatorId;
}

/** Returns the seconds for which the project can still be restored, or 0. */
export async function secondsLeftToRestore(trx: Db, projectId: string, seconds: number): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select ceil(extract(epoch from deleted_at - now()) + ${seconds}::int)::int as left from project.projects
    where project_id = ${projectId} and deleted_at > now() - ${seconds}::int * interval '1 second'
      and project_name <> ''`.execute(trx);
  return rows[0]?.left ?? 0;
}

/**
 * If a budget still contains money, the project stays until the refund, because its row shows who gets it.
 */
export async function lockExpiredProjects(trx: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select project_id as id from project.projects as project
    where deleted_at is not null and project_name <> '' and deleted_at <= ${restorableSince}
      and not exists (select from project.unrefunded_studies as study where study.project_id = project.project_id)
    limit ${most} for update skip locked`.execute(trx);
  return rows.map(({ id }) => id);
}
