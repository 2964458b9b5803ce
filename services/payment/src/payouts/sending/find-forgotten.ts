import { transaction } from '@app/kit/database.ts';
import type { PayoutState } from '@app/contracts/payment/payouts.ts';
import type { Mover } from '../../deps.ts';
import { WATCHED_HOURS } from '../../providers/polls.ts';
import type { Destination, PaymentProvider, QueryOutcome } from '../../providers/provider.ts';
import { referenceOf } from '../../providers/reference.ts';
import { UNTIL_SEEN_MINUTES, applyOutcome, postSent } from './apply-outcome.ts';
import { queryOrder } from './ask-provider.ts';
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
  { id, attempts, refundOf }: PayoutRow,
): Promise<'NONE' | 'UNKNOWN' | 'NO_ANSWER' | Forgotten> {
  const since = await minutesSinceForgotten(db, id);
  if (since === undefined) return 'NONE';
  // What left last may not be seen yet.
  if (since.forgotten < UNTIL_SEEN_MINUTES) return 'UNKNOWN';
  const to = refundOf === null ? NOBODY_KNOWS : { refundOf };
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
        return since.waiting > WATCHED_HOURS * 60 ? 'NO_ANSWER' : 'UNKNOWN';
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

/** Stands for the wallet of an order to somebody who has left. */
const NOBODY_KNOWS: Destination = { network: 'MTN', phoneNumber: '', name: '' };

/**
 * Writes a forgotten order down as sent, past all that decides about new ones, since no money moves; and then what became of it.
 * It is never sent again: when it was sent nobody knows, so it counts as older than what a provider takes for the same.
 */
export async function takeForgotten(
  deps: Mover,
  payout: PayoutRow,
  { provider, number, outcome }: Forgotten,
  { from, to }: { from: readonly PayoutState[]; to: Destination | undefined },
): Promise<void> {
  const { id: payoutId, pesewas, version } = payout;
  const order = await transaction(deps.db, async (trx) => {
    // Which number it went to is not known: the account may have changed since.
    const set = { attempts: number, walletHint: null };
    const isOurs = await movePayout(deps, trx, payoutId, {
      from,
      ofVersion: version,
      to: 'PENDING',
      inSeconds: 0,
      set,
    });
    if (!isOurs) return undefined;
    await insertAttempt(trx, {
      payoutId,
      number,
      provider: provider.name,
      to: to ?? NOBODY_KNOWS,
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
