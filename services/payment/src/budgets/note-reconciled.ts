import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** The provider has said the same of a funding as the ledger. */
export async function noteReconciledFunding(db: Db, fundingId: string): Promise<void> {
  await db
    .updateTable('payment.fundings')
    .set({ reconciled_at: sql<Date>`now()` })
    .where('funding_id', '=', fundingId)
    .execute();
}
