import { transaction } from '@app/kit/database.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import type { TransitionDeps } from '../../deps.ts';
import {
  type Destination,
  type PaymentProvider,
  type QueryOutcome,
  deriveReference,
  WATCHED_HOURS,
  queryOrder,
} from '../../provider.ts';
import { UNTIL_SEEN_MINUTES, applyOutcome, postSent, postUnfunded } from './apply-outcome.ts';
import { minutesSincePossibleLoss } from './pauses.ts';
import { findAttempt, insertAttempt } from './write-attempt.ts';
import { type PayoutRow, transitionPayout } from '../write-payout.ts';

/** An order that the provider knows, but that the restored database has lost. */
export interface LostOrder {
  provider: PaymentProvider;
  number: number;
  outcome: QueryOutcome;
}

/**
 * A refused order uses up a number, and then a person must do something. So at most this many numbers in a
 * row are unknown to the provider.
 */
const MAX_UNSEEN_IN_A_ROW = 6;
const MAX_ATTEMPT_NUMBERS = 30;

/**
 * Providers do not store orders that they refuse. So even if they do not know a number, they may know a later
 * one.
 */
export async function findLostOrder(
  { db, log, providers }: Pick<TransitionDeps, 'db' | 'log' | 'providers'>,
  { id, attempts, refundOf, hoursUnanswered }: PayoutRow,
): Promise<'NONE' | 'UNKNOWN' | 'NO_ANSWER' | LostOrder> {
  const minutes = await minutesSincePossibleLoss(db, id);
  if (minutes === undefined) return 'NONE';
  // The provider may not show its newest orders yet.
  if (minutes < UNTIL_SEEN_MINUTES) return 'UNKNOWN';
  const to = refundOf === null ? UNKNOWN_WALLET : { refundOf };
  let failed: LostOrder | undefined;
  for (const provider of Object.values(providers)) {
    if (refundOf !== null && !provider.pages) continue;
    let last = attempts + MAX_UNSEEN_IN_A_ROW;
    for (let number = attempts + 1; number <= last; number += 1) {
      const reference = deriveReference(id, number);
      const outcome = await queryOrder(provider, { reference, to });
      if (outcome.kind === 'not-seen') continue;
      if (outcome.kind === 'unknown') {
        log.error(
          { payout: id, provider: provider.name },
          'a payment waits for the provider’s answer about orders that the database may have lost',
        );
        return (hoursUnanswered ?? 0) > WATCHED_HOURS ? 'NO_ANSWER' : 'UNKNOWN';
      }
      log.error(
        { payout: id, provider: provider.name, reference },
        'the provider knows an order that the database has lost',
      );
      if (outcome.kind !== 'failure') return { provider, number, outcome };
      failed = { provider, number, outcome };
      last = Math.min(number + MAX_UNSEEN_IN_A_ROW, attempts + MAX_ATTEMPT_NUMBERS);
    }
  }
  return failed ?? 'NONE';
}

/** The owner may have deleted the account or changed the number in the meantime. */
const UNKNOWN_WALLET = { network: 'MTN', phoneNumber: '', name: '' } as const satisfies Destination;

export function refundDestination({ network, phoneNumber, refundOf }: PayoutRow): Destination | undefined {
  if (refundOf !== null) return { refundOf };
  return network !== null && phoneNumber !== null ? { network, phoneNumber, name: '' } : undefined;
}

/** We do not know when the order was sent, so it counts as too old to be sent again. */
export async function adoptLostOrder(
  deps: TransitionDeps,
  payout: PayoutRow,
  { provider, number, outcome }: LostOrder,
  account: Destination | undefined,
): Promise<void> {
  const { id: payoutId, pesewas, state, version } = payout;
  const named = account && 'network' in account ? account : undefined;
  // The account may have changed, so the number is the one that the provider reports. For a deleted person,
  // no number is stored.
  const reportedNumber = named && outcome.kind === 'success' ? outcome.phoneNumber : undefined;
  const to = refundDestination(payout) ?? {
    ...(named ?? UNKNOWN_WALLET),
    ...(reportedNumber && { phoneNumber: reportedNumber }),
  };
  const wallet = 'network' in to ? to.phoneNumber : undefined;
  const walletHint = wallet ? maskedPhoneNumber(wallet) : null;
  const order = await transaction(deps.db, async (trx) => {
    const isOurs = await transitionPayout(deps, trx, payoutId, {
      from: [state],
      ofVersion: version,
      to: 'PENDING',
      inSeconds: 0,
      set: { attempts: number, ...(wallet !== undefined && { walletHint }) },
    });
    if (!isOurs) return undefined;
    if (state === 'UNFUNDED') await postUnfunded(trx, payout);
    await insertAttempt(trx, {
      payoutId,
      number,
      provider: provider.name,
      to,
      pesewas,
      wasLost: true,
    });
    const attempt = await findAttempt(trx, payoutId);
    const adopted = attempt && { payout: { ...payout, attempts: number }, attempt, provider };
    if (adopted) await postSent(trx, adopted);
    return adopted;
  });
  if (order) await applyOutcome(deps, order, outcome);
}
