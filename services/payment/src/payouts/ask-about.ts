import type { Mover } from '../deps.ts';
import type { Db } from '../schema.ts';
import { applyOutcome } from './apply-outcome.ts';
import { queryOrder } from './ask-provider.ts';
import { stopAfterContradiction } from './note-reconciled.ts';
import { findAttempt } from './write-attempt.ts';
import { findPayout } from './write-payout.ts';

/** The newest order of the payout that a reference is about. */
async function findByReference(db: Db, reference: string) {
  const row = await db
    .selectFrom('payment.attempts')
    .select('payout_id as payoutId')
    .where('reference', '=', reference)
    .executeTakeFirst();
  const payout = row && (await findPayout(db, row.payoutId));
  const attempt = payout && (await findAttempt(db, payout.id));
  return attempt && payout ? { payout, attempt } : undefined;
}

/** Asks the provider about an order because somebody has said something of it. False where there is none. */
export async function askAboutPayout(deps: Mover, reference: string): Promise<boolean> {
  const found = await findByReference(deps.db, reference);
  if (!found) return false;
  const provider = deps.providers[found.attempt.provider];
  // Of an order before the last one nothing can follow any more.
  if (!provider || found.attempt.reference !== reference) return true;
  const outcome = await queryOrder(provider, found.attempt);
  const hasFailed = ['FAILED_PROVEN', 'REJECTED', 'REVERSED'].includes(found.attempt.state);
  if (!hasFailed) await applyOutcome(deps, { ...found, provider }, outcome);
  else if (outcome.kind === 'success') await stopAfterContradiction(deps, found.attempt.id);
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
