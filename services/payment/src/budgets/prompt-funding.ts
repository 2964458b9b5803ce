import { transaction } from '@app/kit/database.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { paymentNoteWords } from '@app/words/payment-notes.ts';
import type { submitPromptCode as contract, FundingState } from '@app/contracts/payment/budgets.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps, TransitionDeps } from '../deps.ts';
import { closed, collected } from '../ledger/events.ts';
import { postTransaction } from '../ledger/post.ts';
import { readStudyBalances } from '../ledger/read-balances.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { fundUnfundedPayouts } from '../payouts/request-payout.ts';
import { type PaymentProvider, type PromptOutcome, type QueryOutcome, WATCHED_HOURS } from '../provider.ts';
import { refundBudget } from './close-budget.ts';
import { findBudget, lockBudget } from './queries.ts';
import { PAID_PLACES } from './promise-places.ts';
import { collectionFee, missingPesewas } from './quote.ts';
import {
  type Change,
  type Funding,
  findFunding,
  transitionFunding,
  recordNextStep,
  claimLateFundings,
  takeCode,
} from './write-funding.ts';
import { pollRefund } from '../payouts/sending/poll-provider.ts';

/** After this time, no network still shows the prompt. */
const EXPIRED_AFTER_MINUTES = 15;
/**
 * A FAILED funding is polled too, because after a declined card the payer can try another one on the page.
 */
const POLLED_STATES = ['PROMPTED', 'UNKNOWN', 'EXPIRED', 'FAILED'] as const;
const CREDITABLE_STATES = [...POLLED_STATES, 'REVIEW'] as const;
const LATE_BATCH_SIZE = 50;
/** With so few tries, no one can guess a six-digit code. */
const CODE_TRIES = 5;

export async function advanceFunding(deps: Deps, { fundingId }: { fundingId: string }): Promise<void> {
  const funding = await findFunding(deps.db, fundingId);
  if (!funding) return;
  if (funding.state === 'CREATED' && funding.minutesOld > EXPIRED_AFTER_MINUTES) {
    // The funding fails, because the payer would not expect a later prompt.
    await move(deps, funding, { from: ['CREATED'], to: 'FAILED', reason: 'PROVIDER_DOWN' });
    return;
  }
  const provider = deps.providers[funding.provider];
  if (!provider) return;
  if (funding.state === 'CREATED') {
    // The new state is committed before the request, because the request may send the prompt.
    if (!(await move(deps, funding, { from: ['CREATED'], to: 'PROMPTED', polls: 0 }))) return;
    await applyPrompt(deps, funding, await prompt(deps, funding, provider));
  } else if (POLLED_STATES.some((state) => state === funding.state)) {
    await applyFundingOutcome(
      deps,
      funding,
      await provider.queryPrompt(funding.reference),
      provider.currency,
    );
  }
}

export async function advanceLateFundings(deps: Deps): Promise<void> {
  for (const fundingId of await claimLateFundings(deps.db, LATE_BATCH_SIZE)) {
    try {
      await advanceFunding(deps, { fundingId });
    } catch (error) {
      deps.log.warn({ err: error, funding: fundingId }, 'a funding could not be processed');
    }
  }
}

const move = (deps: Pick<TransitionDeps, 'db' | 'jobs'>, { id }: Funding, change: Change) =>
  transaction(deps.db, (trx) => transitionFunding(deps, trx, id, change));

async function prompt(
  { config: { PUBLIC_URL } }: Deps,
  { reference, askedInPesewas: pesewas, wallet, studyId }: Funding,
  { prompt: promptPhone, pages }: PaymentProvider,
): Promise<PromptOutcome> {
  if (wallet)
    return promptPhone({
      reference,
      pesewas,
      wallet: { ...wallet, name: '' },
      note: paymentNoteWords.budget,
    });
  const returnUrl = PUBLIC_URL && new URL(paths.studyBudget(studyId), PUBLIC_URL).href;
  const order = { reference, pesewas, ...(returnUrl === undefined ? {} : { returnUrl }) };
  return (await pages?.open(order)) ?? { kind: 'refused', reason: 'CONFIG' };
}

