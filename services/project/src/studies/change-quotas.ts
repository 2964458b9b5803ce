import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import { type Quota, findQuotaFlaw } from '@app/contracts/project/quotas.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { changeQuotas as endpoint } from '@app/contracts/project/study-calls.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { findQuotaPlaces, writeQuotas } from './quotas.ts';
import { findStudy } from './reads.ts';
import { type OwnStudy, updateVersion, type Versions } from './policy.ts';
import { lockOwnStudy } from './locks.ts';

const withoutPlaces = (quotas: readonly Quota[]) => quotas.map((quota) => ({ ...quota, places: 0 }));

/** If the quotas are already the same, the call succeeds with any version (RFC 9110 section 13.1.1). */
export async function changeQuotas(
  deps: Pick<Deps, 'db' | 'openPages' | 'openStudyCounts'>,
  own: OwnStudy,
  { body: { quotas }, ifMatch }: { body: BodyOf<typeof endpoint>; ifMatch: Versions },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<Study> {
  const { study, isNew } = await transaction(deps.db, async (trx) => {
    const locked = (await lockOwnStudy(trx, own)) ?? fail('STUDY_NOT_FOUND');
    const stored = (await findStudy(trx, own)) ?? fail('STUDY_NOT_FOUND');
    if (locked.isSuspended) return fail('STUDY_IS_SUSPENDED');
    if (stored.state === 'DRAFT' || stored.state === 'CLOSED') return fail(`STUDY_IS_${stored.state}`);
    if (!isDeepStrictEqual(withoutPlaces(quotas), withoutPlaces(stored.quotas)))
      fail('INVALID_INPUT', [{ rule: 'quotasStay', field: 'quotas' }]);
    const flaw = findQuotaFlaw(quotas, stored, stored.desiredNumberOfParticipants ?? 0);
    if (flaw) fail('INVALID_INPUT', [flaw]);
    if (isDeepStrictEqual(quotas, stored.quotas)) return { study: stored, isNew: false };
    for (const [at, { left }] of (await findQuotaPlaces(trx, locked)).entries()) {
      const taken = (stored.quotas[at]?.places ?? 0) - left;
      // If a quota has more people than places, it may keep its number of places.
      const least = Math.min(taken, stored.quotas[at]?.places ?? 0);
      if ((quotas[at]?.places ?? 0) < least)
        fail('INVALID_INPUT', [{ rule: `min ${least}`, field: `quotas.${at}.places` }]);
    }
    if (!(await updateVersion(trx, own, ifMatch))) return fail('STALE');
    await writeQuotas(trx, own.studyId, quotas);
    await recordEvent(trx, 'STUDY_QUOTAS_CHANGED', { userId: own.userId, about: own.studyId });
    return { study: (await findStudy(trx, own)) ?? fail('STUDY_NOT_FOUND'), isNew: true };
  });
  if (isNew) {
    deps.openStudyCounts.invalidate();
    deps.openPages.notifyOpened();
  }
  return study;
}
