import { HOUR_MS, HOUR_SECONDS } from '@app/contracts/durations.ts';
import { readClock, transaction } from '@app/kit/database.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import { paymentNoteWords } from '@app/words/payment-notes.ts';
import type { Deps } from '../../deps.ts';
import { readPaymentAccount } from '../../identity-peer.ts';
import {
  type Destination,
  type ProviderName,
  type SendOutcome,
  chooseProvider,
  WATCHED_HOURS,
  secondsToPoll,
  queryOrder,
  sendOrder,
} from '../../provider.ts';
import { type PayoutOrder, applyFailure, applyOutcome, postSent, moveToReview } from './apply-outcome.ts';
import { findLostOrder, refundDestination, adoptLostOrder } from './find-lost-orders.ts';
import { isPaused, pauseProvider } from './pauses.ts';
import { lockAndCheckSharedNumber } from './shared-wallets.ts';
import { type Why, UNDER_WAY_STATES, WAITING_STATES, LIVE_ATTEMPT_STATES } from '../states.ts';
import { readAccountCheck, wasPaidOnNumber, hasPayoutBefore } from '../queries.ts';
import { findReachedLimit, lockLimits } from './daily-limits.ts';
import { lookUpAccount } from './account-check.ts';
import {
  findAttempt,
  findFailedAttempts,
  insertAttempt,
  transitionAttempt,
  allowSending,
} from './write-attempt.ts';
import {
  type PayoutRow,
  type PayoutTransition,
  findPayoutsWithOverdueStep,
  leasePayout,
  transitionPayout,
} from '../write-payout.ts';

const LATE_BATCH_SIZE = 100;
const RETRY_SECONDS = 300;
/** If an account is changed this soon after the set-up, this is a correction, and payments do not wait. */
const CORRECTION_MS = HOUR_MS;
const LOOKUP_LEASE_SECONDS = 30;
/** If sending takes longer than this, the process that was sending has died. */
const SENDING_LEASE_SECONDS = 60;

export async function advancePayout(deps: Deps, { payoutId }: { payoutId: string }): Promise<void> {
  const payout = await leasePayout(deps.db, payoutId);
  if (!payout) return;
  if (WAITING_STATES.some((state) => state === payout.state)) await start(deps, payout);
  else await follow(deps, payout);
}

export async function advanceLatePayouts(deps: Deps): Promise<void> {
  for (const payoutId of await findPayoutsWithOverdueStep(deps.db, LATE_BATCH_SIZE)) {
    try {
      await advancePayout(deps, { payoutId });
    } catch (error) {
      deps.log.warn({ err: error, payout: payoutId }, 'a payment could not be processed');
    }
  }
}

async function start(deps: Deps, payout: PayoutRow): Promise<void> {
  const wait = (why: Why, inSeconds: number) => step(deps, payout, { to: 'HELD', why, inSeconds });
  const account = await findPayeeAccount(deps, payout);
  const to = account?.to;
  const name = chooseProvider(to && 'network' in to ? to.network : undefined, deps.config);
  const provider = deps.providers[name];
  if (to && (!provider || (await isPaused(deps.db, name)))) return wait('PROVIDER_PAUSED', RETRY_SECONDS);
  const forgotten = await findLostOrder(deps, payout);
  if (forgotten === 'NO_ANSWER') return step(deps, payout, { to: 'REVIEW', why: 'NO_ANSWER' });
  if (forgotten === 'UNKNOWN')
    return step(deps, payout, {
      to: 'HELD',
      why: 'PROVIDER_PAUSED',
      inSeconds: RETRY_SECONDS,
      set: { isUnanswered: true },
    });
  if (forgotten !== 'NONE') return adoptLostOrder(deps, payout, forgotten, to);
  if (!account || !to || !provider) return step(deps, payout, { to: 'ACTION_NEEDED', why: 'NO_ACCOUNT' });
  // The payment waits and the owner is notified, so that no one who stole the account is paid.
  if (account.heldForSeconds > 0) {
    // Names are compared during the wait, so the check costs no more time.
    if (payout.kind !== 'REFUND') await lookUpAccount(deps, payout.personId);
    return wait('ACCOUNT_CHANGED', account.heldForSeconds);
  }
  // If the network has another name for the number, it may be mistyped and belong to a stranger. So the
  // participant must confirm it.
  const wallet = 'network' in to ? to : undefined;
  if (
    payout.kind !== 'REFUND' &&
    wallet &&
    !(await wasPaidOnNumber(deps.db, payout.personId, wallet.phoneNumber))
  ) {
    const known = await lookUpAccount(deps, payout.personId);
    if (known?.isBeingAsked) return step(deps, payout, { to: 'CREATED', inSeconds: LOOKUP_LEASE_SECONDS });
    if (known?.state === 'DIFFERS' && !known.isConfirmed && (await waitForConfirmation(deps, payout))) return;
  }
  // This check only avoids a useless request. The check in the transaction decides.
  const limit = await findReachedLimit(deps, payout, name);
  if (limit) return wait(limit.why, limit.inSeconds);
  const known = wallet ? await provider.lookUp(wallet) : ({ kind: 'active' } as const);
  if (known.kind === 'not-registered') {
    // A refund cannot go to another account, so an operator must decide about it.
    const next = payout.kind === 'REFUND' ? 'REVIEW' : 'ACTION_NEEDED';
    return step(deps, payout, { to: next, why: 'ACCOUNT_NOT_REGISTERED' });
  }
  if (known.kind === 'refused') {
    await pauseProvider(deps.db, name, 'CONFIG');
    deps.log.error({ provider: name, reason: 'CONFIG' }, 'payments are paused');
    return wait('PROVIDER_PAUSED', RETRY_SECONDS);
  }
  if (known.kind === 'unavailable') return step(deps, payout, { to: 'CREATED', inSeconds: RETRY_SECONDS });
  if (await isPaidBefore(deps, payout)) return step(deps, payout, { to: 'REVIEW', why: 'ANSWER_DIFFERS' });
  if (!(await claimAttempt(deps, payout, { name, to }))) return;
  const attempt = await findAttempt(deps.db, payout.id);
  if (attempt) await send(deps, { payout: { ...payout, attempts: payout.attempts + 1 }, attempt, provider });
}

