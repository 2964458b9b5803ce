import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { promisePlaces as contract } from '@app/contracts/payment/budgets.ts';
import { transaction } from '@app/kit/database.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import { addPaidPlaces } from '@app/contracts/project/payables.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import { promised } from '../ledger/events.ts';
import { isOverdraft, postTransaction } from '../ledger/post.ts';
import { writePromised, lockBudget } from './queries.ts';
import { costOfPlace } from './quote.ts';

/** Returns the total of reserved places, and the fee that is in each. */
export async function promisePlaces(
  { db }: Pick<Deps, 'db'>,
  { studyId, places, incentiveInPesewas }: { studyId: string; places: number; incentiveInPesewas: number },
  fail: Fail<(typeof contract)['errors'][number]>,
): Promise<ReplyOf<typeof contract>> {
  return transaction(db, async (trx) => {
    const budget = await lockBudget(trx, studyId);
    if (!budget) return fail('BUDGET_NOT_FOUND');
    if (budget.state === 'CLOSED') return fail('BUDGET_IS_CLOSED');
    if (budget.incentiveInPesewas !== incentiveInPesewas || budget.places < places)
      return fail('BUDGET_SHORT');
    const { payoutFeeInPesewas } = budget;
    if (places <= budget.promisedPlaces) return { promisedPlaces: budget.promisedPlaces, payoutFeeInPesewas };
    const pesewas = (places - budget.promisedPlaces) * costOfPlace(budget);
    await postTransaction(trx, {
      kind: 'PROMISED',
      subject: `${studyId} ${places}`,
      postings: promised({ studyId, pesewas }),
    });
    await writePromised(trx, studyId, places);
    return { promisedPlaces: places, payoutFeeInPesewas };
  }).catch((error: unknown) => {
    if (isOverdraft(error)) return fail('BUDGET_SHORT');
    throw error;
  });
}

interface PaidPlaces {
  studyId: string;
  places: number;
}

export const PAID_PLACES: Queue<PaidPlaces> = { name: 'paid-places' };

/** If the project service refuses, the money stays in the budget and is refunded with the rest. */
export async function requestPaidPlaces(
  { callProject, log }: Pick<Deps, 'callProject' | 'log'>,
  { studyId, ...body }: PaidPlaces,
): Promise<void> {
  try {
    await callProject(addPaidPlaces, { params: { id: studyId }, body });
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'UNAVAILABLE') throw error;
    log.info({ studyId, code: error.code }, 'paid places could not be added');
  }
}
