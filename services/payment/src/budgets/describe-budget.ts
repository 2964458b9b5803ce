import type { Budget } from '@app/contracts/payment/budgets.ts';
import { readStudyBalances } from '../ledger/read-balances.ts';
import type { Db } from '../schema.ts';
import type { BudgetRow } from './queries.ts';
import { findBudget, listFundings } from './queries.ts';
import { quoteOf } from './quote.ts';

/** The budget of a researcher's own study as they see it; undefined for anybody else's. */
export async function describeBudget(
  db: Db,
  { studyId, researcherId }: Pick<BudgetRow, 'studyId' | 'researcherId'>,
): Promise<Budget | undefined> {
  const budget = await findBudget(db, studyId);
  if (budget?.researcherId !== researcherId) return undefined;
  const [balances, fundings] = [await readStudyBalances(db, studyId), await listFundings(db, studyId)];
  return {
    studyId,
    state: budget.state,
    quote: quoteOf({ ...budget, availableInPesewas: balances.available }),
    availableInPesewas: balances.available,
    promisedInPesewas: balances.promised,
    payableInPesewas: balances.payable,
    refundDueInPesewas: balances.refundDue,
    fundings: fundings.map((funding) => ({ ...funding, createdAt: funding.createdAt.toISOString() })),
  };
}
