import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { endBudget, promisePlaces, readCover } from '@app/contracts/payment/budgets.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import { studiesRestorableSince } from './delete-study.ts';

type FundingFail = Fail<'STUDY_NOT_FUNDED' | 'BUDGET_EXISTS' | 'BUDGET_IS_CLOSED'>;

export interface PaidPlaces {
  studyId: string;
  /** The incentive in whole GH₵. It is more than 0. */
  incentive: number;
  places: number;
}

/**
 * Reserves the money before the places open, and returns the fee for sending a payment. Must not be called in
 * a transaction, because it calls the payment service.
 */
export async function reservePlaces(
  callPayment: CallPeer,
  { studyId, incentive, places }: PaidPlaces,
  fail: FundingFail,
): Promise<number> {
  const incentiveInPesewas = incentive * 100;
  const cover = await readBudgetCover(callPayment, studyId, fail);
  if (cover && cover.incentiveInPesewas !== incentiveInPesewas) return fail('BUDGET_EXISTS');
  const missing = missingMoney(cover, { incentiveInPesewas, places });
  const failShort = () => fail('STUDY_NOT_FUNDED', [{ rule: `missingMoney ${missing}` }]);
  // If the budget has money for more places than planned, only the reservation shows whether it is enough.
  if (missing > 0 && places >= (cover?.places ?? 0)) return failShort();
  try {
    const body = { incentiveInPesewas, places };
    return (await callPayment(promisePlaces, { params: { studyId }, body })).payoutFeeInPesewas;
  } catch (error) {
    const code = error instanceof Failure ? error.code : undefined;
    if (code === 'BUDGET_IS_CLOSED') return fail('BUDGET_IS_CLOSED');
    if (code === 'BUDGET_SHORT' || code === 'BUDGET_NOT_FOUND') return failShort();
    throw error;
  }
}

type Cover = ReplyOf<typeof readCover>;

async function readBudgetCover(
  callPayment: CallPeer,
  studyId: string,
  fail: FundingFail,
): Promise<Cover | undefined> {
  try {
    return await callPayment(readCover, { params: { studyId } });
  } catch (error) {
    if (error instanceof Failure && error.code === 'BUDGET_NOT_FOUND') return undefined;
    if (error instanceof Failure && error.code === 'BUDGET_IS_CLOSED') return fail('BUDGET_IS_CLOSED');
    throw error;
  }
}

/** Does not include the fees for sending to places that are not planned. */
function missingMoney(
  cover: Cover | undefined,
  { incentiveInPesewas, places }: { incentiveInPesewas: number; places: number },
): number {
  const unplanned = Math.max(0, places - (cover?.places ?? 0)) * incentiveInPesewas;
  return unplanned + (cover?.missingInPesewas ?? 0);
}

const BATCH = 100;

type StudyRow = ExpressionBuilder<ProjectTables & { study: ProjectTables['project.studies'] }, 'study'>;

/** A draft may have been paid for, and then published without an incentive. */
const needsNoBudget = (eb: StudyRow) =>
  eb.or([
    eb('study.state', '=', 'CLOSED'),
    eb.and([eb('study.state', '<>', 'DRAFT'), eb('study.incentive', '=', 0)]),
  ]);

/** The payment service refuses the refund while a participant may still be owed money. */
export async function refundEndedBudgets({
  db,
  callPayment,
  log,
}: Pick<Deps, 'db' | 'callPayment' | 'log'>): Promise<void> {
  const ended = await db
    .selectFrom('project.unrefunded_studies as study')
    .select('study.study_id as studyId')
    .where((eb) => eb.or([needsNoBudget(eb), eb('study.deleted_at', '<=', studiesRestorableSince())]))
    // The order is random, so that studies whose refund is refused do not block the others.
    .orderBy(sql`random()`)
    .limit(BATCH)
    .execute();
  for (const { studyId } of ended) {
    try {
      await callPayment(endBudget, { params: { studyId } });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === 'UNAVAILABLE') return;
      if (error.code !== 'BUDGET_NOT_FOUND') {
        log.debug({ studyId, code: error.code }, 'a budget is not refunded yet');
        continue;
      }
    }
    await db
      .updateTable('project.studies as study')
      .set({ refunded_at: sql<Date>`now()` })
      .where('study.study_id', '=', studyId)
      // In the meantime, the draft may have been restored with its project.
      .where((eb) => eb.or([needsNoBudget(eb), eb('study.deleted_at', 'is not', null)]))
      .execute();
  }
}
