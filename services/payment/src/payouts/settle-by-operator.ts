import type { Transaction } from 'kysely';
import type { PayoutState } from '@app/contracts/payment/payouts.ts';
import { transaction } from '@app/kit/database.ts';
import { recordEvent } from '../audit.ts';
import type { TransitionDeps } from '../deps.ts';
import { type ProviderName, type QueryOutcome, queryOrder } from '../provider.ts';
import type { PaymentTables } from '../schema.ts';
import { type PayoutOrder, postSuccess, postUnfunded } from './sending/apply-outcome.ts';
import type { Decision } from './sending/poll-or-resend.ts';
import { findLostOrder, adoptLostOrder } from './sending/find-lost-orders.ts';
import { recordReconciledOrders } from './sending/poll-provider.ts';
import { LIVE_ATTEMPT_STATES } from './states.ts';
import { type Attempt, findAttempt, insertAttempt } from './sending/write-attempt.ts';
import { type PayoutTransition, findPayout, transitionPayout, recordUnanswered } from './write-payout.ts';

const SETTLEABLE = ['UNFUNDED', 'REVIEW', 'REVERSED', 'ACTION_NEEDED'] as const satisfies PayoutState[];
const FAILED_OUTCOMES: ReadonlySet<QueryOutcome['kind']> = new Set(['failure', 'reversed']);

/**
 * An operator's evidence ends a payment as paid. If its money was not paid in, the platform bears the loss.
 * Returns undefined if there is nothing to end.
 */
export async function markAsPaid(
  deps: TransitionDeps,
  payoutId: string,
  { by, evidence }: { by: ProviderName; evidence: string },
): Promise<Decision | undefined> {
  const payout = await findPayout(deps.db, payoutId);
  if (!payout || !SETTLEABLE.some((state) => state === payout.state)) return undefined;
  const last = await findAttempt(deps.db, payoutId);
  const lastProvider = last && deps.providers[last.provider];
  const outcome = lastProvider && (await queryOrder(lastProvider, last));
  const how = paymentEvidence(last, outcome?.kind);
  // If the database has lost an order, a payment by hand would be the second one.
  const forgotten = how === 'BY_HAND' ? await findLostOrder(deps, payout) : 'NONE';
  if (forgotten === 'UNKNOWN') {
    await recordUnanswered(deps.db, payoutId);
    return { said: 'unknown', state: payout.state, isDone: false };
  }
  const found = typeof forgotten === 'object' ? forgotten : undefined;
  // An order that is still open could fail and be sent again, and the person would be paid twice.
  if (found?.outcome.kind === 'pending') return { said: 'pending', state: payout.state, isDone: false };
  if (found && found.outcome.kind !== 'failure') {
    await adoptLostOrder(deps, payout, found, undefined);
    const after = await findPayout(deps.db, payoutId);
    return { said: found.outcome.kind, state: after?.state ?? payout.state, isDone: false };
  }
  const asRead = { from: [payout.state], ofVersion: payout.version };
  const isDone = await transaction(deps.db, async (trx) => {
    let isOurs = false;
    const end = async (set: PayoutTransition['set'] = {}) => {
      isOurs = await transitionPayout(deps, trx, payoutId, { ...asRead, to: 'SUCCEEDED', set });
      if (isOurs) await recordEvent(trx, 'PAYOUT_PAID', { about: `${payoutId} ${by} ${evidence}` });
      return isOurs;
    };
    if (how === 'BOOKED') await end();
    if (how === 'BY_ORDER' && lastProvider && outcome?.kind === 'success') {
      if (await end({ providerId: outcome.providerId }))
        await book(trx, { payout, attempt: last, provider: lastProvider }, outcome);
    }
    const provider = deps.providers[by];
    if (how === 'BY_HAND' && provider) {
      const number = Math.max(payout.attempts, found?.number ?? 0) + 1;
      // A payment by hand did not go to the stored account, so the account is removed.
      if (!(await end({ attempts: number, walletHint: null, providerId: null }))) return false;
      if (payout.state === 'UNFUNDED') await postUnfunded(trx, payout);
      // The paid order must become the newest one.
      const order = { payoutId, number, provider: by, to: { refundOf: '' }, pesewas: payout.pesewas };
      await insertAttempt(trx, order);
      const attempt = await findAttempt(trx, payoutId);
      if (attempt) await book(trx, { payout, attempt, provider });
    }
    // An operator has looked at these orders, so reconciliation leaves them out.
    if (isOurs) await recordReconciledOrders(trx, payoutId);
    return isOurs;
  });
  const after = await findPayout(deps.db, payoutId);
  const state = after?.state ?? payout.state;
  // Someone else has decided in the meantime.
  if (!isDone && state !== payout.state) return undefined;
  return { said: outcome?.kind ?? 'nothing', state, isDone };
}

async function book(
  trx: Transaction<PaymentTables>,
  order: PayoutOrder,
  details: { providerId?: string; feeInPesewas?: number } = {},
): Promise<void> {
  if (!(await postSuccess(trx, order, details))) throw new Error('The order has ended meanwhile');
}

/** Returns undefined if an order can still arrive, or if the provider says that a paid order was not paid. */
function paymentEvidence(
  attempt: Attempt | undefined,
  said: QueryOutcome['kind'] | undefined,
): 'BOOKED' | 'BY_ORDER' | 'BY_HAND' | undefined {
  if (!attempt) return 'BY_HAND';
  if (!said) return undefined;
  const { state } = attempt;
  if (state === 'SUCCEEDED') return FAILED_OUTCOMES.has(said) ? undefined : 'BOOKED';
  // First, the provider must explain why it reports a reversed order as paid.
  if (said === 'success') return state === 'REVERSED' ? undefined : 'BY_ORDER';
  if (LIVE_ATTEMPT_STATES.some((live) => live === state)) return undefined;
  return FAILED_OUTCOMES.has(said) || said === 'not-seen' ? 'BY_HAND' : undefined;
}
