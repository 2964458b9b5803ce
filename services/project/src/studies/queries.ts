import { sql } from 'kysely';
import type { NewStudy } from '@app/contracts/project/studies.ts';
import type { Db, StudyState } from '../schema.ts';
import { columnsOf } from './insert-study.ts';
import type { OwnStudy, Versions } from './policy.ts';
import { updateOwn } from './policy.ts';

/** False if it is no draft, of another version, or not there. */
export async function updateDraft(
  trx: Db,
  own: OwnStudy,
  study: Omit<NewStudy, 'projectId'>,
  versions: Versions,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({ ...columnsOf(study), version: eb('study.version', '+', 1) }))
    .where('study.state', '=', 'DRAFT')
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Undefined if it is of another version, or not there. */
export async function updatePlaces(
  trx: Db,
  own: OwnStudy,
  wanted: number,
  versions: Versions,
): Promise<{ announcedAt: Date | null } | undefined> {
  return updateOwn(trx, own, versions)
    .set((eb) => ({ desired_number_of_participants: wanted, version: eb('study.version', '+', 1) }))
    .returning('study.announced_at as announcedAt')
    .executeTakeFirst();
}

/** They have no slots, so any number of them goes at once; what was deleted once published is left to the sweep. */
export async function deleteDraftsOf(trx: Db, projectId: string): Promise<void> {
  // Their budgets are given back first.
  await trx
    .updateTable('project.studies')
    .set({ deleted_at: sql<Date>`coalesce(deleted_at, now())` })
    .where('project_id', '=', projectId)
    .where('state', '=', 'DRAFT')
    .where('incentive', '>', 0)
    .execute();
  await trx
    .deleteFrom('project.studies')
    .where('project_id', '=', projectId)
    .where('state', '=', 'DRAFT')
    .where('incentive', '=', 0)
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

/** Of a project whose studies are closed: whoever deleted it would not see them any more. */
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