/** The earlier checks may be outdated, so the same checks are made in the transaction. */
const claimAttempt = (
  deps: Deps,
  payout: PayoutRow,
  { name, to }: { name: ProviderName; to: Destination },
): Promise<boolean> =>
  transaction(deps.db, async (trx) => {
    const wallet = 'network' in to ? to : undefined;
    const number = payout.attempts + 1;
    const asRead = { from: WAITING_STATES, ofVersion: payout.version };
    await lockLimits(trx, payout, name);
    // The provider may have been paused in the meantime, for example because a database was restored.
    const reached = (await isPaused(trx, name))
      ? ({ why: 'PROVIDER_PAUSED', inSeconds: RETRY_SECONDS } as const)
      : await findReachedLimit({ ...deps, db: trx }, payout, name);
    if (reached) {
      await transitionPayout(deps, trx, payout.id, { ...asRead, to: 'HELD', ...reached });
      return false;
    }
    const hint = wallet && { walletHint: maskedPhoneNumber(wallet.phoneNumber) };
    if (
      wallet &&
      payout.kind !== 'REFUND' &&
      (await lockAndCheckSharedNumber(trx, payout, wallet.phoneNumber))
    ) {
      await transitionPayout(deps, trx, payout.id, {
        ...asRead,
        to: 'ACTION_NEEDED',
        why: 'WALLET_IN_USE',
        set: { ...hint },
      });
      return false;
    }
    const isFirst = await transitionPayout(deps, trx, payout.id, {
      ...asRead,
      to: 'SENDING',
      inSeconds: SENDING_LEASE_SECONDS,
      set: { attempts: number, ...hint },
    });
    if (isFirst)
      await insertAttempt(trx, {
        payoutId: payout.id,
        number,
        provider: name,
        to,
        pesewas: payout.pesewas,
      });
    return isFirst;
  });

/**
 * Waits for the owner to confirm the number. Returns false if the owner has already done so; a later
 * confirmation finds the payment in ACTION_NEEDED.
 */
const waitForConfirmation = (deps: Deps, { id, personId, version: ofVersion }: PayoutRow): Promise<boolean> =>
  transaction(deps.db, async (trx) => {
    const { state, isConfirmed } = await readAccountCheck(trx, personId, { isLocked: true });
    if (state !== 'DIFFERS' || isConfirmed) return false;
    await transitionPayout(deps, trx, id, {
      from: WAITING_STATES,
      ofVersion,
      to: 'ACTION_NEEDED',
      why: 'NAME_DIFFERS',
    });
    return true;
  });

/** A provider may still report a failed order as paid. A new order would then pay twice. */
async function isPaidBefore({ db, providers }: Deps, { id, attempts }: PayoutRow): Promise<boolean> {
  if (attempts === 0) return false;
  for (const attempt of await findFailedAttempts(db, id)) {
    const provider = providers[attempt.provider];
    if (provider && (await queryOrder(provider, attempt)).kind === 'success') return true;
  }
  return false;
}

