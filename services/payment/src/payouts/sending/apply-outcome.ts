import type { Transaction } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@app/contracts/durations.ts';
import { recordEvent } from '../../audit.ts';
import type { TransitionDeps } from '../../deps.ts';
import * as events from '../../ledger/events.ts';
import { postTransaction } from '../../ledger/post.ts';
import {
  type PaymentProvider,
  type QueryOutcome,
  type Reason,
  WATCHED_HOURS,
  secondsToPoll,
} from '../../provider.ts';
import type { PaymentTables } from '../../schema.ts';
import { pauseProvider } from './pauses.ts';
import { type Why, LIVE_ATTEMPT_STATES, UNDER_WAY_STATES } from '../states.ts';
import { type Attempt, NOT_SEEN_ANSWERS_TO_RESEND, countPoll, transitionAttempt } from './write-attempt.ts';
import { type PayoutRow, transitionPayout } from '../write-payout.ts';

type Trx = Transaction<PaymentTables>;

export interface PayoutOrder {
  payout: PayoutRow;
  attempt: Attempt;
  provider: PaymentProvider;
}

/** A provider may need this long before it shows an order that it accepted. */
export const UNTIL_SEEN_MINUTES = 10;
const OPEN_STATES = [...UNDER_WAY_STATES, 'REVIEW'] as const;

const liabilityAccountOf = ({ kind }: Pick<PayoutRow, 'kind'>): events.LiabilityAccount =>
  kind === 'REFUND' ? 'refund_due' : 'payable';

const moved = ({ payout, attempt }: PayoutOrder) => ({
  provider: attempt.provider,
  studyId: payout.studyId,
  pesewas: attempt.pesewas,
  as: liabilityAccountOf(payout),
});

const chargedFor = ({ kind, feeInPesewas }: PayoutRow) => (kind === 'REFUND' ? 0 : feeInPesewas);

export const postSent = (trx: Trx, order: PayoutOrder) =>
  postTransaction(trx, { kind: 'SENT', subject: order.attempt.id, postings: events.sent(moved(order)) });

/** The researcher never paid this money in, so the platform books it as its own cost. */
export async function postUnfunded(trx: Trx, payout: PayoutRow): Promise<void> {
  const subject = `${payout.id} ${payout.version}`;
  await postTransaction(trx, { kind: 'DUE', subject, postings: events.unfundedDue(payout) });
}

/** With `again`, the order may be sent once more. */
export async function applyOutcome(
  deps: TransitionDeps,
  order: PayoutOrder,
  outcome: QueryOutcome,
): Promise<'again' | undefined> {
  if (outcome.kind === 'success') await applySuccess(deps, order, outcome);
  else if (outcome.kind === 'failure') await applyFailure(deps, order, 'FAILED_PROVEN', outcome.reason);
  else if (outcome.kind === 'reversed') await applyReversal(deps, order);
  else return applyNoAnswer(deps, order, outcome);
  return undefined;
}

async function applySuccess(
  deps: TransitionDeps,
  order: PayoutOrder,
  outcome: QueryOutcome & { kind: 'success' },
): Promise<void> {
  const { payout, attempt, provider } = order;
  const isOurs =
    outcome.pesewas === attempt.pesewas &&
    outcome.currency === provider.currency &&
    (outcome.phoneNumber === undefined ||
      // Empty if the owner of the number has deleted the account.
      ('network' in attempt.to && ['', outcome.phoneNumber].includes(attempt.to.phoneNumber)));
  if (!isOurs) return moveToReview(deps, order, 'ANSWER_DIFFERS');
  await transaction(deps.db, async (trx) => {
    if (!(await postSuccess(trx, order, outcome))) return;
    const step = { from: OPEN_STATES, to: 'SUCCEEDED', set: { providerId: outcome.providerId } } as const;
    if (!(await transitionPayout(deps, trx, payout.id, step)) && hasFailed(attempt))
      throw new Error('The order is being sent again already');
  });
}

