import type { Study } from '@app/contracts/project/studies.ts';
import type { restoreStudy as endpoint } from '@app/contracts/project/study-calls.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Deps } from '../../deps.ts';
import { findStudy } from '../find-study.ts';
import type { OwnStudy, Versions } from '../policy.ts';
import { updateRestored } from './soft-delete.ts';
import { hasPlaceLeft } from '../standing.ts';

/** Takes back a deletion of the last day; a study that is not deleted answers as it stands. */
export async function restoreStudy(
  deps: Pick<Deps, 'db' | 'openPages' | 'openStudyCounts'>,
  own: OwnStudy,
  ifMatch: Versions,
  fail: Fail<(typeof endpoint)['errors'][number]>,
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
