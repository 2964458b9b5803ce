import { type Transaction, sql } from 'kysely';
import { OPEN_HOURS, SHORT_NOTICE_HOURS } from '@app/contracts/project/meeting-choices.ts';
import type { Db, ProjectTables } from '../schema.ts';

/**
 * How many are owed the incentive of `study` who hold no place in it any more. What a place costs is kept once, so
 * everyone who is paid uses it up, however their application stands afterwards. Kept as `paid_elsewhere`, which
 * `is_open` reads; a trigger counts it when what is owed changes.
 */
const PAID_ELSEWHERE = sql<number>`(
  select count(*)::int from project.dues as due join project.applications as paid using (application_id)
  where due.study_id = study.study_id and due.pesewas > 0 and paid.status <> 'ACCEPTED'
)`;

export function placesOf(trx: Db, studyId: string) {
  return trx
    .selectFrom('project.studies as study')
    .select([
      'study.study_id as id',
      'study.state',
      'study.is_open as isOpen',
      'study.places_left as placesLeft',
      'study.incentive',
      sql<boolean>`study.open_cells is not null`.as('hasCells'),
      'study.given_back_at as givenBackAt',
      sql<boolean>`coalesce(study.gives_back_until > now(), false)`.as('isGivingBack'),
      sql<number>`coalesce(study.desired_number_of_participants, 0) - study.accepted_count`.as('unheld'),
    ])
    .where('study.study_id', '=', studyId)
    .forUpdate('study');
}

/** Places of a study that is held, which somebody can be given and be paid for. */
export async function findPlacesLeft(
  trx: Db,
  study: Awaited<ReturnType<typeof holdStudyRow>>,
): Promise<number> {
  if (study.incentive === 0) return study.placesLeft ?? 0;
  // Its money has gone back, or is about to, and nobody could be paid.
  if (study.givenBackAt || study.isGivingBack) return 0;
  const { rows } = await sql<{ kept: number }>`
    select count(distinct owed.application_id)::int as kept
    from project.applications_that_may_be_owed(${SHORT_NOTICE_HOURS}, ${OPEN_HOURS}) as owed
    join project.applications as application using (application_id)
    where owed.study_id = ${study.id} and application.status <> 'ACCEPTED'
      and not exists (select from project.dues as due
        where due.application_id = owed.application_id and due.pesewas > 0)`.execute(trx);
  return (study.placesLeft ?? 0) - (rows[0]?.kept ?? 0);
}

/** Locks a study, so that its places are given and taken back by one at a time. Applicants know it also when its project is gone. */
export async function holdStudyRow(trx: Db, studyId: string) {
  return placesOf(trx, studyId).executeTakeFirstOrThrow();
}

/** Holds (row lock) a study of any owner: none of its places is given meanwhile. */
export async function holdAnyStudy(trx: Db, studyId: string): Promise<void> {
  await placesOf(trx, studyId).execute();
}

/** The clock of money turns twice in this time, and notes then what has become of the budget. */
export async function withholdPlaces(trx: Db, studyId: string): Promise<void> {
  await trx
    .updateTable('project.studies')
    .set({ gives_back_until: sql<Date>`now() + interval '10 minutes'` })
    .where('study_id', '=', studyId)
    .execute();
}

/** Takes so many places of a held study, or gives them back, and returns whether that has opened or filled it. */
export async function changePlaces(
  trx: Transaction<ProjectTables>,
  study: { id: string; isOpen: boolean },
  taken: number,
): Promise<boolean> {
  if (taken === 0) return false;
  return (await addAccepted(trx, study.id, taken)) !== study.isOpen;
}

/**
 * Takes so many places of a held study, or gives them back, and returns whether it is open then. It is no change of
 * what the study says.
 */
export async function addAccepted(trx: Db, studyId: string, delta: number): Promise<boolean> {
  const { isOpen } = await trx
    .updateTable('project.studies as study')
    .set((eb) => ({ accepted_count: eb('accepted_count', '+', delta), paid_elsewhere: PAID_ELSEWHERE }))
    .where('study.study_id', '=', studyId)
    .returning('study.is_open as isOpen')
    .executeTakeFirstOrThrow();
  return isOpen;
}
