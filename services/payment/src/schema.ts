import type { Kysely } from 'kysely';
import type { AuditTable } from '@app/kit/audit.ts';

/** The tables of schema `payment`; columns as in migrations/. */
export interface PaymentTables {
  'payment.audit': AuditTable;
}

export type Db = Kysely<PaymentTables>;
