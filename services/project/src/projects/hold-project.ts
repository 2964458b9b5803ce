import { sql } from 'kysely';
import { isWantedVersion } from '@app/kit/versions.ts';
import type { Db } from '../schema.ts';
import { mayManage } from './policy.ts';

/** A project, and who may manage it; where they may not, it is as one that does not exist (D-21). */
export interface OwnProject {
  projectId: string;
  userId: string;
}

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

/** Soft-deletes a project that is locked. Its row stays for the closed studies that people applied to. False if stale. */
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
