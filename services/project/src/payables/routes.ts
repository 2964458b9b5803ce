import type { ReplyOf } from '@app/contracts/endpoint.ts';
import * as contract from '@app/contracts/project/payables.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { findStudyMoney, findStudyNames } from './reads.ts';
import type { Db } from '../schema.ts';
import { addPlaces } from '../studies/add-places.ts';
import { withholdPlaces } from '../studies/accepted-places.ts';
import { lockStudyIfPresent } from '../studies/locks.ts';

/**
 * During a refund, no one may become owed its money. So places are withheld for ten minutes, and after that
 * because of `refunded_at`.
 */
async function endStudyMoney(
  db: Db,
  studyId: string,
  fail: Fail<(typeof contract.endStudyMoney)['errors'][number]>,
): Promise<ReplyOf<typeof contract.endStudyMoney>> {
  return transaction(db, async (trx) => {
    await lockStudyIfPresent(trx, studyId);
    const money = (await findStudyMoney(trx, studyId)) ?? fail('STUDY_NOT_FOUND');
    if (!money.isOpen) await withholdPlaces(trx, studyId);
    return money;
  });
}

export function payableRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(
    contract.readStudyMoney,
    async ({ params, fail }) => (await findStudyMoney(db, params.id)) ?? fail('STUDY_NOT_FOUND'),
  );

  route(contract.readStudyNames, ({ body }) => findStudyNames(db, body.studyIds));

  route(contract.addPaidPlaces, async ({ params, body, fail }) => {
    const { researcherId } = (await findStudyMoney(db, params.id)) ?? fail('STUDY_NOT_FOUND');
    const wanted = { desiredNumberOfParticipants: body.places };
    const own = { studyId: params.id, userId: researcherId };
    await addPlaces(deps, own, { body: wanted, ifMatch: undefined }, fail);
  });

  route(contract.endStudyMoney, async ({ params, fail }) => endStudyMoney(db, params.id, fail));
}
