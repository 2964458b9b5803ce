import { transaction } from '@app/kit/database.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import type { Mover } from '../../deps.ts';
import {
  type Destination,
  type PaymentProvider,
  type QueryOutcome,
  referenceOf,
  WATCHED_HOURS,
  queryOrder,
} from '../../provider.ts';
import { UNTIL_SEEN_MINUTES, applyOutcome, postSent, postUnfunded } from './apply-outcome.ts';
import { minutesSinceForgotten } from './pauses.ts';
import { findAttempt, insertAttempt } from './write-attempt.ts';
import { type PayoutRow, movePayout } from '../write-payout.ts';

/** An order that a provider knows and the database does not. */
export interface Forgotten {
  provider: PaymentProvider;
  number: number;
  outcome: QueryOutcome;
}

/**
 * So many numbers in a row that a provider has not seen, and it has seen no later one. Each number that it refused without
 * registering it cost an operator a resumption or a person an answer, so there are few of them.
 */
const UNSEEN_IN_A_ROW = 6;
/** However often it has failed. */
const MOST_NUMBERS = 30;

/**
 * Whether a provider knows an order of a payout that the database may have forgotten. It is asked before anything is decided about
 * money that leaves: a provider refuses a reference that it knows for a day only, and a refused order is registered nowhere, so
 * what was paid after it has a later number. `UNKNOWN` while it cannot be said, `NO_ANSWER` after three days of that.
 */
export async function findForgotten(
  { db, log, providers }: Pick<Mover, 'db' | 'log' | 'providers'>,
  { id, attempts, refundOf, hoursUnanswered }: PayoutRow,
): Promise<'NONE' | 'UNKNOWN' | 'NO_ANSWER' | Forgotten> {
  const minutes = await minutesSinceForgotten(db, id);
  if (minutes === undefined) return 'NONE';
  // What left last may not be seen yet.
  if (minutes < UNTIL_SEEN_MINUTES) return 'UNKNOWN';
  const to = refundOf === null ? SOME_WALLET : { refundOf };
  let failed: Forgotten | undefined;
  for (const provider of Object.values(providers)) {
    if (refundOf !== null && !provider.pages) continue;
    let last = attempts + UNSEEN_IN_A_ROW;
    for (let number = attempts + 1; number <= last; number += 1) {
      const reference = referenceOf(id, number);
      const outcome = await queryOrder(provider, { reference, to });
      if (outcome.kind === 'not-seen') continue;
      if (outcome.kind === 'unknown') {
        log.error(
          { payout: id, provider: provider.name },
          'a payment waits for what a provider knows of orders that the database may have forgotten',
        );
        return (hoursUnanswered ?? 0) > WATCHED_HOURS ? 'NO_ANSWER' : 'UNKNOWN';
      }
      log.error(
        { payout: id, provider: provider.name, reference },
        'an order is known that the database has forgotten',
      );
      if (outcome.kind !== 'failure') return { provider, number, outcome };
      failed = { provider, number, outcome };
      last = Math.min(number + UNSEEN_IN_A_ROW, attempts + MOST_NUMBERS);
    }
  }
  return failed ?? 'NONE';
}

/** Of an order whose number nobody knows: its owner has left, or named another since. */
const SOME_WALLET = { network: 'MTN', phoneNumber: '', name: '' } as const satisfies Destination;

/** Where it goes back to, of a remainder. */
export function sourceOf({ network, phoneNumber, refundOf }: PayoutRow): Destination | undefined {
  if (refundOf !== null) return { refundOf };
  return network !== null && phoneNumber !== null ? { network, phoneNumber, name: '' } : undefined;
}

/**
 * Writes a forgotten order down as sent, past all that decides about new ones, since no money moves; and then what became of it.
 * It is never sent again: when it was sent nobody knows, so it counts as older than what a provider takes for the same.
 */
export async function takeForgotten(
  deps: Mover,
  payout: PayoutRow,
  { provider, number, outcome }: Forgotten,
  account: Destination | undefined,
): Promise<void> {
  const { id: payoutId, pesewas, state, version } = payout;
  const named = account && 'network' in account ? account : undefined;
  // Where it went its provider knows best: the account may have changed since. Of who has left nothing is kept.
  const told = named && outcome.kind === 'success' ? outcome.phoneNumber : undefined;
  const to = sourceOf(payout) ?? { ...(named ?? SOME_WALLET), ...(told && { phoneNumber: told }) };
  const wallet = 'network' in to ? to.phoneNumber : undefined;
  const walletHint = wallet ? maskedPhoneNumber(wallet) : null;
  const order = await transaction(deps.db, async (trx) => {
    const isOurs = await movePayout(deps, trx, payoutId, {
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
      isForgotten: true,
    });
    const attempt = await findAttempt(trx, payoutId);
    const taken = attempt && { payout: { ...payout, attempts: number }, attempt, provider };
    if (taken) await postSent(trx, taken);
    return taken;
  });
  if (order) await applyOutcome(deps, order, outcome);
}
