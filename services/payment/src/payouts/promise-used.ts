import type { Transaction } from 'kysely';
import { promised } from '../ledger/events.ts';
import { post } from '../ledger/post.ts';
import type { PaymentTables } from '../schema.ts';
import type { Terms } from './queries.ts';
import { countUsedPlaces } from './queries.ts';

/**
 * Whoever is owed beyond the promised places is owed all the same, so what one place costs is promised to them out of what is
 * free; once for each number of places used, so that one that is taken back is there for the next. The budget is held; where
 * too little is free the books end the transaction (isShort).
 */
export async function promiseUsed(
  trx: Transaction<PaymentTables>,
  studyId: string,
  { promisedPlaces, incentiveInPesewas, payoutFeeInPesewas }: Terms,
): Promise<void> {
  const used = await countUsedPlaces(trx, studyId);
  if (used <= promisedPlaces) return;
  await post(trx, {
    kind: 'PROMISED',
    subject: `${studyId} beyond ${used}`,
    postings: promised({ studyId, pesewas: incentiveInPesewas + payoutFeeInPesewas }),
  });
}
