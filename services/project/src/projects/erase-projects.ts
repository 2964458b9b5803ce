import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';

/** Those that still have a study, since others applied to it, stay without a word, and their ids are given; all others go. */
async function erase(trx: Db, which: RawBuilder<unknown>): Promise<string[]> {
  await sql`
    delete from project.projects as project where ${which}
      and not exists (select from project.studies as study where study.project_id = project.project_id)`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string }>`
    update project.projects set project_name = '', description = '', deleted_at = coalesce(deleted_at, now())
    where ${which} returning project_id as id`.execute(trx);
  return rows.map(({ id }) => id);
}

export const eraseProjects = (trx: Db, userId: string) => erase(trx, sql`creator_id = ${userId}`);
export const eraseTheseProjects = (trx: Db, ids: readonly string[]) =>
  erase(trx, sql`project_id = ${anyOf(ids)}`);
