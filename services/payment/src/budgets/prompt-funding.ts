import { transaction } from '@app/kit/database.ts';
import { paymentNotes } from '@app/words/payments.ts';
import type { Deps } from '../deps.ts';
import { closed, collected } from '../ledger/events.ts';
import { post } from '../ledger/post.ts';
import { WATCHED_HOURS } from '../providers/polls.ts';
import type { QueryOutcome, SendOutcome } from '../providers/provider.ts';
import { giveBack } from './give-back.ts';
import { holdBudget } from './queries.ts';
import { feeOf } from './quote.ts';
import type { Change, Funding } from './write-funding.ts';
import { findFunding, moveFunding, takeLateFundings } from './write-funding.ts';

/** Longer than any network leaves a prompt open. Who approves it later still is credited. */
const EXPIRED_AFTER_MINUTES = 15;
const WATCHED = ['PROMPTED', 'UNKNOWN', 'EXPIRED'] as const;
const LATE_AT_ONCE = 50;

/** Prompts the phone, or asks what became of the prompt. */
export async function advanceFunding(deps: Deps, { fundingId }: { fundingId: string }): Promise<void> {
  const funding = await findFunding(deps.db, fundingId);
  const provider = funding && deps.providers[funding.provider];
  if (!provider) return;
  if (funding.state === 'CREATED') {
    if (funding.minutesOld > EXPIRED_AFTER_MINUTES) {
      // Nobody is asked for money long after they pressed a button.
      await move(deps, funding, { from: ['CREATED'], to: 'FAILED', reason: 'PROVIDER_DOWN' });
      return;
    }
    // From here on it may be on the phone: committed before the socket opens, and by one caller only.
    if (!(await move(deps, funding, { from: ['CREATED'], to: 'PROMPTED', polls: 0 }))) return;
    const { reference, askedInPesewas: pesewas, network, phoneNumber } = funding;
    const order = {
      reference,
      pesewas,
      wallet: { network, phoneNumber, name: '' },
      note: paymentNotes.budget,
    };
    await applySend(deps, funding, await provider.prompt(order));
  } else if (WATCHED.some((state) => state === funding.state)) {
    await applyFundingOutcome(
      deps,
      funding,
      await provider.queryPrompt(funding.reference),
      provider.currency,
    );
  }
}

export async function advanceLateFundings(deps: Deps): Promise<void> {
  for (const fundingId of await takeLateFundings(deps.db, LATE_AT_ONCE))
    await advanceFunding(deps, { fundingId });
}

const move = (deps: Deps, { id }: Funding, change: Change) =>
  transaction(deps.db, (trx) => moveFunding(deps, trx, id, change));

async function applySend(deps: Deps, funding: Funding, outcome: SendOutcome): Promise<void> {
  const changes: Partial<Record<SendOutcome['kind'], Change>> = {
    'not-sent': { from: ['PROMPTED'], to: 'CREATED', polls: 2 },
    unknown: { from: ['PROMPTED'], to: 'UNKNOWN', polls: 0 },
    ...(outcome.kind === 'refused' && {
      refused: { from: ['PROMPTED'], to: 'FAILED', reason: outcome.reason },
    }),
  };
  const change = changes[outcome.kind];
  if (change) await move(deps, funding, change);
}

/** The one place where what a provider says of a prompt takes effect, whoever asked. */
export async function applyFundingOutcome(
  deps: Deps,
  funding: Funding,
  outcome: QueryOutcome,
  currency: string,
): Promise<void> {
  if (outcome.kind === 'success' && outcome.currency === currency) return credit(deps, funding, outcome);
  if (outcome.kind === 'failure')
    return void (await move(deps, funding, { from: WATCHED, to: 'FAILED', reason: outcome.reason }));
  const isGivenUp = funding.minutesOld > WATCHED_HOURS * 60;
  if (isGivenUp || outcome.kind === 'success' || outcome.kind === 'reversed') {
    deps.log.error(
      { funding: funding.id, outcome: outcome.kind },
      'a funding waits for somebody to look at it',
    );
    return void (await move(deps, funding, { from: WATCHED, to: 'REVIEW' }));
  }
  const isExpired = funding.minutesOld > EXPIRED_AFTER_MINUTES;
  const to = isExpired ? 'EXPIRED' : funding.state;
  await move(deps, funding, { from: WATCHED, to, polls: funding.polls + 1 });
}

/** What arrived is what counts, more or less than what was asked; into a closed budget it is owed back at once. */
async function credit(
  deps: Deps,
  funding: Funding,
  outcome: QueryOutcome & { kind: 'success' },
): Promise<void> {
  const { pesewas, providerId } = outcome;
  await transaction(deps.db, async (trx) => {
    const budget = await holdBudget(trx, funding.studyId);
    if (!budget) throw new Error('A funding has a budget');
    const feeInPesewas = outcome.feeInPesewas ?? feeOf(pesewas, budget.collectionFeePoints);
    const received = { pesewas, feeInPesewas };
    const isFirst = await moveFunding(deps, trx, funding.id, {
      from: WATCHED,
      to: 'SUCCEEDED',
      providerId,
      received,
    });
    if (!isFirst) return;
    const { id: subject, studyId, provider } = funding;
    await post(trx, {
      kind: 'COLLECTED',
      subject,
      postings: collected({ provider, studyId, pesewas, feeInPesewas }),
    });
    if (budget.state === 'OPEN') return;
    const postings = closed({ studyId, available: pesewas - feeInPesewas, promised: 0 });
    await post(trx, { kind: 'CLOSED', subject, postings });
    await giveBack(deps, trx, { ...budget, pesewas: pesewas - feeInPesewas });
  });
}
