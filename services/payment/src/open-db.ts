import type { Engine } from '@app/kit/database.ts';
import { type Seal, type SealedColumn, createSeal, sealColumns } from '@app/kit/sealed-columns.ts';
import type { Db, PaymentTables } from './schema.ts';

export const SERVICE_ROLE = 'payment_app';

const SEALED = { phone_number: 'phoneNumber', account_name: 'accountName' };

export function openDb(
  engine: Engine,
  keys: readonly Buffer[],
  look?: (connection: Db) => Promise<void>,
): { db: Db; reader: Db; seal: Seal } {
  const seal = createSeal(keys);
  const db = engine.connect<PaymentTables>(SERVICE_ROLE, look).withPlugin(sealColumns(seal, SEALED));
  const reader = engine.readers?.beside(SERVICE_ROLE, db).withPlugin(sealColumns(seal, SEALED));
  return { db, reader: reader ?? db, seal };
}

/** An hourly job encrypts values in these columns if they are plain text or use an older key. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { of: 'payment.fundings', key: 'funding_id', column: 'phone_number' },
  { of: 'payment.payouts', key: 'payout_id', column: 'phone_number' },
  { of: 'payment.attempts', key: 'attempt_id', column: 'phone_number' },
  { of: 'payment.attempts', key: 'attempt_id', column: 'account_name' },
  { of: 'payment.callbacks', key: 'callback_id', column: 'body', isBytes: true },
];
