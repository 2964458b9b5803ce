import type { changeMatching as endpoint } from '@app/contracts/identity/profile.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { queueReachRefresh } from '../reach/refresh-reach.ts';
import { findProfile, updateMatching } from './queries.ts';
import { queueProfileChange } from './tell-profile-change.ts';

/** Takes back the consent to matching, or gives it again. What is so already leaves no rows. */
export async function changeMatching(
  deps: Deps,
  change: { userId: string; isMatched: boolean },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<void> {
  const { userId, isMatched } = change;
  await transaction(deps.db, async (trx) => {
    if (!(await updateMatching(trx, userId, isMatched))) {
      if (!(await findProfile(trx, userId))) fail('PROFILE_NOT_FOUND');
      return;
    }
    await noteEvent(trx, isMatched ? 'MATCHING_ALLOWED' : 'MATCHING_WITHDRAWN', { userId });
    await queueProfileChange(deps, trx, { userId });
    await queueReachRefresh(deps, trx);
  });
}
