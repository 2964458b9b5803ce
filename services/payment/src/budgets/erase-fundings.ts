import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** The phones and cards that a researcher paid by; gives what providers know the payments by. */
export async function eraseFundings(trx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    update payment.fundings as funding
    set phone_number = case when phone_number is not null then '' end, wallet_hint = null, last_four = null, page_url = null
    from payment.budgets as budget
    where budget.study_id = funding.study_id and budget.researcher_id = ${userId}
    returning funding.reference`.execute(trx);
  return rows.map(({ reference }) => reference);
}
