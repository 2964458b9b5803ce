import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { promisePlaces, readCover } from '@app/contracts/payment/budgets.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';

type FundingFail = Fail<'STUDY_NOT_FUNDED' | 'BUDGET_EXISTS' | 'BUDGET_IS_CLOSED'>;

export interface PaidPlaces {
  studyId: string;
  /** In whole GH₵, more than 0. */
  incentive: number;
  places: number;
}

/** Has the money for these places kept, so everyone who gets one is paid; never inside a transaction. */
export async function keepPlaces(
  callPayment: CallPeer,
  { studyId, incentive, places }: PaidPlaces,
  fail: FundingFail,
): Promise<void> {
  const incentiveInPesewas = incentive * 100;
  const cover = await readCoverOf(callPayment, studyId, fail);
  if (cover && cover.incentiveInPesewas !== incentiveInPesewas) return fail('BUDGET_EXISTS');
  const missing = missingOf(cover, { incentiveInPesewas, places });
  const failShort = () => fail('STUDY_NOT_FUNDED', [{ rule: `missingMoney ${missing}` }]);
  // Of fewer places than the budget was made for, the promise alone tells.
  if (missing > 0 && places >= (cover?.places ?? 0)) return failShort();
  try {
    await callPayment(promisePlaces, { params: { studyId }, body: { incentiveInPesewas, places } });
  } catch (error) {
    const code = error instanceof Failure ? error.code : undefined;
    if (code === 'BUDGET_IS_CLOSED') return fail('BUDGET_IS_CLOSED');
    if (code === 'BUDGET_SHORT' || code === 'BUDGET_NOT_FOUND') return failShort();
    throw error;
  }
}

type Cover = ReplyOf<typeof readCover>;

async function readCoverOf(
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

/** Of places that the budget was not made for, the incentives alone: what sending them costs is not known here. */
function missingOf(
  cover: Cover | undefined,
  { incentiveInPesewas, places }: { incentiveInPesewas: number; places: number },
): number {
  const unplanned = Math.max(0, places - (cover?.places ?? 0)) * incentiveInPesewas;
  return unplanned + (cover?.missingInPesewas ?? 0);
}
