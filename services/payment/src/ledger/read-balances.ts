import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { type Account, FEE_INCOME, floatAccount, studyAccount } from './post.ts';
import type { ProviderName } from '../provider.ts';

export interface StudyBalances {
  available: number;
  promised: number;
  payable: number;
  refundDue: number;
}

export async function readStudyBalances(db: Db, studyId: string): Promise<StudyBalances> {
  const rows = await db
    .selectFrom('payment.balances')
    .select(['account', 'pesewas'])
    .where('account', 'in', [
      studyAccount(studyId, 'available'),
      studyAccount(studyId, 'promised'),
      studyAccount(studyId, 'payable'),
      studyAccount(studyId, 'refund_due'),
    ])
    .execute();
  const of = (account: Account) => rows.find((row) => row.account === account)?.pesewas ?? 0;
  return {
    available: of(studyAccount(studyId, 'available')),
    promised: of(studyAccount(studyId, 'promised')),
    payable: of(studyAccount(studyId, 'payable')),
    refundDue: of(studyAccount(studyId, 'refund_due')),
  };
}

/** Includes money for places above the plan. */
export async function readEverPromised(db: Db, studyId: string): Promise<number> {
  const { rows } = await sql<{ pesewas: number }>`
    select payment.ever_promised(${studyId}) as pesewas`.execute(db);
  return rows[0]!.pesewas;
}

export async function readStudyFees(db: Db, studyId: string): Promise<number> {
  const { pesewas } = await db
    .selectFrom('payment.postings')
    .select(sql<number>`coalesce(sum(pesewas), 0)::bigint`.as('pesewas'))
    .where('debit', 'in', [studyAccount(studyId, 'available'), studyAccount(studyId, 'promised')])
    .where('credit', '=', FEE_INCOME)
    .executeTakeFirstOrThrow();
  return pesewas;
}

/** In a correct ledger, the sums of both columns are equal. */
export async function readTrialBalance(
  db: Db,
): Promise<{ account: Account; debit: number; credit: number }[]> {
  const { rows } = await sql<{ account: Account; debit: number; credit: number }>`
    select account, sum(debit)::bigint as debit, sum(credit)::bigint as credit from (
      select debit as account, pesewas as debit, 0 as credit from payment.postings
      union all select credit, 0, pesewas from payment.postings
    ) as side group by account order by account`.execute(db);
  return rows;
}

/** Returns debit minus credit by account; an account without postings is left out. */
export async function readAccounts(
  db: Db,
  accounts: readonly Account[],
): Promise<ReadonlyMap<Account, number>> {
  const { rows } = await sql<{ account: Account; pesewas: number }>`
    select account, sum(pesewas)::bigint as pesewas from (
      select debit as account, pesewas from payment.postings where debit = any(${accounts}::text[])
      union all select credit, -pesewas from payment.postings where credit = any(${accounts}::text[])
    ) as side group by account`.execute(db);
  return new Map(rows.map(({ account, pesewas }) => [account, pesewas]));
}

export async function readLedgerFloat(db: Db, provider: ProviderName): Promise<number> {
  const account = floatAccount(provider);
  return (await readAccounts(db, [account])).get(account) ?? 0;
}

export async function readInTransit(
  db: Db,
  provider: string,
): Promise<{ subject: string; pesewas: number }[]> {
  const account = `provider:${provider}:in_transit`;
  const { rows } = await sql<{ subject: string; pesewas: number }>`
    select subject, sum(case when credit = ${account} then pesewas else -pesewas end)::bigint as pesewas
    from payment.postings join payment.transactions using (transaction_id)
    where debit = ${account} or credit = ${account}
    group by subject having sum(case when credit = ${account} then pesewas else -pesewas end) <> 0
    order by subject`.execute(db);
  return rows;
}

/** Lists accounts whose stored balance differs from the sum of their postings. */
export async function findWrongBalances(
  db: Db,
): Promise<{ account: string; pesewas: number; said: number }[]> {
  const { rows } = await sql<{ account: string; pesewas: number; said: number }>`
    select account, coalesce(balance.pesewas, 0)::bigint as pesewas, coalesce(said.pesewas, 0)::bigint as said
    from payment.balances as balance full join (
      select account, sum(pesewas)::bigint as pesewas from (
        select credit as account, pesewas from payment.postings
        union all select debit, -pesewas from payment.postings
      ) as side where account like 'study:%' group by account
    ) as said using (account)
    where coalesce(balance.pesewas, 0) <> coalesce(said.pesewas, 0)`.execute(db);
  return rows;
}