const hasFailed = ({ state }: Attempt) => state === 'FAILED_PROVEN' || state === 'REJECTED';

/** Returns false if the order has already ended in another way. */
export async function postSuccess(
  trx: Trx,
  order: PayoutOrder,
  { providerId, feeInPesewas }: { providerId?: string; feeInPesewas?: number },
): Promise<boolean> {
  const { payout, attempt, provider } = order;
  const from = hasFailed(attempt) ? [attempt.state] : LIVE_ATTEMPT_STATES;
  const set = providerId === undefined ? {} : { providerId };
  if (!(await transitionAttempt(trx, attempt.id, 'SUCCEEDED', set, from))) return false;
  // If the database was restored, the posting of the sending may be missing, so it is added.
  if (!hasFailed(attempt)) await postSent(trx, order);
  const arrival = {
    ...moved(order),
    feeInPesewas: feeInPesewas ?? provider.payoutFeeInPesewas,
    chargedInPesewas: chargedFor(payout),
  };
  const postings = [...(hasFailed(attempt) ? events.sent(moved(order)) : []), ...events.succeeded(arrival)];
  await postTransaction(trx, { kind: 'SUCCEEDED', subject: attempt.id, postings });
  return true;
}

/** Returns false if the order has already ended. */
export async function applyFailure(
  deps: TransitionDeps,
  order: PayoutOrder,
  to: 'FAILED_PROVEN' | 'REJECTED',
  reason: Reason,
  evidence?: string,
): Promise<boolean> {
  const { payout, attempt } = order;
  return transaction(deps.db, async (trx) => {
    // If the order was sent in the meantime, it needs other postings. So it is polled again.
    const from = attempt.state === 'NEW' ? (['NEW'] as const) : LIVE_ATTEMPT_STATES;
    if (!(await transitionAttempt(trx, attempt.id, to, { reason }, from))) return false;
    if (attempt.state !== 'NEW') {
      await postSent(trx, order);
      await postTransaction(trx, {
        kind: 'FAILED',
        subject: attempt.id,
        postings: events.failed(moved(order)),
      });
    }
    await retryOrEscalate(deps, trx, payout, attempt, reason);
    if (evidence !== undefined)
      await recordEvent(trx, 'PAYOUT_UNSEEN', { about: `${payout.id} ${evidence}` });
    return true;
  });
}

const NEEDS_ACCOUNT: Partial<Record<Reason, Why>> = {
  PAYEE_NOT_REGISTERED: 'ACCOUNT_NOT_REGISTERED',
  PAYEE_LIMIT: 'ACCOUNT_LIMIT',
  PAYEE_BLOCKED: 'ACCOUNT_BLOCKED',
};
const PLATFORM_REASONS: ReadonlySet<Reason> = new Set(['OUR_FLOAT_LOW', 'OUR_ACCOUNT_BLOCKED', 'CONFIG']);
const BACK_OFF_SECONDS = [5 * MINUTE_SECONDS, HOUR_SECONDS, DAY_SECONDS];

async function retryOrEscalate(
  deps: TransitionDeps,
  trx: Trx,
  payout: PayoutRow,
  attempt: Attempt,
  reason: Reason,
): Promise<void> {
  const needed = NEEDS_ACCOUNT[reason];
  if (needed && payout.kind !== 'REFUND')
    return void (await transitionPayout(deps, trx, payout.id, {
      from: OPEN_STATES,
      to: 'ACTION_NEEDED',
      why: needed,
    }));
  if (PLATFORM_REASONS.has(reason)) {
    // The next payouts would fail for the same reason, so the provider is paused.
    await pauseProvider(trx, attempt.provider, reason);
    deps.log.error({ provider: attempt.provider, reason }, 'payments are paused');
    return void (await transitionPayout(deps, trx, payout.id, {
      from: OPEN_STATES,
      to: 'CREATED',
      inSeconds: 300,
    }));
  }
  const inSeconds = BACK_OFF_SECONDS[payout.attempts - 1];
  if (needed || reason === 'REQUEST_INVALID' || inSeconds === undefined) {
    deps.log.warn({ payout: payout.id, reason }, 'a payment is not retried any more');
    return void (await transitionPayout(deps, trx, payout.id, {
      from: OPEN_STATES,
      to: 'REVIEW',
      why: 'REFUSED',
    }));
  }
  await transitionPayout(deps, trx, payout.id, { from: OPEN_STATES, to: 'CREATED', inSeconds });
}

