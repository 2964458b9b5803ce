import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/**
 * The places of `study` that are left by the told statuses. A place that is given or taken back must not show before
 * its applicant is told (NT4).
 */
export const PLACES_LEFT_AS_TOLD = `(
  study.places_left + (
    select count(*) filter (where untold.status = 'ACCEPTED') - count(*) filter (where untold.told_status = 'ACCEPTED')
    from project.applications as untold
    where untold.study_id = study.study_id and untold.status <> untold.told_status
  )
)::int`;

export const isOpenAsTold = sql<boolean>`(study.state = 'PUBLISHED' and ${sql.raw(PLACES_LEFT_AS_TOLD)} > 0)`;

/** The study must be locked, since the value changes with its applications. */
export async function readOpenAsTold(trx: Db, studyId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('project.studies as study')
    .select(isOpenAsTold.as('isOpen'))
    .where('study.study_id', '=', studyId)
    .executeTakeFirst();
  return row?.isOpen === true;
}
