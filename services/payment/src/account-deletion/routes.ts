import { erasePerson as erasure, findObstacles as obstacles } from '@app/contracts/payment/people.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import { sql } from 'kysely';
import type { Obstacle } from '@app/contracts/account-deletion.ts';
import { eraseFundings } from '../budgets/write-funding.ts';
import { eraseCallbacks } from '../callbacks/read-callback.ts';
import type { Deps } from '../deps.ts';
import { erasePayouts } from '../payouts/write-payout.ts';
import type { Db } from '../schema.ts';

/**
 * An account with open payments cannot be deleted, because its owner must still be able to correct the number
 * that they go to.
 */
export async function findObstacles(db: Db, userId: string): Promise<Obstacle[]> {
  const { rows } = await sql<{ obstacle: Obstacle }>`
    select 'BUDGET_IS_OPEN' as obstacle where exists (
      select from payment.budgets as budget where researcher_id = ${userId} and (state = 'OPEN' or exists (
        select from payment.payouts as unfunded where unfunded.study_id = budget.study_id and unfunded.state = 'UNFUNDED')))
    union all
    select 'PAYMENT_NOT_FINAL' where exists (
      select from payment.payouts where person_id = ${userId} and state not in ('SUCCEEDED', 'CANCELLED')
    ) or exists (
      select from payment.fundings as funding join payment.budgets as budget using (study_id)
      where budget.researcher_id = ${userId} and funding.state not in ('SUCCEEDED', 'FAILED'))`.execute(db);
  return rows.map(({ obstacle }) => obstacle);
}

async function insertLeft(trx: Db, userId: string): Promise<void> {
  await trx
    .insertInto('payment.left_people')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/**
 * Amounts, times and references stay, because bookkeeping needs them. Phone numbers, names and texts are
 * erased.
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
