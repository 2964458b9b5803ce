import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** The phones that a researcher paid by; gives what providers know the payments by. */
export async function eraseFundings(trx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    update payment.fundings as funding set phone_number = '' from payment.budgets as budget
    where budget.study_id = funding.study_id and budget.researcher_id = ${userId}
    returning funding.reference`.execute(trx);
  return rows.map(({ reference }) => reference);
}
