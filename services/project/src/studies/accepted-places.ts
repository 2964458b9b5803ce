import { type Transaction, sql } from 'kysely';
import { OPEN_HOURS, SHORT_NOTICE_HOURS } from '@app/contracts/project/meeting-choices.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { Db, ProjectTables } from '../schema.ts';
import type { lockStudy } from './locks.ts';
import { findQuotaIndexes, findQuotaPlaces } from './quotas.ts';

/** Counts only places that can be paid for. The caller must lock the study. */
export async function findPlacesLeft(trx: Db, study: Awaited<ReturnType<typeof lockStudy>>): Promise<number> {
  if (study.incentive === 0) return study.placesLeft ?? 0;
  // The budget was refunded, or will be soon. So no further participant could be paid.
  if (study.refundedAt || study.isRefunding) return 0;
  const { rows } = await sql<{ reserved: number }>`
    select count(distinct entitled.application_id)::int as reserved
    from project.possibly_entitled_applications(${SHORT_NOTICE_HOURS}, ${OPEN_HOURS}) as entitled
    join project.applications as application using (application_id)
    where entitled.study_id = ${study.id} and application.status <> 'ACCEPTED'
      and not exists (select from project.payables as payable
        where payable.application_id = entitled.application_id and payable.pesewas > 0)`.execute(trx);
  return (study.placesLeft ?? 0) - (rows[0]?.reserved ?? 0);
}

/** True if there is still a place that fits the applicant's quota. The caller must lock the study. */
export async function isPlaceLeft(
  trx: Transaction<ProjectTables>,
  study: Awaited<ReturnType<typeof lockStudy>>,
  applicationId: string,
): Promise<boolean> {
  if ((await findPlacesLeft(trx, study)) <= 0) return false;
  if (!study.hasQuotas) return true;
  const quota = (await findQuotaIndexes(trx, study, [applicationId])).get(applicationId);
  return ((await findQuotaPlaces(trx, study))[quota ?? -1]?.left ?? 0) > 0;
}

/**
 * During a refund no one may be accepted. In ten minutes, the refund job runs twice and records how the
 * refund ended.
 */
export async function withholdPlaces(trx: Db, studyId: string): Promise<void> {
  await trx
    .updateTable('project.studies')
    .set({ refunding_until: sql<Date>`now() + interval '10 minutes'` })
    .where('study_id', '=', studyId)
    .execute();
}

/** True if the study is now open or full and was not before. */
export async function changeTakenPlaces(
  trx: Transaction<ProjectTables>,
  study: { id: string; isOpen: boolean },
  taken: number,
): Promise<boolean> {
  if (taken === 0) return false;
  return (await addAccepted(trx, study.id, taken)) !== study.isOpen;
}

/** The version of the study does not change. If payables change, a trigger also updates `paid_elsewhere`. */
export async function addAccepted(trx: Db, studyId: string, delta: number): Promise<boolean> {
  const { isOpen } = await trx
    .updateTable('project.studies as study')
    .set((eb) => ({
      accepted_count: eb('accepted_count', '+', delta),
      paid_elsewhere: sql<number>`project.places_paid_elsewhere(study)`,
    }))
    .where('study.study_id', '=', studyId)
    .returning('study.is_open as isOpen')
    .executeTakeFirstOrThrow();
  return isOpen;
}

export function hasPlaceLeft(study: Study): boolean {
  return (study.placesLeft ?? 0) > 0;
}
