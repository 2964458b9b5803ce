import { demoId, PAID_STUDIES } from '@app/demo/people.ts';
import { transaction } from '@app/kit/database.ts';
import { insertFunded } from '../budgets/fund-budget.ts';
import type { Deps } from '../deps.ts';

export async function fillDemo({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  await transaction(db, async (trx) => {
    for (const [at, { id: studyId, researcherId, incentive, places, payer }] of PAID_STUDIES.entries())
      await insertFunded(trx, {
        studyId,
        researcherId,
        places,
        fundingId: demoId(60_000 + at),
        phoneNumber: payer,
        incentiveInPesewas: incentive * 100,
        payoutFeeInPesewas: config.PAYOUT_FEE_IN_PESEWAS,
        collectionFeePoints: config.COLLECTION_FEE_POINTS,
      });
  });
}
