import type { BodyOf } from '@app/contracts/endpoint.ts';
import { spreadPlaces } from '@app/contracts/project/quotas.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { addPlaces as endpoint } from '@app/contracts/project/study-calls.ts';
import { dryRun, transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Transaction } from 'kysely';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { reservePlaces } from './budgets.ts';
import { writeQuotas } from './quotas.ts';
import { type OwnStudy, updateOwn, type Versions } from './policy.ts';
import { findStudy } from './reads.ts';

async function updatePlaces(trx: Db, own: OwnStudy, wanted: number, versions: Versions): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({ desired_number_of_participants: wanted, version: eb('study.version', '+', 1) }))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** If the number is already the same, the call succeeds with any version (RFC 9110 section 13.1.1). */
export async function addPlaces(
  deps: Pick<Deps, 'db' | 'callPayment' | 'openPages' | 'openStudyCounts'>,
  own: OwnStudy,
  { body, ifMatch }: { body: BodyOf<typeof endpoint>; ifMatch: Versions },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<Study> {
  const wanted = body.desiredNumberOfParticipants;
  const { incentive } = (await findStudy(deps.db, own)) ?? fail('STUDY_NOT_FOUND');
  const add = async (trx: Transaction<ProjectTables>) => {
    const stored = await findStudy(trx, own, { isLocked: true });
    if (!stored) return fail('STUDY_NOT_FOUND');
    if (stored.suspension) return fail('STUDY_IS_SUSPENDED');
    const { state, desiredNumberOfParticipants: before } = stored;
    if (state === 'DRAFT' || state === 'CLOSED') return fail(`STUDY_IS_${state}`);
    if (wanted === before) return { study: stored, isNew: false };
    if (wanted < (before ?? 0)) {
      fail('INVALID_INPUT', [{ rule: 'placesOnlyMore', field: 'desiredNumberOfParticipants' }]);
    }
    if (!(await updatePlaces(trx, own, wanted, ifMatch))) return fail('STALE');
    const shares = spreadPlaces(
      stored.quotas.map(({ places }) => places),
      wanted - (before ?? 0),
    );
    await writeQuotas(
      trx,
      own.studyId,
      stored.quotas.map((quota, at) => ({ ...quota, places: quota.places + (shares[at] ?? 0) })),
    );
    await recordEvent(trx, 'STUDY_PLACES_ADDED', { userId: own.userId, about: own.studyId });
    return { study: (await findStudy(trx, own)) ?? fail('STUDY_NOT_FOUND'), isNew: true };
  };
  // After publication the incentive cannot change, so it may be read before the transaction.
  if (incentive > 0 && (await dryRun(deps.db, add)).isNew)
    await reservePlaces(deps.callPayment, { studyId: own.studyId, incentive, places: wanted }, fail);
  const { study, isNew } = await transaction(deps.db, add);
  if (isNew) {
    deps.openStudyCounts.invalidate();
    deps.openPages.notifyApplicants(study.id);
    deps.openPages.notifyOpened();
  }
  return study;
}
