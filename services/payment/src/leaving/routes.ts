import { erasePerson as erasure, findObstacles as obstacles } from '@app/contracts/payment/people.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import { eraseFundings } from '../budgets/erase-fundings.ts';
import { eraseCallbacks } from '../callbacks/erase-callbacks.ts';
import type { Deps } from '../deps.ts';
import { erasePayouts } from '../payouts/erase-payouts.ts';
import { insertLeft } from './insert-left.ts';
import { findObstacles } from './find-obstacles.ts';

/** Amounts, instants and references stay, as books must; phones, names and words go. */
export function leavingRoutes(route: Route, { db }: Deps): void {
  route(obstacles, async ({ params }) => findObstacles(db, params.userId));

  route(erasure, async ({ params: { userId } }) =>
    transaction(db, async (trx) => {
      await insertLeft(trx, userId);
      const references = [...(await erasePayouts(trx, userId)), ...(await eraseFundings(trx, userId))];
      await eraseCallbacks(trx, references);
    }),
  );
}
