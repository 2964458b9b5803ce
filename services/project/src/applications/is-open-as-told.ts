import { sql } from 'kysely';

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
