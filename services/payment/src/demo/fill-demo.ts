import { PAID_STUDY } from '@app/demo/paid-study.ts';
import { demoId } from '@app/demo/people.ts';
import { transaction } from '@app/kit/database.ts';
import { insertFunded } from '../budgets/insert-funded.ts';
import type { Deps } from '../deps.ts';

const FUNDING_ID = demoId(60_000);

/** The budget of the demo's paid study. */
export async function fillDemo({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const { id: studyId, researcherId, incentive, places, payer } = PAID_STUDY;
  await transaction(db, (trx) =>
    insertFunded(trx, {
      studyId,
      researcherId,
      places,
      fundingId: FUNDING_ID,
      phoneNumber: payer,
      incentiveInPesewas: incentive * 100,
      payoutFeeInPesewas: config.PAYOUT_FEE_IN_PESEWAS,
      collectionFeePoints: config.COLLECTION_FEE_POINTS,
    }),
  );
}
