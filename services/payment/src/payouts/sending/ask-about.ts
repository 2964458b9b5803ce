import type { Mover } from '../../deps.ts';
import { applyOutcome } from './apply-outcome.ts';
import { queryOrder } from './ask-provider.ts';
import { stopAfterContradiction } from '../note-reconciled.ts';
import { findAttemptBy } from './write-attempt.ts';
import { findPayout } from '../write-payout.ts';

/** Asks the provider about an order because somebody has said something of it. False where there is none. */
export async function askAboutPayout(deps: Mover, reference: string): Promise<boolean> {
  const attempt = await findAttemptBy(deps.db, reference);
  const payout = attempt && (await findPayout(deps.db, attempt.payoutId));
  if (!payout) return false;
  const provider = deps.providers[attempt.provider];
  if (!provider) return true;
  const outcome = await queryOrder(provider, attempt);
  // So has every order before the last one.
  const hasFailed = ['FAILED_PROVEN', 'REJECTED', 'REVERSED'].includes(attempt.state);
  if (!hasFailed) await applyOutcome(deps, { payout, attempt, provider }, outcome);
  else if (outcome.kind === 'success') {
    deps.log.error({ payout: payout.id, order: attempt.id }, 'an order that failed is said to be paid');
    await stopAfterContradiction(deps, attempt.id);
  }
  return true;
}

/** The same of what is given back, of which a provider names only the payment that it came by. */
export async function askAboutRefund(deps: Mover, fundingId: string): Promise<void> {
  const row = await deps.db
    .selectFrom('payment.payouts as refund')
    .innerJoin('payment.attempts as attempt', 'attempt.payout_id', 'refund.payout_id')
    .select('attempt.reference')
    .where('refund.funding_id', '=', fundingId)
    .orderBy('attempt.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row) await askAboutPayout(deps, row.reference);
}
