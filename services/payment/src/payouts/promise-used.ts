import { type Transaction, sql } from 'kysely';
import { promised } from '../ledger/events.ts';
import { post } from '../ledger/post.ts';
import { everPromised } from '../ledger/read-balances.ts';
import type { PaymentTables } from '../schema.ts';
import { type Terms, countUsedPlaces } from './queries.ts';

/**
 * A participant beyond the promised places is owed all the same, so what one place costs is promised to them out of
 * free money. It stays promised, and so does a place that is added since: one that is taken back is there for the next.
 * The budget is held (row lock). Where too little is free the books end the transaction (isShort).
 */
export async function promiseUsed(
  trx: Transaction<PaymentTables>,
  studyId: string,
  { incentiveInPesewas, payoutFeeInPesewas }: Terms,
): Promise<void> {
  const used = await countUsedPlaces(trx, studyId);
  const { rows } = await sql<{ kept: number }>`select ${everPromised(studyId)} as kept`.execute(trx);
  const pesewas = used * (incentiveInPesewas + payoutFeeInPesewas) - (rows[0]?.kept ?? 0);
  if (pesewas <= 0) return;
  await post(trx, {
    kind: 'PROMISED',
    subject: `${studyId} beyond ${used}`,
    postings: promised({ studyId, pesewas }),
  });
}
