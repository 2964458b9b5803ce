import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/**
 * Whether `study` is open as far as its applicants know. While a place is taken by somebody who has not been told, nobody is
 * to learn of it, the accepted one least of all: a study that this has filled still counts as open.
 */
export const isOpenAsTold = sql<boolean>`(
  study.is_open or study.state = 'PUBLISHED' and exists (
    select from project.applications as untold
    where untold.study_id = study.study_id and untold.status = 'ACCEPTED' and untold.told_status <> 'ACCEPTED'
  )
)`;

export async function isFullAsTold(db: Db, studyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('project.studies as study')
    .select('study.study_id')
    .where('study.study_id', '=', studyId)
    .where('study.state', '=', 'PUBLISHED')
    .where((eb) => eb.not(isOpenAsTold))
    .executeTakeFirst();
  return row !== undefined;
}
