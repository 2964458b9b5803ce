import { type Transaction, sql } from 'kysely';
import { OPEN_HOURS, SHORT_NOTICE_HOURS } from '@app/contracts/project/meeting-choices.ts';
import type { Db, ProjectTables } from '../schema.ts';

/**
 * Everyone who is owed money uses up a place's money, even without holding a place. A trigger updates the
 * stored count when payables change.
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

/** Only places that can be paid for count. The caller locks the study. */
export async function findPlacesLeft(
  trx: Db,
  study: Awaited<ReturnType<typeof holdStudyRow>>,
): Promise<number> {
  if (study.incentive === 0) return study.placesLeft ?? 0;
  // The budget is refunded or about to be, so no one could be paid.
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

/** The lock serializes changes to the places. Applicants keep access after the project is deleted. */
export async function holdStudyRow(trx: Db, studyId: string) {
  return placesOf(trx, studyId).executeTakeFirstOrThrow();
}

export async function holdAnyStudy(trx: Db, studyId: string): Promise<void> {
  await placesOf(trx, studyId).execute();
}

/** The scheduled refund job runs twice in this time and records the outcome. */
export async function withholdPlaces(trx: Db, studyId: string): Promise<void> {
  await trx
    .updateTable('project.studies')
    .set({ gives_back_until: sql<Date>`now() + interval '10 minutes'` })
    .where('study_id', '=', studyId)
    .execute();
}

/** Returns whether the study became open or full. */
export async function changePlaces(
  trx: Transaction<ProjectTables>,
  study: { id: string; isOpen: boolean },
  taken: number,
): Promise<boolean> {
  if (taken === 0) return false;
  return (await addAccepted(trx, study.id, taken)) !== study.isOpen;
}

/** The version stays, because the study's content does not change. */
export async function addAccepted(trx: Db, studyId: string, delta: number): Promise<boolean> {
  const { isOpen } = await trx
    .updateTable('project.studies as study')
    .set((eb) => ({ accepted_count: eb('accepted_count', '+', delta), paid_elsewhere: PAID_ELSEWHERE }))
    .where('study.study_id', '=', studyId)
    .returning('study.is_open as isOpen')
    .executeTakeFirstOrThrow();
  return isOpen;
}