async function applyPrompt(deps: Deps, funding: Funding, outcome: PromptOutcome): Promise<void> {
  if (outcome.kind === 'page') return recordNextStep(deps.db, funding.id, { page_url: outcome.url });
  if (outcome.kind === 'code') return recordNextStep(deps.db, funding.id, { codes_left: CODE_TRIES });
  // If the page's address was lost, no one can open the page, so a new payment is allowed.
  const unseen = { from: ['PROMPTED'], to: funding.wallet ? 'UNKNOWN' : 'EXPIRED', polls: 0 } as const;
  const changes: Partial<Record<PromptOutcome['kind'], Change>> = {
    'not-sent': { from: ['PROMPTED'], to: 'CREATED', polls: 2 },
    unknown: unseen,
    ...(funding.wallet ? {} : { exists: unseen }),
    ...(outcome.kind === 'refused' && {
      refused: { from: ['PROMPTED'], to: 'FAILED', reason: outcome.reason },
    }),
  };
  // A payer cannot refuse so soon. An immediate refusal is therefore our own fault, and every payment would
  // fail.
  if (outcome.kind === 'refused')
    deps.log.error(
      { funding: funding.id, reason: outcome.reason },
      'a provider refuses to send payment prompts',
    );
  const change = changes[outcome.kind];
  if (change) await move(deps, funding, change);
}

const isWatchedNoMore = ({ minutesOld }: Funding) => minutesOld > WATCHED_HOURS * 60;

async function applyFundingOutcome(
  deps: TransitionDeps,
  funding: Funding,
  outcome: QueryOutcome,
  currency: string,
): Promise<void> {
  if (outcome.kind === 'success' && outcome.currency === currency)
    return creditFunding(deps, funding, outcome);
  const isGivenUp = isWatchedNoMore(funding);
  const isPaid = outcome.kind === 'success' || outcome.kind === 'reversed';
  if (outcome.kind === 'failure' || (funding.state === 'FAILED' && !isPaid)) {
    const isWatched = funding.wallet === null && !isGivenUp;
    return void (await move(deps, funding, {
      from: CREDITABLE_STATES,
      to: 'FAILED',
      ...(isWatched && { polls: funding.polls + 1 }),
      ...(outcome.kind === 'failure' && { reason: outcome.reason }),
    }));
  }
  // If the provider reports the payment later, it is still credited.
  if (isGivenUp && outcome.kind !== 'unknown' && !isPaid) {
    await move(deps, funding, { from: CREDITABLE_STATES, to: 'FAILED', reason: 'PAYER_EXPIRED' });
    return;
  }
  if (isGivenUp || isPaid) {
    deps.log.error({ funding: funding.id, outcome: outcome.kind }, 'a funding waits for a decision');
    return void (await move(deps, funding, { from: POLLED_STATES, to: 'REVIEW' }));
  }
  const { state, polls } = funding;
  const to = funding.minutesOld > EXPIRED_AFTER_MINUTES ? 'EXPIRED' : state;
  await move(deps, funding, { from: [state], to, polls: polls + 1 });
}

/**
 * Credits the amount that arrived, which may differ from the requested one. In a closed budget, the money
 * first pays payables, and the rest is refunded.
 */
