import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/**
 * Places of `study` that are left as far as its applicants know. Nobody is to learn of a place that is given or taken back
 * before the one whom it concerns is told, that one least of all (NT4).
 */
export const PLACES_LEFT_AS_TOLD = `(
  study.desired_number_of_participants - study.accepted_count + (
    select count(*) filter (where untold.status = 'ACCEPTED') - count(*) filter (where untold.told_status = 'ACCEPTED')
    from project.applications as untold
    where untold.study_id = study.study_id and untold.status <> untold.told_status
  )
)::int`;

export const isOpenAsTold = sql<boolean>`(study.state = 'PUBLISHED' and ${sql.raw(PLACES_LEFT_AS_TOLD)} > 0)`;

/** Of a study that is held, since it changes with its applications. */
export async function readOpenAsTold(trx: Db, studyId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('project.studies as study')
    .select(isOpenAsTold.as('isOpen'))
    .where('study.study_id', '=', studyId)
    .executeTakeFirst();
  return row?.isOpen === true;
}
