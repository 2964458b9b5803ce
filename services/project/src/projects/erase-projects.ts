import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Those that still have a study, since others applied to it, stay without a word; all others go. */
export async function eraseProjects(trx: Db, userId: string): Promise<void> {
  await sql`
    delete from project.projects as project where project.creator_id = ${userId}
      and not exists (select from project.studies as study where study.project_id = project.project_id)`.execute(
    trx,
  );
  await trx
    .updateTable('project.projects')
    .set({ project_name: '', description: '', deleted_at: sql<Date>`coalesce(deleted_at, now())` })
    .where('creator_id', '=', userId)
    .execute();
}
