import { sql } from 'kysely';
import type { FundingState } from '@app/contracts/payment/budgets.ts';
import { studyAccount } from '../ledger/post.ts';
import type { Network } from '../provider.ts';
import type { Db } from '../schema.ts';

export interface BudgetRow {
  studyId: string;
  researcherId: string;
  state: 'OPEN' | 'CLOSED';
  incentiveInPesewas: number;
  payoutFeeInPesewas: number;
  collectionFeePoints: number;
  places: number;
  promisedPlaces: number;
}

const promisedPlaces = sql<number>`greatest(budget.promised_places,
  payment.ever_promised(budget.study_id) / (budget.incentive_in_pesewas + budget.payout_fee_in_pesewas))::int`;

const budgets = (db: Db) =>
  db
    .selectFrom('payment.budgets as budget')
    .select([
      'study_id as studyId',
      'researcher_id as researcherId',
      'state',
      'incentive_in_pesewas as incentiveInPesewas',
      'payout_fee_in_pesewas as payoutFeeInPesewas',
      'collection_fee_points as collectionFeePoints',
      sql<number>`greatest(places, ${promisedPlaces})`.as('places'),
      promisedPlaces.as('promisedPlaces'),
    ]);

export const findBudget = (db: Db, studyId: string): Promise<BudgetRow | undefined> =>
  budgets(db).where('study_id', '=', studyId).executeTakeFirst();

const isUnpaid = sql<boolean>`budget.state = 'OPEN' and not exists (
  select from payment.fundings as funding where funding.study_id = budget.study_id and funding.state <> 'FAILED')`;

/**
 * The number of places cannot go below those that are promised, or that someone may be paying for at this
 * moment.
 */
const minimumPlaces = sql<number>`case when exists (
  select from payment.fundings as funding
  where funding.study_id = budget.study_id and funding.state not in ('FAILED', 'SUCCEEDED')
) then budget.places else ${promisedPlaces} end`;

/** One statement reads both. Between two statements, places could be promised and would count twice. */
export const findBudgetAndMoney = (
  db: Db,
  studyId: string,
): Promise<
  (BudgetRow & { availableInPesewas: number; isUnpaid: boolean; minimumPlaces: number }) | undefined
> =>
  budgets(db)
    .where('study_id', '=', studyId)
    .select([isUnpaid.as('isUnpaid'), minimumPlaces.as('minimumPlaces')])
    .select(({ selectFrom, fn, val }) =>
      fn
        .coalesce(
          selectFrom('payment.balances')
            .select('pesewas')
            .where('account', '=', studyAccount(studyId, 'available')),
          val(0),
        )
        .as('availableInPesewas'),
    )
    .executeTakeFirst();

export async function insertBudget(
  trx: Db,
  budget: Omit<BudgetRow, 'state' | 'promisedPlaces'>,
): Promise<void> {
  await trx
    .insertInto('payment.budgets')
    .values({
      study_id: budget.studyId,
      researcher_id: budget.researcherId,
      incentive_in_pesewas: budget.incentiveInPesewas,
      payout_fee_in_pesewas: budget.payoutFeeInPesewas,
      collection_fee_points: budget.collectionFeePoints,
      places: budget.places,
    })
    .onConflict((conflict) => conflict.column('study_id').doNothing())
    .execute();
}

