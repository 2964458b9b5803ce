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
/** Only an answer of the provider settles a payment, never a person's decision. */
const FINAL_OUTCOMES: ReadonlySet<QueryOutcome['kind']> = new Set(['success', 'failure', 'reversed']);

export interface PollResult {
  said: QueryOutcome['kind'] | 'nothing';
  state: PayoutState;
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
  // The ledger says that the payment was paid, so a failure now is a reversal.
  if (outcome.kind === 'failure' && attempt.state === 'SUCCEEDED')
    await applyOutcome(deps, order, { kind: 'reversed' });
  if (attempt.isUnsent && outcome.kind === 'not-seen')
    await applyFailure(deps, order, 'REJECTED', 'PROVIDER_DOWN');
  // The participant reported that the payment is missing, but the network confirms again that it was paid.
  if (outcome.kind === 'success' && attempt.state === 'SUCCEEDED')
    await transaction(deps.db, (trx) =>
      transitionPayout(deps, trx, payoutId, { from: ['REVIEW'], to: 'SUCCEEDED' }),
    );
  const after = await findPayout(deps.db, payoutId);
  return { said: outcome.kind, state: after?.state ?? payout.state };
}

/** Sends a new order only if no earlier order may still arrive. */
export async function sendAgain(deps: TransitionDeps, payoutId: string): Promise<PollResult | undefined> {
  const polled = await pollReviewedPayout(deps, payoutId);
  if (!polled) return undefined;
  const attempt = await findAttempt(deps.db, payoutId);
  if (attempt && !isUnpaid(attempt, polled.said)) return polled;
  await transaction(deps.db, (trx) =>
    transitionPayout(deps, trx, payoutId, { from: REVIEWABLE_STATES, to: 'CREATED', inSeconds: 0 }),
  );
  const after = await findPayout(deps.db, payoutId);
  return { ...polled, state: after?.state ?? polled.state };
}

/**
 * The provider's answer alone proves nothing, so the operator must confirm that its statement does not list
 * the order (reference B5.9).
 */
export async function settleUnseenPayout(
  deps: TransitionDeps,
  payoutId: string,
  evidence: string,
): Promise<PollResult | undefined> {
  const polled = await pollReviewedPayout(deps, payoutId);
  if (polled?.said !== 'not-seen' || polled.state !== 'REVIEW') return polled;
  const [payout, attempt] = [await findPayout(deps.db, payoutId), await findAttempt(deps.db, payoutId)];
  const provider = attempt && deps.providers[attempt.provider];
  if (!payout || !provider || attempt.minutesOld <= WATCHED_HOURS * 60) return polled;
  // The order has already ended, so no money is in transit.
  if (!LIVE_ATTEMPT_STATES.some((state) => state === attempt.state)) return polled;
  await applyFailure(deps, { payout, attempt, provider }, 'FAILED_PROVEN', 'OTHER');
  await recordEvent(deps.db, 'PAYOUT_UNSEEN', { about: `${payoutId} ${evidence}` });
  const after = await findPayout(deps.db, payoutId);
  return { ...polled, state: after?.state ?? polled.state };
}

/** A provider may not store an order that it refuses at once. */
function isUnpaid({ state }: Pick<Attempt, 'state'>, said: PollResult['said']): boolean {
  if (state === 'REJECTED' && said === 'not-seen') return true;
  return (
    ['FAILED_PROVEN', 'REJECTED', 'REVERSED'].includes(state) && (said === 'failure' || said === 'reversed')
  );
}
