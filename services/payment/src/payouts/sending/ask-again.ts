import type { PayoutState } from '@app/contracts/payment/payouts.ts';
import { transaction } from '@app/kit/database.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Mover } from '../../deps.ts';
import { type QueryOutcome, WATCHED_HOURS, queryOrder } from '../../provider.ts';
import { applyFailure, applyOutcome } from './apply-outcome.ts';
import { LIVE_ATTEMPT } from '../states.ts';
import { type Attempt, findAttempt } from './write-attempt.ts';
import { findPayout, movePayout } from '../write-payout.ts';

/** What somebody looks at. */
const LOOKED_AT = ['REVIEW', 'REVERSED'] as const satisfies PayoutState[];
/** What settles it: the provider's own word, and never a person's. */
const SETTLES: ReadonlySet<QueryOutcome['kind']> = new Set(['success', 'failure', 'reversed']);

export interface Asked {
  said: QueryOutcome['kind'] | 'nothing';
  state: PayoutState;
}

/** Asks the provider about a payment in review. As long as it does not say how that ended, nothing changes. */
export async function askAgain(deps: Mover, payoutId: string): Promise<Asked | undefined> {
  const payout = await findPayout(deps.db, payoutId);
  if (!payout || !LOOKED_AT.some((state) => state === payout.state)) return undefined;
  const attempt = await findAttempt(deps.db, payoutId);
  const provider = attempt && deps.providers[attempt.provider];
  if (!provider) return { said: 'nothing', state: payout.state };
  const outcome = await queryOrder(provider, attempt);
  const order = { payout, attempt, provider };
  if (SETTLES.has(outcome.kind)) await applyOutcome(deps, order, outcome);
  // It was posted as paid, and the provider's word is now that it did not arrive: what it took, it has given back.
  if (outcome.kind === 'failure' && attempt.state === 'SUCCEEDED')
    await applyOutcome(deps, order, { kind: 'reversed' });
  // There never was a connection, and the provider does not know it.
  if (attempt.isUnsent && outcome.kind === 'not-seen')
    await applyFailure(deps, order, 'REJECTED', 'PROVIDER_DOWN');
  // It was paid, its owner did not see it, and the network says once more that it is there.
  if (outcome.kind === 'success' && attempt.state === 'SUCCEEDED')
    await transaction(deps.db, (trx) =>
      movePayout(deps, trx, payoutId, { from: ['REVIEW'], to: 'SUCCEEDED' }),
    );
  const after = await findPayout(deps.db, payoutId);
  return { said: outcome.kind, state: after?.state ?? payout.state };
}

/**
 * Pays again what an operator looks at, and only if it was never ordered, or failed and the provider says now that it
 * did not arrive. What may still arrive stays as it is.
 */
export async function sendAgain(deps: Mover, payoutId: string): Promise<Asked | undefined> {
  const asked = await askAgain(deps, payoutId);
  if (!asked) return undefined;
  const attempt = await findAttempt(deps.db, payoutId);
  if (attempt && !isUnpaid(attempt, asked.said)) return asked;
  await transaction(deps.db, (trx) =>
    movePayout(deps, trx, payoutId, { from: LOOKED_AT, to: 'CREATED', inSeconds: 0 }),
  );
  const after = await findPayout(deps.db, payoutId);
  return { ...asked, state: after?.state ?? asked.state };
}

/**
 * Owes again a payment that the provider still does not see after the time for which it knows references. That alone
 * proves nothing: the operator has its statement, without this payment, and says so (reference B5.9).
 */
export async function settleUnseen(
  deps: Mover,
  payoutId: string,
  evidence: string,
): Promise<Asked | undefined> {
  const asked = await askAgain(deps, payoutId);
  if (asked?.said !== 'not-seen' || asked.state !== 'REVIEW') return asked;
  const [payout, attempt] = [await findPayout(deps.db, payoutId), await findAttempt(deps.db, payoutId)];
  const provider = attempt && deps.providers[attempt.provider];
  if (!payout || !provider || attempt.minutesOld <= WATCHED_HOURS * 60) return asked;
  // What has ended is not in transit, so nothing of it would be owed again.
  if (!LIVE_ATTEMPT.some((state) => state === attempt.state)) return asked;
  await applyFailure(deps, { payout, attempt, provider }, 'FAILED_PROVEN', 'OTHER');
  await noteEvent(deps.db, 'PAYOUT_UNSEEN', { about: `${payoutId} ${evidence}` });
  const after = await findPayout(deps.db, payoutId);
  return { ...asked, state: after?.state ?? asked.state };
}

/** Of what was refused before it began, a provider may never have heard. */
function isUnpaid({ state }: Pick<Attempt, 'state'>, said: Asked['said']): boolean {
  if (state === 'REJECTED' && said === 'not-seen') return true;
  return (
    ['FAILED_PROVEN', 'REJECTED', 'REVERSED'].includes(state) && (said === 'failure' || said === 'reversed')
  );
}