async function creditFunding(
  deps: TransitionDeps,
  funding: Funding,
  outcome: QueryOutcome & { kind: 'success' },
): Promise<void> {
  const { pesewas, providerId, lastFour } = outcome;
  await transaction(deps.db, async (trx) => {
    const budget = await lockBudget(trx, funding.studyId);
    if (!budget) throw new Error('A funding has a budget');
    // The fee is the one of the quote. If the provider's fee differs, the platform pays the difference.
    const feeInPesewas = collectionFee(pesewas, budget.collectionFeePoints);
    const costInPesewas = outcome.feeInPesewas ?? feeInPesewas;
    const isCard = funding.wallet === null && lastFour !== undefined;
    const received = { pesewas, feeInPesewas, ...(isCard && { lastFour }) };
    const isFirst = await transitionFunding(deps, trx, funding.id, {
      from: CREDITABLE_STATES,
      to: 'SUCCEEDED',
      providerId,
      received,
    });
    if (!isFirst) return undefined;
    const { id: subject, studyId, provider } = funding;
    await postTransaction(trx, {
      kind: 'COLLECTED',
      subject,
      postings: collected({ provider, studyId, pesewas, feeInPesewas, costInPesewas }),
    });
    const email = { userId: budget.researcherId, about: `${studyId}:${subject}` };
    await queueEmail(deps, trx, { ...email, kind: 'BUDGET_PAID_IN' });
    if (budget.state === 'OPEN') {
      const { available } = await readStudyBalances(trx, studyId);
      const { places, promisedPlaces } = budget;
      // Places are reserved at publication, so adding places to a draft is no raise.
      const isRaised = !funding.isForBonus && promisedPlaces > 0 && places > promisedPlaces;
      if (isRaised && missingPesewas({ ...budget, availableInPesewas: available }) === 0)
        await deps.jobs.send(trx, PAID_PLACES, { studyId, places });
      return queueEmail(deps, trx, { ...email, kind: 'BUDGET_PAID_IN_VAIN' });
    }
    const remaining = await fundUnfundedPayouts(deps, trx, { studyId, pesewas: pesewas - feeInPesewas });
    await postTransaction(trx, {
      kind: 'CLOSED',
      subject,
      postings: closed({ studyId, available: remaining, promised: 0 }),
    });
    await refundBudget(deps, trx, { ...budget, pesewas: remaining, onlyFundingId: subject });
  });
}

/** The code is sent to the provider at once and never stored. */
export async function submitPromptCode(
  deps: Deps,
  { studyId, researcherId, code }: { studyId: string; researcherId: string; code: string },
  fail: Fail<(typeof contract)['errors'][number]>,
): Promise<void> {
  if ((await findBudget(deps.db, studyId))?.researcherId !== researcherId) return fail('BUDGET_NOT_FOUND');
  // The try is counted before the request, so that it counts even after a time-out.
  const funding = await takeCode(deps.db, studyId);
  const provider = funding && deps.providers[funding.provider];
  if (!funding || !provider?.submitCode) return fail('CODE_NOT_ASKED');
  const outcome = await provider.submitCode(funding.reference, code);
  if (outcome === 'taken') return recordNextStep(deps.db, funding.fundingId, { codes_left: null });
  if (outcome === 'unknown') return;
  await advanceFunding(deps, funding);
  // After the last code, the funding counts as failed. If it succeeds later, it is still credited.
  if (funding.codesLeft === 0)
    await transaction(deps.db, (trx) =>
      transitionFunding(deps, trx, funding.fundingId, { from: ['PROMPTED'], to: 'EXPIRED', polls: 0 }),
    );
  return fail('CODE_WRONG');
}

/** Returns false if the reference is unknown. */
export async function pollFunding(deps: Deps, reference: string): Promise<boolean> {
  const row = await deps.db
    .selectFrom('payment.fundings')
    .select(['funding_id as fundingId', 'state'])
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (row && row.state !== 'CREATED') await advanceFunding(deps, row);
  if (row?.state === 'SUCCEEDED') await pollRefund(deps, row.fundingId);
  return row !== undefined;
}

/** Changes the funding only if the answer is final, or if it is still unpaid after three days. */
export async function pollFundingInReview(
  deps: TransitionDeps,
  fundingId: string,
): Promise<{ said: QueryOutcome['kind'] | 'nothing'; state: FundingState } | undefined> {
  const funding = await findFunding(deps.db, fundingId);
  if (funding?.state !== 'REVIEW') return undefined;
  const provider = deps.providers[funding.provider];
  if (!provider) return { said: 'nothing', state: funding.state };
  const outcome = await provider.queryPrompt(funding.reference);
  const isUnpaid = outcome.kind === 'pending' || outcome.kind === 'not-seen';
  const isFinal = outcome.kind === 'success' || outcome.kind === 'failure';
  if (isFinal || (isUnpaid && isWatchedNoMore(funding)))
    await applyFundingOutcome(deps, funding, outcome, provider.currency);
  const after = await findFunding(deps.db, fundingId);
  return { said: outcome.kind, state: after?.state ?? funding.state };
}
