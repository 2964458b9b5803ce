import { isWantedVersion } from '@app/kit/versions.ts';
import type { ExpressionBuilder } from 'kysely';
import { mayManage } from '../projects/policy.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { placesOf } from './change-places.ts';

/** What hangs on the study has changed with it; false if it is of another version, or not there. */
export async function updateVersion(trx: Db, own: OwnStudy, versions: Versions): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({ version: eb('study.version', '+', 1) }))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** A study, and the person who must be allowed to manage its project; otherwise it does not exist for them (D-21). */
export interface OwnStudy {
  studyId: string;
  userId: string;
}

type StudyRow = ExpressionBuilder<ProjectTables & { study: ProjectTables['project.studies'] }, 'study'>;

/** As with the project of the study, while the study is there too. */
export const mayManageStudy = (userId: string) => (eb: StudyRow) =>
  eb.and([
    eb('study.deleted_at', 'is', null),
    eb.exists(
      eb
        .selectFrom('project.projects as project')
        .select('project.project_id')
        .whereRef('project.project_id', '=', 'study.project_id')
        .where(mayManage(userId)),
    ),
  ]);

/** Those of If-Match; any where there is none. */
export type Versions = readonly number[] | undefined;

/** A study that this person may change, where it is of a version that is wanted. */
export const updateOwn = (trx: Db, { studyId, userId }: OwnStudy, versions: Versions) =>
  trx
    .updateTable('project.studies as study')
    .where('study.study_id', '=', studyId)
    .where(mayManageStudy(userId))
    .where(isWantedVersion(versions));

/** Locks a study of this person, so that its places are given and taken back by one at a time. */
export const holdStudyPlaces = (trx: Db, { studyId, userId }: OwnStudy) =>
  placesOf(trx, studyId).where(mayManageStudy(userId)).executeTakeFirst();
