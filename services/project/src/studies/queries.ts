import { sql } from 'kysely';
import type { NewStudy } from '@app/contracts/project/studies.ts';
import type { Db, StudyState } from '../schema.ts';
import { columnsOf } from './insert-study.ts';
import { type OwnStudy, type Versions, updateOwn } from './policy.ts';

/** False if it is no draft, of another version, or not there. */
export async function updateDraft(
  trx: Db,
  own: OwnStudy,
  study: Omit<NewStudy, 'projectId'>,
  versions: Versions,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({
      ...columnsOf(study),
      // Its budget may have been paid for.
      was_paid: sql<boolean>`project.may_have_budget(study)`,
      version: eb('study.version', '+', 1),
    }))
    .where('study.state', '=', 'DRAFT')
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** False if it is of another version, or not there. */
export async function updatePlaces(
  trx: Db,
  own: OwnStudy,
  wanted: number,
  versions: Versions,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({ desired_number_of_participants: wanted, version: eb('study.version', '+', 1) }))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** What hangs on the study has changed with it; false if it is of another version, or not there. */
export async function updateVersion(trx: Db, own: OwnStudy, versions: Versions): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({ version: eb('study.version', '+', 1) }))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** With their project, at the same instant: by that they come back with it. */
export async function deleteDraftsOf(trx: Db, projectId: string): Promise<void> {
  await trx
    .updateTable('project.studies')
    .set({ deleted_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('state', '=', 'DRAFT')
    .where('deleted_at', 'is', null)
    .execute();
}

/** What was left of a budget may have gone back meanwhile: from now on it can be paid for, and given back, as of any draft. */
export async function restoreDraftsOf(trx: Db, projectId: string, deletedAt: string): Promise<void> {
  await trx
    .updateTable('project.studies')
    .set({ deleted_at: null, given_back_at: null })
    .where('project_id', '=', projectId)
    .where('deleted_at', '=', sql<Date>`${deletedAt}::timestamptz`)
    .execute();
}

export async function hasApplicants(trx: Db, studyId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('project.applications')
    .select('application_id')
    .where('study_id', '=', studyId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasPublishedStudy(trx: Db, projectId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('project.studies')
    .select('study_id')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('state', 'in', ['PUBLISHED', 'PAUSED'] satisfies StudyState[])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Of a project whose studies are closed: once it is deleted, its owner would not see them any more. */
export async function hasMeetingsAhead(trx: Db, projectId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('project.bookings as booking')
    .innerJoin('project.studies as study', 'study.study_id', 'booking.study_id')
    .select('booking.booking_id')
    .where('study.project_id', '=', projectId)
    .where('booking.state', 'in', ['OFFERED', 'BOOKED', 'CONFIRMED'])
    .where('booking.ends_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
