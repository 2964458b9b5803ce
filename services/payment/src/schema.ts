import type { Generated, Kysely } from 'kysely';
import type { AuditTable } from '@app/kit/audit.ts';

/** The tables of schema `payment`; columns as in migrations/. */
export interface PaymentTables {
  'payment.audit': AuditTable;
  'payment.transactions': {
    transaction_id: string;
    kind: string;
    subject: string;
    happened_at: Date;
    recorded_at: Generated<Date>;
  };
  'payment.postings': {
    transaction_id: string;
    ordinal: number;
    debit: string;
    credit: string;
    pesewas: number;
  };
  'payment.balances': { account: string; pesewas: number };
}

export type Db = Kysely<PaymentTables>;
