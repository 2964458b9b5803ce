import type { Db } from '../schema.ts';
import { type BudgetRow, findBudget } from './queries.ts';

/** A statement that waited for the lock would see the ledger as it was before. */
export async function lockBudget(trx: Db, studyId: string): Promise<BudgetRow | undefined> {
  await trx
    .selectFrom('payment.budgets')
    .select('study_id')
    .where('study_id', '=', studyId)
    .forUpdate()
    .executeTakeFirst();
  return findBudget(trx, studyId);
}
