import { sql } from 'kysely';
import { anyOf } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';

/**
 * Deletes projects without studies and returns the ids of the others, which others have applied to. Those stay without
 * their texts.
 */
export async function eraseProjects(
  trx: Db,
  which: { creatorId: string } | { projectIds: readonly string[] },
): Promise<string[]> {
  const isWanted =
    'creatorId' in which
      ? sql`creator_id = ${which.creatorId}`
      : sql`project_id = ${anyOf(which.projectIds)}`;
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