/** After a reversal, an operator decides what happens next. */
async function applyReversal(deps: TransitionDeps, order: PayoutOrder): Promise<void> {
  const { payout, attempt } = order;
  await transaction(deps.db, async (trx) => {
    const wasPaid = attempt.state === 'SUCCEEDED';
    // If the order has already failed or was reversed, its money is back in the account `payable`. Then a
    // reversal changes nothing.
    const from = wasPaid ? (['SUCCEEDED'] as const) : LIVE_ATTEMPT_STATES;
    if (!(await transitionAttempt(trx, attempt.id, 'REVERSED', {}, from))) return;
    await postSent(trx, order);
    const arrival = { ...moved(order), chargedInPesewas: chargedFor(payout) };
    const postings = wasPaid ? events.reversed(arrival) : events.failed(moved(order));
    await postTransaction(trx, { kind: 'REVERSED', subject: attempt.id, postings });
    const step = { from: [...OPEN_STATES, 'SUCCEEDED'], to: 'REVERSED', why: 'REVERSED' } as const;
    await transitionPayout(deps, trx, payout.id, step);
  });
}

async function applyNoAnswer(
  deps: TransitionDeps,
  order: PayoutOrder,
  outcome: QueryOutcome & { kind: 'pending' | 'not-seen' | 'unknown' },
): Promise<'again' | undefined> {
  const { payout, attempt, provider } = order;
  // An unknown outcome is no failure. So after three days, an operator must look at the payment.
  if (attempt.minutesOld > WATCHED_HOURS * 60)
    return moveToReview(deps, order, 'NO_ANSWER').then(() => undefined);
  const notSeen = outcome.kind === 'not-seen' ? attempt.notSeen + 1 : 0;
  const secondsUnknown = (UNTIL_SEEN_MINUTES - attempt.minutesSinceSent) * 60;
  const isUnknownToProvider = notSeen >= NOT_SEEN_ANSWERS_TO_RESEND && secondsUnknown <= 0;
  // A refund has no reference by which a provider could see that it is repeated.
  const resendWithinHours = 'network' in attempt.to ? provider.resendWithinHours : 0;
  if (isUnknownToProvider && attempt.minutesOld > resendWithinHours * 60)
    return moveToReview(deps, order, 'NO_ANSWER').then(() => undefined);
  const isFirst = await transaction(deps.db, async (trx) => {
    if (!(await countPoll(trx, attempt, notSeen))) return false;
    const to = outcome.kind === 'pending' ? 'PENDING' : 'UNKNOWN';
    const next = secondsToPoll(attempt.polls + 1 - attempt.pollsBeforeSent);
    // The next poll must not be later than the moment when the order may be sent again.
    const inSeconds = notSeen > 0 && secondsUnknown > 0 ? Math.min(next, secondsUnknown) : next;
    await transitionPayout(deps, trx, payout.id, { from: UNDER_WAY_STATES, to, inSeconds });
    return true;
  });
  return isFirst && isUnknownToProvider ? 'again' : undefined;
}

export async function moveToReview(deps: TransitionDeps, { payout }: PayoutOrder, why: Why): Promise<void> {
  await transaction(deps.db, (trx) =>
    transitionPayout(deps, trx, payout.id, { from: UNDER_WAY_STATES, to: 'REVIEW', why }),
  );
}
