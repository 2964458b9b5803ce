import { sql } from 'kysely';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { fundBudget } from '@app/contracts/payment/budgets.ts';
import type { Engine } from '@app/kit/database.ts';
import type { TestApp } from './app.ts';
import { makeDraft, makeProject } from '../../services/project/test/studies.ts';
import { collected } from '../../services/payment/src/ledger/events.ts';
import { postTransaction } from '../../services/payment/src/ledger/post.ts';
import { calculateQuote } from '../../services/payment/src/budgets/quote.ts';
import { paymentDb } from '../../services/payment/test/money.ts';

export const SOURCE = { network: 'MTN', phoneNumber: '024 765 4321' } as const;
export const INCENTIVE = 5000;
export const PLACES = 10;
/** The golden example has ten places of GH₵ 50.00 with all fees. */
export const TOTAL = 52_014;

export const fundBody = (studyId: string) => ({
  studyId,
  incentiveInPesewas: INCENTIVE,
  places: PLACES,
  totalInPesewas: TOTAL,
  source: { ...SOURCE },
});

type App = Pick<TestApp, 'call' | 'engine'>;

/** Creates a draft with an unpaid budget. */
export async function makeBudget(app: App, researcher: SignedInUser) {
  const { id: projectId } = await makeProject(app, researcher);
  const { id: studyId } = await makeDraft(app, researcher, { projectId, incentive: INCENTIVE / 100 });
  const answer = await app.call(fundBudget, { as: researcher, body: fundBody(studyId) });
  if (answer.status !== 202) throw new Error(`Funding answered ${JSON.stringify(answer.json)}`);
  return { studyId, projectId, fundingId: answer.content.fundings[0]?.id ?? '' };
}

/** Also requests the payment from a phone whose network asks its owner for a code. */
export async function requestFundingByCode(app: App, researcher: SignedInUser): Promise<string> {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  await sql`
    update payment.fundings set state = 'PROMPTED', provider = 'paystack', network = 'TELECEL', codes_left = 5
    where funding_id = ${fundingId}`.execute(app.engine.owner);
  return studyId;
}

/** Creates a draft with a paid budget. */
export async function makeFundedBudget(app: App, researcher: SignedInUser) {
  const made = await makeBudget(app, researcher);
  await markFundingPaid(app, made);
  return made;
}

/** Simulates an approved payment request. */
export async function markFundingPaid(
  { engine }: { engine: Engine },
  { studyId, fundingId }: { studyId: string; fundingId: string },
): Promise<void> {
  await sql`
    update payment.fundings set state = 'SUCCEEDED', received_in_pesewas = asked_in_pesewas, fee_in_pesewas = 1014, next_at = null
    where funding_id = ${fundingId}`.execute(engine.owner);
  const paid = { provider: 'mtn', studyId, pesewas: TOTAL, feeInPesewas: 1014 } as const;
  await postTransaction(paymentDb({ engine }), {
    kind: 'COLLECTED',
    subject: fundingId,
    postings: collected(paid),
  });
}

export const raiseTotal = (places: number, availableInPesewas = 0) =>
  calculateQuote({
    places,
    incentiveInPesewas: INCENTIVE,
    payoutFeeInPesewas: 100,
    collectionFeePoints: 195,
    promisedPlaces: 0,
    availableInPesewas,
  }).totalInPesewas;
