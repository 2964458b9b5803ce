import { sql } from 'kysely';
import type { Obstacle } from '@app/contracts/account-deletion.ts';
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
