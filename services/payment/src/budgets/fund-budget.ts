import type { Transaction } from 'kysely';
import type * as contract from '@app/contracts/payment/budgets.ts';
import { transaction } from '@app/kit/database.ts';
import { normalMobileNumber } from '@app/kit/phone-number.ts';
import type { Fail } from '@app/kit/problem.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { readStudyBalances } from '../ledger/read-balances.ts';
import { chooseProvider, deriveReference } from '../provider.ts';
import type { PaymentTables, Db } from '../schema.ts';
import {
  type BudgetRow,
  countUnfundedPayouts,
  findUsedPhone,
  insertBudget,
  replanBudget,
  writePlaces,
  writePromised,
  lockBudget,
} from './queries.ts';
import {
  type Plan,
  calculateQuote,
  quoteOfBonus,
  quoteOfUnfunded,
  costOfPlace,
  collectionFee,
  addCollectionFee,
} from './quote.ts';
import { refusePrompts } from './refuse-prompts.ts';
import { type Funding, insertFunding } from './write-funding.ts';
import { collected, promised } from '../ledger/events.ts';
import { postTransaction } from '../ledger/post.ts';

type FundFail = Fail<(typeof contract.fundBudget)['errors'][number]>;
type RaiseFail = Fail<(typeof contract.raiseBudget)['errors'][number]>;
type FundingRequestFail = Fail<
  | 'BUDGET_IS_CLOSED'
  | 'BUDGET_IS_FUNDED'
  | 'QUOTE_CHANGED'
  | 'FUNDING_UNDER_WAY'
  | 'NUMBER_LEFT_ALONE'
  | 'PROMPTS_USED_UP'
  | 'INVALID_INPUT'
>;

interface FundingRequest {
  studyId: string;
  researcherId: string;
  fundingId: string;
  places: number;
  bonusInPesewas?: number | undefined;
  totalInPesewas: number;
  source: contract.Source;
}

export const currentFeeTerms = ({ config }: Pick<Deps, 'config'>) => ({
  payoutFeeInPesewas: config.PAYOUT_FEE_IN_PESEWAS,
  collectionFeePoints: config.COLLECTION_FEE_POINTS,
});

export function fundBudget(
  deps: Deps,
  request: FundingRequest & { incentiveInPesewas: number },
  fail: FundFail,
): Promise<void> {
  const { studyId, researcherId, places, incentiveInPesewas } = request;
  const plan = { studyId, researcherId, places, incentiveInPesewas, ...currentFeeTerms(deps) };
  return requestFunding(deps, request, fail, async (trx) => {
    await insertBudget(trx, plan);
    const budget = await lockBudget(trx, studyId);
    if (budget?.incentiveInPesewas === incentiveInPesewas && budget.places === places) return;
    if (!(await replanBudget(trx, plan))) fail('BUDGET_EXISTS');
  });
}

/** Until the places are paid for, their number can also be reduced, to correct a typing mistake. */
export function raiseBudget(deps: Deps, request: FundingRequest, fail: RaiseFail): Promise<void> {
  const { studyId, places } = request;
  return requestFunding(deps, request, fail, async (trx) => {
    const budget = await lockExistingBudget(trx, studyId);
    if (budget.state === 'CLOSED' || request.bonusInPesewas !== undefined) return;
    if (budget.promisedPlaces > places)
      return fail('INVALID_INPUT', [{ rule: 'placesOnlyMore', field: 'places' }]);
    if (!(await writePlaces(trx, studyId, places))) return fail('FUNDING_UNDER_WAY');
  });
}

