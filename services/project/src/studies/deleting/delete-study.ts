import type {
  deleteStudy as deleting,
  restoreStudy as restoring,
} from '@app/contracts/project/study-calls.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Deps } from '../../deps.ts';
import { findStudy } from '../find-study.ts';
import { CLOSE, makeMove } from '../move-study.ts';
import type { OwnStudy, Versions } from '../policy.ts';
import { hasApplicants, restoreDraftsOf } from '../queries.ts';
import { updateDeleted, updateRestored } from './soft-delete.ts';
import { hasPlaceLeft } from '../standing.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { Project, restoreProject as restoringProject } from '@app/contracts/project/projects.ts';
import type { Db } from '../../schema.ts';
import { findProject } from '../../projects/reads.ts';
import { updateProjectRestored } from '../../projects/write-project.ts';
import type { OwnProject } from '../../projects/policy.ts';

/**
 * Soft-deletes a study without applicants; one with applicants is closed and they are notified (D-32). Locks the study
 * first: somebody who applies at the same moment is either notified too or finds it gone.
 */
export async function deleteStudy(
  deps: Pick<Deps, 'db' | 'jobs' | 'openStudyCounts'>,
  own: OwnStudy,
  ifMatch: Versions,
  fail: Fail<(typeof deleting)['errors'][number]>,
): Promise<void> {
  const isOpenOneGone = await transaction(deps.db, async (trx) => {
    const study = await findStudy(trx, own, { isHeld: true });
    if (!study) return fail('STUDY_NOT_FOUND');
    if (await hasApplicants(trx, study.id)) {
      if (study.state === 'CLOSED') return false;
      if (!(await makeMove(deps, trx, own, { move: CLOSE, ifMatch }))) fail('STALE');
    } else {
      if (!(await updateDeleted(trx, own, ifMatch))) fail('STALE');
      await noteEvent(trx, 'STUDY_DELETED', { userId: own.userId, about: study.id });
    }
    return study.state === 'PUBLISHED' && hasPlaceLeft(study);
  });
  if (isOpenOneGone) deps.openStudyCounts.forget();
}

/** Takes back a deletion of the last day; a study that is not deleted answers as it stands. */
export async function restoreStudy(
  deps: Pick<Deps, 'db' | 'openPages' | 'openStudyCounts'>,
  own: OwnStudy,
  ifMatch: Versions,
  fail: Fail<(typeof restoring)['errors'][number]>,
): Promise<Study> {
  const { study, isBack } = await transaction(deps.db, async (trx) => {
    const restored = await updateRestored(trx, own);
    if (restored) {
      if (ifMatch && !ifMatch.includes(restored.version)) fail('STALE');
      await noteEvent(trx, 'STUDY_RESTORED', { userId: own.userId, about: own.studyId });
    }
    const found = await findStudy(trx, own);
    return { study: found ?? fail('STUDY_NOT_FOUND'), isBack: restored !== undefined };
  });
  if (isBack && study.state === 'PUBLISHED' && hasPlaceLeft(study)) {
    deps.openStudyCounts.forget();
    deps.openPages.notifyOpened();
  }
  return study;
}

/** Takes back a deletion of the last 30 days; a project that is not deleted answers as it stands. */
export async function restoreProject(
  db: Db,
  own: OwnProject,
  ifMatch: readonly number[] | undefined,
  fail: Fail<(typeof restoringProject)['errors'][number]>,
): Promise<Project> {
  return transaction(db, async (trx) => {
    const restored = await updateProjectRestored(trx, own);
    if (restored) {
      if (ifMatch && !ifMatch.includes(restored.version)) fail('STALE');
      await restoreDraftsOf(trx, own.projectId, restored.deletedAt);
      await noteEvent(trx, 'PROJECT_RESTORED', { userId: own.userId, about: own.projectId });
    }
    return (await findProject(trx, own)) ?? fail('PROJECT_NOT_FOUND');
  });
}
