import { sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import type { TransitionDeps } from '../../deps.ts';
import type { Db } from '../../schema.ts';
import { WAITING_STATES } from '../states.ts';
import { transitionPayout, findPayout } from '../write-payout.ts';
import { applyOutcome } from './apply-outcome.ts';
import { queryOrder } from '../../provider.ts';
import { findAttemptBy } from './write-attempt.ts';

export async function recordReconciledAttempt(db: Db, attemptId: string): Promise<void> {
  await db
    .updateTable('payment.attempts')
    .set({ reconciled_at: sql<Date>`now()` })
    .where('attempt_id', '=', attemptId)
    .execute();
}

export async function recordReconciledOrders(db: Db, payoutId: string): Promise<void> {
  await db
    .updateTable('payment.attempts')
    .set({ reconciled_at: sql<Date>`now()` })
    .where('payout_id', '=', payoutId)
    .execute();
}

const DIFFERS = { to: 'REVIEW', why: 'ANSWER_DIFFERS' } as const;

/**
 * If the provider now reports a failed order as paid, stops further orders. Returns true if another order was
 * paid already.
 */
export async function stopAfterContradiction(deps: TransitionDeps, attemptId: string): Promise<boolean> {
  const { payoutId, state } = await selectAttemptPayout(deps.db, attemptId);
  const step = { ...DIFFERS, from: [...WAITING_STATES, 'ACTION_NEEDED'] } as const;
  await transaction(deps.db, (trx) => transitionPayout(deps, trx, payoutId, step));
  return state === 'SUCCEEDED';
}

/** The provider denies an order that counts as paid. Nothing is posted before an operator has reviewed it. */
export async function reviewPaidPayout(deps: TransitionDeps, attemptId: string): Promise<void> {
  const { payoutId } = await selectAttemptPayout(deps.db, attemptId);
  await transaction(deps.db, (trx) =>
    transitionPayout(deps, trx, payoutId, { ...DIFFERS, from: ['SUCCEEDED'] }),
  );
}

const selectAttemptPayout = (db: Db, attemptId: string) =>
  db
    .selectFrom('payment.attempts as attempt')
    .innerJoin('payment.payouts as payout', 'payout.payout_id', 'attempt.payout_id')
    .select(['payout.payout_id as payoutId', 'payout.state'])
    .where('attempt.attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();

/** Returns false if the reference is unknown. */
export async function pollPayout(deps: TransitionDeps, reference: string): Promise<boolean> {
  const attempt = await findAttemptBy(deps.db, reference);
  const payout = attempt && (await findPayout(deps.db, attempt.payoutId));
  if (!payout) return false;
  const provider = deps.providers[attempt.provider];
  if (!provider) return true;
  const outcome = await queryOrder(provider, attempt);
  // A new order is written only after the earlier one has failed.
  const hasFailed = ['FAILED_PROVEN', 'REJECTED', 'REVERSED'].includes(attempt.state);
  if (!hasFailed) await applyOutcome(deps, { payout, attempt, provider }, outcome);
  else if (outcome.kind === 'success') {
    deps.log.error({ payout: payout.id, order: attempt.id }, 'a failed order is reported as paid');
    await stopAfterContradiction(deps, attempt.id);
  }
  return true;
}

/** The provider's message identifies only the refunded payment, so this looks up its refund. */
export async function pollRefund(deps: TransitionDeps, fundingId: string): Promise<void> {
  const row = await deps.db
    .selectFrom('payment.payouts as refund')
    .innerJoin('payment.attempts as attempt', 'attempt.payout_id', 'refund.payout_id')
    .select('attempt.reference')
    .where('refund.funding_id', '=', fundingId)
    .orderBy('attempt.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row) await pollPayout(deps, row.reference);
}