async function requestFunding(
  deps: Deps,
  { studyId, researcherId, fundingId, bonusInPesewas, totalInPesewas, source }: FundingRequest,
  fail: FundingRequestFail,
  plan: (trx: Transaction<PaymentTables>) => Promise<void>,
): Promise<void> {
  const wallet = await findFundingWallet(deps, source, researcherId, fail);
  await transaction(deps.db, async (trx) => {
    // If the funding exists, an earlier attempt of this call made it, and its answer was lost.
    if (await isMade(trx, fundingId)) return;
    await plan(trx);
    const budget = await lockExistingBudget(trx, studyId);
    const unfunded = await countUnfundedPayouts(trx, studyId);
    const isForBonus = bonusInPesewas !== undefined;
    if (budget.state === 'CLOSED' && (unfunded === 0 || isForBonus)) return fail('BUDGET_IS_CLOSED');
    const { available: availableInPesewas } = await readStudyBalances(trx, studyId);
    const known = { ...budget, availableInPesewas };
    const quoteOfPlaces = unfunded > 0 ? quoteOfUnfunded(budget, unfunded) : calculateQuote(known);
    const quote = isForBonus ? quoteOfBonus(known, bonusInPesewas) : quoteOfPlaces;
    if (quote.totalInPesewas === 0) return fail('BUDGET_IS_FUNDED');
    if (quote.totalInPesewas !== totalInPesewas) return fail('QUOTE_CHANGED');
    const isFirst = await insertFunding(deps, trx, {
      id: fundingId,
      studyId,
      provider: chooseProvider(wallet?.network, deps.config),
      reference: deriveReference(fundingId, 1),
      wallet,
      isForBonus,
      askedInPesewas: totalInPesewas,
    });
    if (!isFirst) return fail('FUNDING_UNDER_WAY');
    const field = source.kind === 'USED_BEFORE' ? 'source.kind' : 'source.phoneNumber';
    if (wallet) await refusePrompts(deps, trx, { fundingId, researcherId, ...wallet, field }, fail);
    await recordEvent(trx, 'BUDGET_FUNDING_ASKED', { userId: researcherId, about: fundingId });
  });
}

async function findFundingWallet(
  { db }: Pick<Deps, 'db'>,
  source: contract.Source,
  researcherId: string,
  fail: FundingRequestFail,
): Promise<Funding['wallet']> {
  if (source.kind === 'CARD_OR_BANK') return null;
  if (source.kind === 'USED_BEFORE') {
    const used = await findUsedPhone(db, researcherId, source.fundingId);
    return used
      ? { network: used.network, phoneNumber: used.phoneNumber }
      : fail('INVALID_INPUT', [{ rule: 'notAnOption', field: 'source.fundingId' }]);
  }
  const { network, phoneNumber } = source;
  return { network, phoneNumber: normalMobileNumber(phoneNumber, 'source.phoneNumber', fail) };
}

async function lockExistingBudget(trx: Transaction<PaymentTables>, studyId: string): Promise<BudgetRow> {
  const budget = await lockBudget(trx, studyId);
  if (!budget) throw new Error('The locked budget is missing');
  return budget;
}

const isMade = async (trx: Transaction<PaymentTables>, fundingId: string) =>
  (await trx
    .selectFrom('payment.fundings')
    .select('funding_id')
    .where('funding_id', '=', fundingId)
    .executeTakeFirst()) !== undefined;

interface FundedBudget extends Omit<Plan, 'promisedPlaces' | 'availableInPesewas'> {
  studyId: string;
  researcherId: string;
  fundingId: string;
  phoneNumber: string;
}

export async function insertFunded(
  trx: Db,
  { fundingId, phoneNumber, ...budget }: FundedBudget,
): Promise<void> {
  const { studyId, places, collectionFeePoints } = budget;
  if (await lockBudget(trx, studyId)) return;
  const cost = places * costOfPlace(budget);
  const pesewas = addCollectionFee(cost, collectionFeePoints);
  const feeInPesewas = collectionFee(pesewas, collectionFeePoints);
  await insertBudget(trx, budget);
  await trx
    .insertInto('payment.fundings')
    .values({
      funding_id: fundingId,
      study_id: studyId,
      provider: 'mtn',
      reference: deriveReference(fundingId, 1),
      network: 'MTN',
      phone_number: phoneNumber,
      asked_in_pesewas: pesewas,
      received_in_pesewas: pesewas,
      fee_in_pesewas: feeInPesewas,
      state: 'SUCCEEDED',
      next_at: null,
    })
    .execute();
  const paid = { provider: 'mtn', studyId, pesewas, feeInPesewas } as const;
  await postTransaction(trx, { kind: 'COLLECTED', subject: fundingId, postings: collected(paid) });
  await postTransaction(trx, {
    kind: 'PROMISED',
    subject: `${studyId} ${places}`,
    postings: promised({ studyId, pesewas: cost }),
  });
  await writePromised(trx, studyId, places);
}
