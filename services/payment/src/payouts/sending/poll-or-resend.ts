import type { PayoutState } from '@app/contracts/payment/payouts.ts';
import { transaction } from '@app/kit/database.ts';
import { recordEvent } from '../../audit.ts';
import type { TransitionDeps } from '../../deps.ts';
import { type QueryOutcome, WATCHED_HOURS, queryOrder } from '../../provider.ts';
import { applyFailure, applyOutcome } from './apply-outcome.ts';
import { LIVE_ATTEMPT_STATES } from '../states.ts';
import { type Attempt, findAttempt } from './write-attempt.ts';
import { findPayout, transitionPayout } from '../write-payout.ts';

const REVIEWABLE_STATES = ['REVIEW', 'REVERSED'] as const satisfies PayoutState[];
/** Only an answer of the provider can end a payment; a person's decision cannot. */
const FINAL_OUTCOMES: ReadonlySet<QueryOutcome['kind']> = new Set(['success', 'failure', 'reversed']);

export interface PollResult {
  said: QueryOutcome['kind'] | 'nothing';
  state: PayoutState;
}

/**
 * `isDone` is true if the provider's answer allowed the decision. If several callers decide at once, only one
 * gets `true`.
 */
export interface Decision extends PollResult {
  isDone: boolean;
}

export async function pollReviewedPayout(
  deps: TransitionDeps,
  payoutId: string,
): Promise<PollResult | undefined> {
  const payout = await findPayout(deps.db, payoutId);
  if (!payout || !REVIEWABLE_STATES.some((state) => state === payout.state)) return undefined;
  const attempt = await findAttempt(deps.db, payoutId);
  const provider = attempt && deps.providers[attempt.provider];
  if (!provider) return { said: 'nothing', state: payout.state };
  const outcome = await queryOrder(provider, attempt);
  const order = { payout, attempt, provider };
  if (FINAL_OUTCOMES.has(outcome.kind)) await applyOutcome(deps, order, outcome);
  // According to the ledger, the payment was paid. So a failure now is a reversal.
  if (outcome.kind === 'failure' && attempt.state === 'SUCCEEDED')
    await applyOutcome(deps, order, { kind: 'reversed' });
  if (attempt.isUnsent && outcome.kind === 'not-seen')
    await applyFailure(deps, order, 'REJECTED', 'PROVIDER_DOWN');
  // The participant reported that the payment is missing. The network says again that it was paid.
  if (outcome.kind === 'success' && attempt.state === 'SUCCEEDED')
    await transaction(deps.db, (trx) =>
      transitionPayout(deps, trx, payoutId, { from: ['REVIEW'], to: 'SUCCEEDED' }),
    );
  const after = await findPayout(deps.db, payoutId);
  return { said: outcome.kind, state: after?.state ?? payout.state };
}

/** Returns undefined if no decision is needed, or if someone else has decided during the poll. */
async function pollToDecide(deps: TransitionDeps, payoutId: string): Promise<PollResult | undefined> {
  const before = await findAttempt(deps.db, payoutId);
  const polled = await pollReviewedPayout(deps, payoutId);
  const isOpen = REVIEWABLE_STATES.some((state) => state === polled?.state);
  if (!polled || isOpen || polled.said === 'success') return polled;
  const after = await findAttempt(deps.db, payoutId);
  const isFinal = polled.said !== 'nothing' && FINAL_OUTCOMES.has(polled.said);
  const isByPoll = after?.state !== before?.state && (isFinal || before?.isUnsent === true);
  return isByPoll ? polled : undefined;
}

/**
 * Sends a new order only if no earlier one can still arrive. Returns undefined if no decision is needed, or
 * if someone else has decided.
 */
export async function sendNewOrder(
  deps: TransitionDeps,
  payoutId: string,
  by: string,
): Promise<Decision | undefined> {
  const payout = await findPayout(deps.db, payoutId);
  const polled = payout && (await pollToDecide(deps, payoutId));
  if (!polled) return undefined;
  const attempt = await findAttempt(deps.db, payoutId);
  const isOpen = REVIEWABLE_STATES.some((state) => state === polled.state);
  if (!isOpen || (attempt && !isUnpaid(attempt, polled.said))) return { ...polled, isDone: false };
  const isDone = await transaction(deps.db, async (trx) => {
    // Nothing is resent if another attempt was made since the read, because that one may have been paid.
    const asRead = { from: REVIEWABLE_STATES, ofAttempts: payout.attempts };
    if (!(await transitionPayout(deps, trx, payoutId, { ...asRead, to: 'CREATED', inSeconds: 0 })))
      return false;
    await recordEvent(trx, 'PAYOUT_SENT_AGAIN', { about: `${payoutId} by ${by}` });
    return true;
  });
  return isDone ? { ...polled, state: 'CREATED', isDone } : undefined;
}

/**
 * The provider's answer alone proves nothing. So the operator must confirm that the provider's statement does
 * not list the order.
 */
export async function failPayoutMissingOnStatement(
  deps: TransitionDeps,
  payoutId: string,
  evidence: string,
): Promise<Decision | undefined> {
  const polled = await pollToDecide(deps, payoutId);
  if (!polled) return undefined;
  const undone = { ...polled, isDone: false };
  if (polled.said !== 'not-seen' || polled.state !== 'REVIEW') return undone;
  // Read in this order, so that if someone else has just ended the attempt, the new state of its payout is
  // read too.
  const attempt = await findAttempt(deps.db, payoutId);
  const payout = await findPayout(deps.db, payoutId);
  if (payout?.state !== polled.state) return undefined;
  const provider = attempt && deps.providers[attempt.provider];
  if (!provider || attempt.minutesOld <= WATCHED_HOURS * 60) return undone;
  // The order has already ended, so none of its money is under way.
  if (!LIVE_ATTEMPT_STATES.some((state) => state === attempt.state)) return undone;
  const isDone = await applyFailure(deps, { payout, attempt, provider }, 'FAILED_PROVEN', 'OTHER', evidence);
  const after = await findPayout(deps.db, payoutId);
  return isDone ? { ...polled, state: after?.state ?? polled.state, isDone } : undefined;
}

/** A provider may not store an order that it refuses at once. So it may not know the order later. */
function isUnpaid({ state }: Pick<Attempt, 'state'>, said: PollResult['said']): boolean {
  if (state === 'REJECTED' && said === 'not-seen') return true;
  return (
    ['FAILED_PROVEN', 'REJECTED', 'REVERSED'].includes(state) && (said === 'failure' || said === 'reversed')
  );
}
