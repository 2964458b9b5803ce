import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/**
 * Erases phones and names of a person's payments, and what they or a researcher wrote about them; gives the references
 * that providers know.
 */
export async function erasePayouts(trx: Db, userId: string): Promise<string[]> {
  // Before their payments, as wherever both are held.
  await sql`delete from payment.account_checks where person_id = ${userId}`.execute(trx);
  await sql`
    update payment.payouts as payout set note = null from payment.budgets as budget
    where payout.note is not null and budget.study_id = payout.study_id
      and ${userId}::uuid in (payout.person_id, budget.researcher_id)`.execute(trx);
  await sql`
    update payment.payouts set phone_number = case when phone_number is not null then '' end, wallet_hint = null,
      allowed_wallet_hint = null
    where person_id = ${userId}`.execute(trx);
  const { rows } = await sql<{ reference: string }>`
    update payment.attempts as attempt
    set phone_number = case when attempt.phone_number is not null then '' end, account_name = '' from payment.payouts as payout
    where payout.payout_id = attempt.payout_id and payout.person_id = ${userId}
    returning attempt.reference`.execute(trx);
  return rows.map(({ reference }) => reference);
}
