import type { Budget } from '@app/contracts/payment/budgets.ts';
import { readSnapshot } from '@app/kit/database.ts';
import { readStudyBalances, readStudyFees } from '../ledger/read-balances.ts';
import type { Db } from '../schema.ts';
import { sourceHint } from './write-funding.ts';
import {
  type BudgetRow,
  countUnfundedPayouts,
  findBudgetAndMoney,
  findRefundable,
  listFundings,
  sumStudyPayouts,
} from './queries.ts';
import { calculateQuote, quoteOfUnfunded } from './quote.ts';

type BudgetOwner = Pick<BudgetRow, 'studyId' | 'researcherId'>;

/** Reads fundings and balance in one snapshot, so that they fit together. */
export const describeBudget = (db: Db, own: BudgetOwner): Promise<Budget | undefined> =>
  readSnapshot(db, (trx) => readBudget(trx, own));

async function readBudget(db: Db, { studyId, researcherId }: BudgetOwner): Promise<Budget | undefined> {
  const budget = await findBudgetAndMoney(db, studyId);
  if (budget?.researcherId !== researcherId) return undefined;
  const balances = await readStudyBalances(db, studyId);
  const { paid, onItsWay, refunded } = await sumStudyPayouts(db, studyId);
  const returnable = await findRefundable(db, studyId);
  const fundings = await listFundings(db, studyId);
  const unfundedPlaces = await countUnfundedPayouts(db, studyId);
  return {
    studyId,
    state: budget.state,
    quote: unfundedPlaces > 0 ? quoteOfUnfunded(budget, unfundedPlaces) : calculateQuote(budget),
    unfundedPlaces,
    availableInPesewas: budget.availableInPesewas,
    promisedInPesewas: balances.promised,
    payableInPesewas: balances.payable,
    onItsWayInPesewas: onItsWay,
    paidInPesewas: paid,
    feesInPesewas: await readStudyFees(db, studyId),
    refundedInPesewas: refunded,
    refundDueInPesewas: balances.refundDue,
    returnableInPesewas: returnable.available + returnable.promised,
    fundings: fundings.map(({ phoneNumber, lastFour, pageUrl, codesLeft, ...funding }) => ({
      ...funding,
      walletHint: sourceHint({ phoneNumber, lastFour }),
      // In other states the payment page is closed, so there is no link.
      pageUrl: funding.state === 'PROMPTED' ? pageUrl : null,
      asksForCode: funding.state === 'PROMPTED' && (codesLeft ?? 0) > 0,
      createdAt: funding.createdAt.toISOString(),
    })),
  };
}
