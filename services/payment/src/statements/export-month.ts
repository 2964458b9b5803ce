import { sql } from 'kysely';
import type { StatementKind } from '@app/contracts/payment/statements.ts';
import type { Cell } from '@app/kit/csv.ts';
import { monthExportWords as words } from '@app/words/month-exports.ts';
import { readEntries, readMovements } from '../ledger/read-month.ts';
import { type ProviderName, toCedis } from '../provider.ts';
import type { Db } from '../schema.ts';

interface Payment {
  subject: string;
  kind: StatementKind;
  id: string;
  studyId: string;
  code: string | null;
  provider: ProviderName;
  account: string | null;
  providerId: string | null;
}

/** The columns contain no names and no whole numbers. */
async function findPayments(db: Db, subjects: string[]): Promise<Map<string, Payment>> {
  const { rows } = await sql<Payment>`
    select funding_id as subject, 'FUNDING' as kind, funding_id as id, study_id as "studyId", null as code, provider,
      coalesce(wallet_hint, '•••• ' || last_four) as account, provider_id as "providerId"
    from payment.fundings where funding_id = any(${subjects}::uuid[])
    union all
    select attempt_id, payout.kind, payout_id, payout.study_id, participant_code, attempt.provider,
      payout.wallet_hint, coalesce(attempt.provider_id, payout.provider_id)
    from payment.attempts as attempt join payment.payouts as payout using (payout_id)
    where attempt_id = any(${subjects}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.subject, row]));
}

/** Each amount is the sum of entries in the ledger. */
export async function* paymentRows(db: Db, month: string): AsyncGenerator<Cell[][]> {
  yield [Object.values(words.payments)];
  for await (const movements of readMovements(db, month)) {
    const payments = await findPayments(
      db,
      movements.map(({ subject }) => subject),
    );
    yield movements.flatMap(({ at, id, kind, subject, pesewas, fee, cost }) => {
      const payment = payments.get(subject);
      if (pesewas === null || !payment) return [];
      const { provider, account, code, providerId } = payment;
      const who = [
        words.kinds[payment.kind],
        payment.id,
        payment.studyId,
        code ?? '',
        provider,
        account ?? '',
      ];
      return [
        [at, id, words.movements[kind], ...who, ...[pesewas, fee, cost].map(toCedis), providerId ?? ''],
      ];
    });
  }
}

/** Each entry has two lines, so the sums of both columns are equal. */
export async function* ledgerRows(db: Db, month: string): AsyncGenerator<Cell[][]> {
  yield [Object.values(words.ledger)];
  for await (const entries of readEntries(db, month))
    yield entries.flatMap(({ at, id, kind, subject, debit, credit, pesewas }) => [
      [at, id, kind, subject, debit, toCedis(pesewas), toCedis(0)],
      [at, id, kind, subject, credit, toCedis(0), toCedis(pesewas)],
    ]);
}
