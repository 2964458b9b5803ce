import type { Transaction } from 'kysely';
import type { PayoutState } from '@app/contracts/payment/payouts.ts';
import { transaction } from '@app/kit/database.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Mover } from '../deps.ts';
import { type ProviderName, type QueryOutcome, queryOrder } from '../provider.ts';
import type { PaymentTables } from '../schema.ts';
import { type Order, postSuccess, postUnfunded } from './sending/apply-outcome.ts';
import type { Asked } from './sending/ask-again.ts';
import { findForgotten, takeForgotten } from './sending/find-forgotten.ts';
import { noteReconciledOrders } from './sending/ask-about.ts';
import { LIVE_ATTEMPT } from './states.ts';
import { type Attempt, findAttempt, insertAttempt } from './sending/write-attempt.ts';
import { type Step, findPayout, movePayout, noteUnanswered } from './write-payout.ts';

/** Nothing of it leaves by itself. */
const STANDS = ['UNFUNDED', 'REVIEW', 'REVERSED', 'ACTION_NEEDED'] as const satisfies PayoutState[];
const NOT_ARRIVED: ReadonlySet<QueryOutcome['kind']> = new Set(['failure', 'reversed']);

/**
 * Ends a payment as paid on the word of an operator, whose evidence the audit keeps. Either by its order, which the
 * provider calls paid, if to another number or with another amount. Or by hand, from what lies with the named provider.
 * What is booked as paid already is not booked again; what its researcher never paid in for is the platform's loss.
 */
export async function settlePaid(
  deps: Mover,
  payoutId: string,
  { by, evidence }: { by: ProviderName; evidence: string },
): Promise<Asked | undefined> {
  const payout = await findPayout(deps.db, payoutId);
  if (!payout || !STANDS.some((state) => state === payout.state)) return undefined;
  const last = await findAttempt(deps.db, payoutId);
  const asked = last && deps.providers[last.provider];
  const outcome = asked && (await queryOrder(asked, last));
  const how = howPaid(last, outcome?.kind);
  // By hand it would be paid twice where a provider has paid an order that the database has forgotten.
  const forgotten = how === 'BY_HAND' ? await findForgotten(deps, payout) : 'NONE';
  if (forgotten === 'UNKNOWN') {
    await noteUnanswered(deps.db, payoutId);
    return { said: 'unknown', state: payout.state };
  }
  const found = typeof forgotten === 'object' ? forgotten : undefined;
  // Taken now, it would go out again once it fails, beside what was paid by hand.
  if (found?.outcome.kind === 'pending') return { said: 'pending', state: payout.state };
  if (found && found.outcome.kind !== 'failure') {
    await takeForgotten(deps, payout, found, undefined);
    const after = await findPayout(deps.db, payoutId);
    return { said: found.outcome.kind, state: after?.state ?? payout.state };
  }
  const asRead = { from: [payout.state], ofVersion: payout.version };
  await transaction(deps.db, async (trx) => {
    let isOurs = false;
    const end = async (set: Step['set'] = {}) => {
      isOurs = await movePayout(deps, trx, payoutId, { ...asRead, to: 'SUCCEEDED', set });
      if (isOurs) await noteEvent(trx, 'PAYOUT_PAID', { about: `${payoutId} ${by} ${evidence}` });
      return isOurs;
    };
    if (how === 'BOOKED') await end();
    if (how === 'BY_ORDER' && asked && outcome?.kind === 'success') {
      if (await end({ providerId: outcome.providerId }))
        await book(trx, { payout, attempt: last, provider: asked }, outcome);
    }
    const provider = deps.providers[by];
    if (how === 'BY_HAND' && provider) {
      const number = Math.max(payout.attempts, found?.number ?? 0) + 1;
      // What it was sent to before is not where it went.
      if (!(await end({ attempts: number, walletHint: null, providerId: null }))) return;
      if (payout.state === 'UNFUNDED') await postUnfunded(trx, payout);
      // Written down as an order, so that whatever reads the last one finds it paid.
      const order = { payoutId, number, provider: by, to: { refundOf: '' }, pesewas: payout.pesewas };
      await insertAttempt(trx, order);
      const attempt = await findAttempt(trx, payoutId);
      if (attempt) await book(trx, { payout, attempt, provider });
    }
    // Somebody has looked at all of them, so reconciling asks about none any more.
    if (isOurs) await noteReconciledOrders(trx, payoutId);
  });
  const after = await findPayout(deps.db, payoutId);
  return { said: outcome?.kind ?? 'nothing', state: after?.state ?? payout.state };
}

async function book(
  trx: Transaction<PaymentTables>,
  order: Order,
  told: { providerId?: string; feeInPesewas?: number } = {},
): Promise<void> {
  if (!(await postSuccess(trx, order, told))) throw new Error('The order has ended meanwhile');
}

/** How it can have been paid; undefined where an order may still arrive, or the provider says that a paid one did not. */
function howPaid(
  attempt: Attempt | undefined,
  said: QueryOutcome['kind'] | undefined,
): 'BOOKED' | 'BY_ORDER' | 'BY_HAND' | undefined {
  if (!attempt) return 'BY_HAND';
  if (!said) return undefined;
  const { state } = attempt;
  if (state === 'SUCCEEDED') return NOT_ARRIVED.has(said) ? undefined : 'BOOKED';
  // What was paid and taken back stays booked so; its provider has to explain that it was paid after all.
  if (said === 'success') return state === 'REVERSED' ? undefined : 'BY_ORDER';
  if (LIVE_ATTEMPT.some((live) => live === state)) return undefined;
  return NOT_ARRIVED.has(said) || said === 'not-seen' ? 'BY_HAND' : undefined;
}
