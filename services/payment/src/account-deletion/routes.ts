import { erasePerson as erasure, findObstacles as obstacles } from '@app/contracts/payment/people.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import { eraseFundings } from '../budgets/write-funding.ts';
import { eraseCallbacks } from '../callbacks/read-callback.ts';
import type { Deps } from '../deps.ts';
import { erasePayouts } from '../payouts/write-payout.ts';
import { findObstacles, insertLeft } from './find-obstacles.ts';

/**
 * Bookkeeping needs amounts, times and references, so these stay. Phone numbers, names and texts are erased.
 */
export function accountDeletionRoutes(route: Route, { db }: Deps): void {
  route(obstacles, async ({ params }) => findObstacles(db, params.userId));

  route(erasure, async ({ params: { userId } }) =>
    transaction(db, async (trx) => {
      await insertLeft(trx, userId);
      const references = [...(await erasePayouts(trx, userId)), ...(await eraseFundings(trx, userId))];
      await eraseCallbacks(trx, references);
    }),
  );
}
