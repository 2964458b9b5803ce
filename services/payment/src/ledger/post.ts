import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { ProviderName } from '../provider.ts';
import type { Db } from '../schema.ts';

type StudyAccount = 'available' | 'promised' | 'payable' | 'refund_due';

export type Account =
  | `study:${string}:${StudyAccount}`
  | `provider:${ProviderName}:${'float' | 'in_transit'}`
  | `suspense:${ProviderName}`
  | `platform:${'fee_income' | 'provider_fee_cost' | 'writeoff'}`;

/** An account for money that the researcher has paid in and that no one has received yet. */
export const studyAccount = (studyId: string, account: StudyAccount): Account =>
  `study:${studyId}:${account}`;
export const floatAccount = (provider: ProviderName): Account => `provider:${provider}:float`;
/** An account for the money of orders whose outcome is not known yet. */
export const inTransitAccount = (provider: ProviderName): Account => `provider:${provider}:in_transit`;
export const suspenseAccount = (provider: ProviderName): Account => `suspense:${provider}`;
export const FEE_INCOME: Account = 'platform:fee_income';
export const PROVIDER_FEE_COST: Account = 'platform:provider_fee_cost';
export const WRITE_OFF: Account = 'platform:writeoff';

/** A debit increases an asset. A credit increases a liability. */
export interface Posting {
  debit: Account;
  credit: Account;
  pesewas: number;
}

export type TransactionKind =
  | 'COLLECTED'
  | 'PROMISED'
  | 'RELEASED'
  | 'DUE'
  | 'CANCELLED'
  | 'SENT'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'REVERSED'
  | 'CLOSED'
  | 'UNEXPLAINED';

interface LedgerEvent {
  kind: TransactionKind;
  /** The ledger has at most one transaction for each kind and subject. */
  subject: string;
  postings: readonly Posting[];
}

/**
 * Must be called in the transaction of the change that it records. If it returns false, the change is already
 * booked and the caller must stop. The trigger `follow_postings` updates balances; a negative one aborts the
 * transaction (see isOverdraft).
 */
export async function postTransaction(trx: Db, { kind, subject, postings }: LedgerEvent): Promise<boolean> {
  const rows = postings.filter(({ pesewas }) => pesewas !== 0);
  if (rows.some(({ pesewas }) => !Number.isSafeInteger(pesewas) || pesewas < 0))
    throw new Error('An amount is not whole pesewas');
  if (rows.length === 0) return false;
  const { rows: made } = await sql<{ id: string }>`
    with happened as (
      insert into payment.transactions (transaction_id, kind, subject, happened_at)
      values (${randomUUIDv7()}, ${kind}, ${subject}, now())
      on conflict (kind, subject) do nothing
      returning transaction_id
    ), added as (
      insert into payment.postings (transaction_id, ordinal, debit, credit, pesewas)
      select transaction_id, ordinal, debit, credit, pesewas from happened,
        jsonb_to_recordset(${JSON.stringify(rows.map((row, ordinal) => ({ ...row, ordinal })))}::jsonb)
          as given (ordinal smallint, debit text, credit text, pesewas bigint)
    )
    select transaction_id as id from happened`.execute(trx);
  return made.length > 0;
}

const CHECK_VIOLATION = '23514';

export const isOverdraft = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === CHECK_VIOLATION &&
  error.message.includes('balances');
