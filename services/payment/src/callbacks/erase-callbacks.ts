import type { Db } from '../schema.ts';

/** What providers said of these, in their words; the fingerprint stays, so that it is not kept when it comes again. */
export async function eraseCallbacks(trx: Db, references: readonly string[]): Promise<void> {
  if (references.length === 0) return;
  await trx
    .updateTable('payment.callbacks')
    .set({ body: Buffer.alloc(0) })
    .where('reference', 'in', references)
    .where('state', '<>', 'NEW')
    .execute();
}
