import { collected, promised } from '../ledger/events.ts';
import { post } from '../ledger/post.ts';
import { referenceOf } from '../provider.ts';
import type { Db } from '../schema.ts';
import { holdBudget, insertBudget, writePromised } from './queries.ts';
import { type Plan, costOfPlace, feeOf, withFee } from './quote.ts';

interface FundedBudget extends Omit<Plan, 'promisedPlaces' | 'availableInPesewas'> {
  studyId: string;
  researcherId: string;
  fundingId: string;
  phoneNumber: string;
}

/** A budget as if its prompt had been approved on an MTN phone, and its study published then. Once. */
export async function insertFunded(
  trx: Db,
  { fundingId, phoneNumber, ...budget }: FundedBudget,
): Promise<void> {
  const { studyId, places, collectionFeePoints } = budget;
  if (await holdBudget(trx, studyId)) return;
  const cost = places * costOfPlace(budget);
  const pesewas = withFee(cost, collectionFeePoints);
  const feeInPesewas = feeOf(pesewas, collectionFeePoints);
  await insertBudget(trx, budget);
  await trx
    .insertInto('payment.fundings')
    .values({
      funding_id: fundingId,
      study_id: studyId,
      provider: 'mtn',
      reference: referenceOf(fundingId, 1),
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
  await post(trx, { kind: 'COLLECTED', subject: fundingId, postings: collected(paid) });
  await post(trx, {
    kind: 'PROMISED',
    subject: `${studyId} ${places}`,
    postings: promised({ studyId, pesewas: cost }),
  });
  await writePromised(trx, studyId, places);
}