export async function replanBudget(
  trx: Db,
  {
    studyId,
    incentiveInPesewas,
    payoutFeeInPesewas,
    collectionFeePoints,
    places,
  }: Omit<BudgetRow, 'state' | 'researcherId' | 'promisedPlaces'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment.budgets as budget')
    .set({
      incentive_in_pesewas: incentiveInPesewas,
      payout_fee_in_pesewas: payoutFeeInPesewas,
      collection_fee_points: collectionFeePoints,
      places,
    })
    .where('budget.study_id', '=', studyId)
    .where(isUnpaid)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function writePlaces(trx: Db, studyId: string, places: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment.budgets as budget')
    .set({ places })
    .where('budget.study_id', '=', studyId)
    .where(minimumPlaces, '<=', places)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function writePromised(trx: Db, studyId: string, places: number): Promise<void> {
  await trx
    .updateTable('payment.budgets')
    .set({
      places: sql<number>`greatest(places, ${places}::int)`,
      promised_places: places,
    })
    .where('study_id', '=', studyId)
    .execute();
}

export async function closeOpenBudget(trx: Db, studyId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment.budgets')
    .set({ state: 'CLOSED', closed_at: sql<Date>`now()` })
    .where('study_id', '=', studyId)
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const listFundings = (db: Db, studyId: string) =>
  db
    .selectFrom('payment.fundings')
    .select([
      'funding_id as id',
      'state',
      'asked_in_pesewas as askedInPesewas',
      'received_in_pesewas as receivedInPesewas',
      'fee_in_pesewas as feeInPesewas',
      'network',
      'phone_number as phoneNumber',
      'page_url as pageUrl',
      'last_four as lastFour',
      'codes_left as codesLeft',
      'is_for_bonus as isForBonus',
      'provider_id as providerId',
      'created_at as createdAt',
    ])
    .where('study_id', '=', studyId)
    .orderBy('created_at')
    .orderBy('funding_id')
    .$narrowType<{ state: FundingState }>()
    .execute();

export async function countUnfundedPayouts(db: Db, studyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payment.payouts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('study_id', '=', studyId)
    .where('state', '=', 'UNFUNDED')
    .executeTakeFirstOrThrow();
  return count;
}

const usedPhones = (db: Db, researcherId: string) =>
  db
    .selectFrom('payment.fundings as funding')
    .innerJoin('payment.budgets as budget', 'budget.study_id', 'funding.study_id')
    .select([
      'funding.funding_id as fundingId',
      'funding.network as network',
      'funding.phone_number as phoneNumber',
      sql<boolean>`funding.state = 'SUCCEEDED'`.as('hasPaid'),
    ])
    .where('budget.researcher_id', '=', researcherId)
    .where('funding.network', 'is not', null)
    .orderBy('funding.created_at', 'desc')
    .orderBy('funding.funding_id', 'desc')
    .$narrowType<{ network: Network; phoneNumber: string }>();

export const findUsedPhone = (db: Db, researcherId: string, fundingId?: string) =>
  usedPhones(db, researcherId)
    .$if(fundingId !== undefined, (query) => query.where('funding.funding_id', '=', fundingId ?? ''))
    .limit(1)
    .executeTakeFirst();

export const listPayers = (db: Db, researcherId: string) =>
  usedPhones(db, researcherId).where('funding.state', '=', 'SUCCEEDED').limit(1000).execute();

/**
 * A payment may wait for its participant forever, so its money and fee stay reserved. One snapshot makes sure
 * that no fee counts twice.
 */
export async function findRefundable(
  db: Db,
  studyId: string,
): Promise<{ available: number; promised: number; isUnderWay: boolean }> {
  const { rows } = await sql<{ available: number; promised: number; isUnderWay: boolean }>`
    select
      coalesce((select pesewas from payment.balances where account = ${studyAccount(studyId, 'available')}), 0)::bigint as available,
      coalesce((select pesewas from payment.balances where account = ${studyAccount(studyId, 'promised')}), 0)::bigint
        - coalesce(sum(fee_in_pesewas), 0)::bigint as promised,
      coalesce(bool_or(state <> 'ACTION_NEEDED'), false) as "isUnderWay"
    from payment.payouts
    where study_id = ${studyId} and kind <> 'REFUND' and state not in ('UNFUNDED', 'SUCCEEDED', 'CANCELLED')`.execute(
    db,
  );
  return rows[0]!;
}

export async function sumStudyPayouts(
  db: Db,
  studyId: string,
): Promise<{ paid: number; onItsWay: number; refunded: number }> {
  const { rows } = await sql<{ paid: number; onItsWay: number; refunded: number }>`
    select
      coalesce(sum(pesewas) filter (where kind <> 'REFUND' and state = 'SUCCEEDED'), 0)::bigint as paid,
      coalesce(sum(pesewas) filter (where kind <> 'REFUND' and state not in ('UNFUNDED', 'SUCCEEDED')), 0)::bigint as "onItsWay",
      coalesce(sum(pesewas) filter (where kind = 'REFUND'), 0)::bigint as "refunded"
    from payment.payouts where study_id = ${studyId} and state <> 'CANCELLED'`.execute(db);
  return rows[0]!;
}

export async function sumBudgets(
  db: Db,
  researcherId: string,
): Promise<{ availableInPesewas: number; keptInPesewas: number }> {
  const { rows } = await sql<{ availableInPesewas: number; keptInPesewas: number }>`
    select
      coalesce(sum(pesewas) filter (where part = 'available'), 0)::bigint as "availableInPesewas",
      coalesce(sum(pesewas) filter (where part <> 'available'), 0)::bigint as "keptInPesewas"
    from payment.budgets
    cross join unnest(array['available', 'promised', 'payable']) as part
    join payment.balances on account = 'study:' || study_id || ':' || part
    where researcher_id = ${researcherId}`.execute(db);
  return rows[0]!;
}

/**
 * A separate statement takes the lock. If one statement waited for it and then read the ledger, it would see
 * old data.
 */
export async function lockBudget(trx: Db, studyId: string): Promise<BudgetRow | undefined> {
  await trx
    .selectFrom('payment.budgets')
    .select('study_id')
    .where('study_id', '=', studyId)
    .forUpdate()
    .executeTakeFirst();
  return findBudget(trx, studyId);
}
