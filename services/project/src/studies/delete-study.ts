import type { Study } from '@app/contracts/project/studies.ts';
import type {
  deleteStudy as deleting,
  restoreStudy as restoring,
} from '@app/contracts/project/study-calls.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { ago } from '@app/kit/retention-job.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { mayManage } from '../projects/policy.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { CLOSE_TRANSITION, applyTransition } from './transition-study.ts';
import { type OwnStudy, updateOwn, type Versions } from './policy.ts';
import { findStudy, hasApplicants } from './reads.ts';
import { hasPlaceLeft } from './accepted-places.ts';

/**
 * A study with applicants is closed instead (D-32). It is locked first. So someone who applies at the same
 * moment is notified, or finds no study.
 */
export async function deleteStudy(
  deps: Pick<Deps, 'db' | 'jobs' | 'openStudyCounts'>,
  own: OwnStudy,
  ifMatch: Versions,
  fail: Fail<(typeof deleting)['errors'][number]>,
): Promise<void> {
  const isOpenStudyDeleted = await transaction(deps.db, async (trx) => {
    const study = await findStudy(trx, own, { isLocked: true });
    if (!study) return fail('STUDY_NOT_FOUND');
    if (await hasApplicants(trx, study.id)) {
      if (study.state === 'CLOSED') return false;
      if (!(await applyTransition(deps, trx, own, { transition: CLOSE_TRANSITION, ifMatch }))) fail('STALE');
    } else {
      if (!(await updateDeleted(trx, own, ifMatch))) fail('STALE');
      await recordEvent(trx, 'STUDY_DELETED', { userId: own.userId, about: study.id });
    }
    return study.state === 'PUBLISHED' && hasPlaceLeft(study);
  });
  if (isOpenStudyDeleted) deps.openStudyCounts.invalidate();
}

export async function restoreStudy(
  deps: Pick<Deps, 'db' | 'openPages' | 'openStudyCounts'>,
  own: OwnStudy,
  ifMatch: Versions,
  fail: Fail<(typeof restoring)['errors'][number]>,
): Promise<Study> {
  const { study, isRestored } = await transaction(deps.db, async (trx) => {
    const restored = await updateRestored(trx, own);
    if (restored) {
      if (ifMatch && !ifMatch.includes(restored.version)) fail('STALE');
      await recordEvent(trx, 'STUDY_RESTORED', { userId: own.userId, about: own.studyId });
    }
    const found = await findStudy(trx, own);
    return { study: found ?? fail('STUDY_NOT_FOUND'), isRestored: restored !== undefined };
  });
  if (isRestored && study.state === 'PUBLISHED' && hasPlaceLeft(study)) {
    deps.openStudyCounts.invalidate();
    deps.openPages.notifyOpened();
  }
  return study;
}

type StudyRow = ExpressionBuilder<ProjectTables & { study: ProjectTables['project.studies'] }, 'study'>;

export const hasNoApplicant = (eb: StudyRow) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('project.applications as application')
        .select('application.application_id')
        .whereRef('application.study_id', '=', 'study.study_id'),
    ),
  );

async function updateDeleted(trx: Db, own: OwnStudy, versions: Versions): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set({ deleted_at: sql<Date>`now()` })
    .where(hasNoApplicant)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** A study that was deleted after this time can still be restored, so its budget stays. */
export const studiesRestorableSince = () => ago(RETENTION.deletedStudies);

/** The project is locked, because it may be deleted at the same moment. */
async function updateRestored(trx: Db, { studyId, userId }: OwnStudy) {
  return trx
    .with('locked', (cte) =>
      cte
        .selectFrom('project.projects as project')
        .select('project.project_id')
        .where('project.project_id', '=', (eb) =>
          eb.selectFrom('project.studies').select('project_id').where('study_id', '=', studyId),
        )
        .where(mayManage(userId))
        .forShare(),
    )
    .updateTable('project.studies as study')
    .set({ deleted_at: null })
    .where('study.study_id', '=', studyId)
    .where('study.deleted_at', '>', studiesRestorableSince())
    .where('study.project_id', 'in', (eb) => eb.selectFrom('locked').select('locked.project_id'))
    .returning('study.version')
    .executeTakeFirst();
}
