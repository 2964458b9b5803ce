import type { PayoutState } from '@app/contracts/payment/payouts.ts';
import { transaction } from '@app/kit/database.ts';
import type { Mover } from '../deps.ts';
import type { QueryOutcome } from '../providers/provider.ts';
import { applyOutcome } from './apply-outcome.ts';
import { queryOrder } from './ask-provider.ts';
import { findAttempt } from './write-attempt.ts';
import { findPayout, movePayout } from './write-payout.ts';

/** What settles a payment that somebody looks at: the provider's own word, and never a person's. */
const SETTLES: ReadonlySet<QueryOutcome['kind']> = new Set(['success', 'failure', 'reversed']);

/** Asks the provider about a payment in review. As long as it does not say how that ended, nothing changes. */
export async function askAgain(
  deps: Mover,
  payoutId: string,
): Promise<{ said: QueryOutcome['kind']; state: PayoutState } | undefined> {
  const payout = await findPayout(deps.db, payoutId);
  const attempt = payout?.state === 'REVIEW' ? await findAttempt(deps.db, payoutId) : undefined;
  const provider = attempt && deps.providers[attempt.provider];
  if (!payout || !provider) return undefined;
  const outcome = await queryOrder(provider, attempt);
  if (SETTLES.has(outcome.kind)) await applyOutcome(deps, { payout, attempt, provider }, outcome);
  // It was paid, its owner did not see it, and the network says once more that it is there.
  if (outcome.kind === 'success' && attempt.state === 'SUCCEEDED')
    await transaction(deps.db, (trx) =>
      movePayout(deps, trx, payoutId, { from: ['REVIEW'], to: 'SUCCEEDED' }),
    );
  const after = await findPayout(deps.db, payoutId);
  return { said: outcome.kind, state: after?.state ?? payout.state };
}
