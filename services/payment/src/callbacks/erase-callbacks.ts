import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** What providers said of these, in their words; the fingerprint stays, so that it is not kept when it comes again. */
export async function eraseCallbacks(trx: Db, references: readonly string[]): Promise<void> {
  if (references.length === 0) return;
  await trx
    .updateTable('payment.callbacks')
    .set({ body: Buffer.alloc(0) })
    .where(sql`lower(reference)`, 'in', references)
    .execute();
}

/** Whether the person that it is about has left: then what comes late is not kept either. */
export async function isErased(db: Db, reference: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment.attempts join payment.payouts using (payout_id) join payment.left_people on user_id = person_id
    where reference = ${reference}
    union all
    select from payment.fundings join payment.budgets using (study_id) join payment.left_people on user_id = researcher_id
    where reference = ${reference}`.execute(db);
  return rows.length > 0;
}