async function follow(deps: Deps, payout: PayoutRow): Promise<void> {
  const attempt = await findAttempt(deps.db, payout.id);
  const provider = attempt && deps.providers[attempt.provider];
  if (!provider || !LIVE_ATTEMPT_STATES.some((state) => state === attempt.state)) return;
  const order = { payout, attempt, provider };
  if (attempt.isUnsent) {
    if (attempt.minutesOld > WATCHED_HOURS * 60) return moveToReview(deps, order, 'NO_ANSWER');
    if (!(await isPaused(deps.db, attempt.provider))) return send(deps, order);
    const later = { from: UNDER_WAY_STATES, to: payout.state, inSeconds: RETRY_SECONDS };
    return void (await transaction(deps.db, (trx) => transitionPayout(deps, trx, payout.id, later)));
  }
  if ((await applyOutcome(deps, order, await queryOrder(provider, attempt))) !== 'again') return;
  if (await isPaused(deps.db, attempt.provider)) return;
  const forgotten = await findLostOrder(deps, payout);
  if (forgotten === 'NONE') await send(deps, order, { isRepeat: true });
  else if (typeof forgotten === 'object') await moveToReview(deps, order, 'ANSWER_DIFFERS');
}

/** If a repeated order is refused, the first one may still have arrived. So the outcome is unknown. */
const repeatOutcome = (outcome: SendOutcome): SendOutcome =>
  outcome.kind === 'refused' || outcome.kind === 'not-sent'
    ? { kind: 'unknown', cause: 'it could not be sent again' }
    : outcome;

async function send(deps: Deps, order: PayoutOrder, { isRepeat = false } = {}): Promise<void> {
  const { payout, attempt, provider } = order;
  const isOpen = await transaction(deps.db, async (trx) => {
    if (!(await allowSending(trx, attempt.id))) return false;
    await postSent(trx, order);
    return transitionPayout(deps, trx, payout.id, {
      from: UNDER_WAY_STATES,
      to: 'SENDING',
      inSeconds: SENDING_LEASE_SECONDS,
    });
  });
  if (!isOpen) return;
  const note = payout.kind === 'REFUND' ? paymentNoteWords.refund : paymentNoteWords.incentive;
  const outcome = await sendOrder(provider, attempt, note);
  await applySend(
    deps,
    { ...order, attempt: { ...attempt, state: 'SENT' } },
    isRepeat ? repeatOutcome(outcome) : outcome,
  );
}

async function applySend(deps: Deps, order: PayoutOrder, outcome: SendOutcome): Promise<void> {
  const { payout, attempt } = order;
  if (outcome.kind === 'refused') return void (await applyFailure(deps, order, 'REJECTED', outcome.reason));
  const isUnsent = outcome.kind === 'not-sent';
  const isTaken = outcome.kind === 'accepted' || outcome.kind === 'exists';
  await transaction(deps.db, async (trx) => {
    await transitionAttempt(trx, attempt.id, isTaken ? 'ACCEPTED' : 'UNKNOWN', { isUnsent });
    await transitionPayout(deps, trx, payout.id, {
      from: UNDER_WAY_STATES,
      to: isTaken ? 'PENDING' : 'UNKNOWN',
      inSeconds: secondsToPoll(isUnsent ? 2 : 0),
    });
  });
}

interface Account {
  to: Destination;
  heldForSeconds: number;
}

async function findPayeeAccount(deps: Deps, payout: PayoutRow): Promise<Account | undefined> {
  const to = refundDestination(payout);
  if (to) return { to, heldForSeconds: 0 };
  const account = await readPaymentAccount(deps.callIdentity, payout.personId);
  if (!account) return undefined;
  const { wallet, changedAt, setUpAt = '' } = account;
  // During the set-up, nothing had to be paid yet, so a thief of the account would have gained nothing.
  const isOfSetUp = changedAt !== null && Date.parse(changedAt) - Date.parse(setUpAt) < CORRECTION_MS;
  if (changedAt === null || (isOfSetUp && !(await hasPayoutBefore(deps.db, payout.personId, changedAt))))
    return { to: wallet, heldForSeconds: 0 };
  const secondsOld = ((await readClock(deps.db)).getTime() - Date.parse(changedAt)) / 1000;
  const heldForSeconds = Math.max(0, deps.config.ACCOUNT_HOLD_HOURS * HOUR_SECONDS - secondsOld);
  return { to: wallet, heldForSeconds };
}

async function step(
  deps: Deps,
  payout: PayoutRow,
  given: {
    to: 'HELD' | 'CREATED' | 'ACTION_NEEDED' | 'REVIEW';
    why?: Why;
    inSeconds?: number;
    set?: NonNullable<PayoutTransition['set']>;
  },
): Promise<void> {
  const from = { from: WAITING_STATES, ofVersion: payout.version };
  await transaction(deps.db, (trx) => transitionPayout(deps, trx, payout.id, { ...from, ...given }));
}
