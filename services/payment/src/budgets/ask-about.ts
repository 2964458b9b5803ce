import type { FundingState } from '@app/contracts/payment/budgets.ts';
import type { Deps, Mover } from '../deps.ts';
import { askAboutRefund } from '../payouts/sending/ask-about.ts';
import type { QueryOutcome } from '../provider.ts';
import { advanceFunding, applyFundingOutcome, isWatchedNoMore } from './prompt-funding.ts';
import { findFunding } from './write-funding.ts';

/** Asks the provider about what was paid in, and what went back of it, because somebody has said something. False where there is none. */
export async function askAboutFunding(deps: Deps, reference: string): Promise<boolean> {
  const row = await deps.db
    .selectFrom('payment.fundings')
    .select(['funding_id as fundingId', 'state'])
    .where('reference', '=', reference)
    .executeTakeFirst();
  // The prompt is not sent yet, so no answer can be about it.
  if (row && row.state !== 'CREATED') await advanceFunding(deps, row);
  if (row?.state === 'SUCCEEDED') await askAboutRefund(deps, row.fundingId);
  return row !== undefined;
}

/**
 * Asks the provider about a funding in review. As long as it does not say how that ended, nothing changes. After three
 * days an unpaid one has ended.
 */
export async function askFundingAgain(
  deps: Mover,
  fundingId: string,
): Promise<{ said: QueryOutcome['kind'] | 'nothing'; state: FundingState } | undefined> {
  const funding = await findFunding(deps.db, fundingId);
  if (funding?.state !== 'REVIEW') return undefined;
  const provider = deps.providers[funding.provider];
  if (!provider) return { said: 'nothing', state: funding.state };
  const outcome = await provider.queryPrompt(funding.reference);
  const isUnpaid = outcome.kind === 'pending' || outcome.kind === 'not-seen';
  const isOver = outcome.kind === 'success' || outcome.kind === 'failure';
  if (isOver || (isUnpaid && isWatchedNoMore(funding)))
    await applyFundingOutcome(deps, funding, outcome, provider.currency);
  const after = await findFunding(deps.db, fundingId);
  return { said: outcome.kind, state: after?.state ?? funding.state };
}
