import { sql } from 'kysely';
import type { DataPart } from '@app/contracts/data-export.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import { ownPaymentDataWords as words } from '@app/words/data-export-payments.ts';
import { translateRows } from '@app/words/say-data.ts';
import type { Db } from '../schema.ts';
import { readOwnData as contract } from '@app/contracts/payment/people.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';

const cedis = (column: string) => sql`trim(to_char(${sql.ref(column)} / 100.0, '999999999990.00'))`;

/** Only telephone numbers are masked: for cards and bank accounts, no number is stored. */
const maskNumbers = <Row extends { number: string | null }>(rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, number: row.number && maskedPhoneNumber(row.number) }));

/** The data names other people only by their codes. */
export async function readOwnData(db: Db, userId: string): Promise<DataPart[]> {
  const payments = await sql<object>`
    select kind, ${cedis('pesewas')} as amount, state, created_at as "createdAt", paid_at as "paidAt",
      wallet_hint as account, provider_id as number, note
    from payment.payouts where person_id = ${userId} and pesewas > 0 order by created_at, payout_id`.execute(
    db,
  );
  const orders = await sql<{ number: string | null }>`
    select attempt.created_at as at, attempt.network, attempt.phone_number as number, attempt.account_name as name,
      ${cedis('attempt.pesewas')} as amount, attempt.state
    from payment.attempts as attempt join payment.payouts as payout using (payout_id)
    where payout.person_id = ${userId} order by attempt.created_at`.execute(db);
  const checks = await sql<object>`
    select state, account_changed_at as "changedAt", asked_at as "askedAt",
      confirmed_at as "confirmedAt" from payment.account_checks
    where person_id = ${userId}`.execute(db);
  const budgets = await sql<object>`
    select study_id as study, state, ${cedis('incentive_in_pesewas')} as incentive, places, created_at as "createdAt",
      closed_at as "closedAt"
    from payment.budgets where researcher_id = ${userId} order by created_at`.execute(db);
  const fundings = await sql<{ number: string | null }>`
    select funding.study_id as study, funding.network, funding.phone_number as number, funding.last_four as "lastFour",
      ${cedis('funding.asked_in_pesewas')} as asked, ${cedis('funding.received_in_pesewas')} as received, funding.state,
      funding.created_at as "createdAt"
    from payment.fundings as funding join payment.budgets as budget using (study_id)
    where budget.researcher_id = ${userId} order by funding.created_at`.execute(db);
  const bonuses = await sql<object>`
    select payout.participant_code as participant, ${cedis('payout.pesewas')} as amount, payout.note,
      payout.created_at as "createdAt"
    from payment.payouts as payout join payment.budgets as budget using (study_id)
    where payout.kind = 'BONUS' and budget.researcher_id = ${userId} order by payout.created_at`.execute(db);
  return [
    translateRows(words.payments, payments.rows),
    translateRows(words.orders, maskNumbers(orders.rows)),
    translateRows(words.checks, checks.rows),
    translateRows(words.budgets, budgets.rows),
    translateRows(words.fundings, maskNumbers(fundings.rows)),
    translateRows(words.bonuses, bonuses.rows),
  ];
}

export function ownDataRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(contract, async ({ params }) => readOwnData(db, params.userId));
}
