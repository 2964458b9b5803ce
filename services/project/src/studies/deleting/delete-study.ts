import type { deleteStudy as endpoint } from '@app/contracts/project/study-calls.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Deps } from '../../deps.ts';
import { findStudy } from '../find-study.ts';
import { CLOSE, makeMove } from '../move-study.ts';
import type { OwnStudy, Versions } from '../policy.ts';
import { hasApplicants } from '../queries.ts';
import { updateDeleted } from './soft-delete.ts';
import { hasPlaceLeft } from '../standing.ts';

/**
 * Soft-deletes a study without applicants; one with applicants is closed and they are notified (D-32). Locks the study
 * first: somebody who applies at the same moment is either notified too or finds it gone.
 */
export async function deleteStudy(
  deps: Pick<Deps, 'db' | 'jobs' | 'openStudyCounts'>,
  own: OwnStudy,
  ifMatch: Versions,
  fail: Fail<(typeof endpoint)['errors'][number]>,
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
