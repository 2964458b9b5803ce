import type { giveCode as contract } from '@app/contracts/payment/budgets.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import { advanceFunding } from './prompt-funding.ts';
import { findBudget } from './queries.ts';
import { moveFunding, noteFollowing, takeCode } from './write-funding.ts';

/**
 * Hands on the code by which a payer agrees, within the call, since it is kept nowhere. What becomes of the payment is asked
 * afterwards, as of any other.
 */
export async function giveCode(
  deps: Deps,
  { studyId, researcherId, code }: { studyId: string; researcherId: string; code: string },
  fail: Fail<(typeof contract)['errors'][number]>,
): Promise<void> {
  if ((await findBudget(deps.db, studyId))?.researcherId !== researcherId) return fail('BUDGET_NOT_FOUND');
  // Counted before it is tried: a time-out is a try too.
  const funding = await takeCode(deps.db, studyId);
  const provider = funding && deps.providers[funding.provider];
  if (!funding || !provider?.submitCode) return fail('CODE_NOT_ASKED');
  const outcome = await provider.submitCode(funding.reference, code);
  if (outcome === 'taken') return noteFollowing(deps.db, funding.fundingId, { codes_left: null });
  if (outcome === 'unknown') return;
  await advanceFunding(deps, funding);
  // Whatever the provider comes to say of it is credited still.
  if (funding.codesLeft === 0)
    await transaction(deps.db, (trx) =>
      moveFunding(deps, trx, funding.fundingId, { from: ['PROMPTED'], to: 'EXPIRED', polls: 0 }),
    );
  return fail('CODE_WRONG');
}
