import { matchesVersions } from '@app/kit/versions.ts';
import type { ExpressionBuilder } from 'kysely';
import { mayManage } from '../projects/policy.ts';
import type { Db, ProjectTables } from '../schema.ts';

export async function updateVersion(trx: Db, own: OwnStudy, versions: Versions): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({ version: eb('study.version', '+', 1) }))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** For a person who may not manage its project, the study does not seem to exist (D-21). */
export interface OwnStudy {
  studyId: string;
  userId: string;
}

type StudyRow = ExpressionBuilder<ProjectTables & { study: ProjectTables['project.studies'] }, 'study'>;

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

/** Undefined if the header If-Match is absent. Then any version is accepted. */
export type Versions = readonly number[] | undefined;

export const updateOwn = (trx: Db, { studyId, userId }: OwnStudy, versions: Versions) =>
  trx
    .updateTable('project.studies as study')
    .where('study.study_id', '=', studyId)
    .where(mayManageStudy(userId))
    .where(matchesVersions(versions));
