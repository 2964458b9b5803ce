import type { Engine } from '@app/kit/database.ts';
import { findWrongBalances, readTrialBalance } from '../src/ledger/read-balances.ts';
import type { Db, PaymentTables } from '../src/schema.ts';

const handles = new WeakMap<Engine, Db>();

/** One handle is shared, because each handle opens its own connections. */
export function paymentDb({ engine }: { engine: Engine }): Db {
  const db = handles.get(engine) ?? engine.connect<PaymentTables>('payment_app');
  handles.set(engine, db);
  return db;
}

export async function findLedgerFlaws(app: { engine: Engine }): Promise<unknown[]> {
  const db = paymentDb(app);
  const accounts = await readTrialBalance(db);
  const difference = accounts.reduce((sum, { debit, credit }) => sum + debit - credit, 0);
  return [
    ...(difference === 0 ? [] : [`the sides differ by ${difference}`]),
    ...(await findWrongBalances(db)),
  ];
}

export async function assertConsistentLedger(app: { engine: Engine }): Promise<void> {
  const flaws = await findLedgerFlaws(app);
  if (flaws.length > 0) throw new Error(`The ledger is inconsistent: ${JSON.stringify(flaws)}`);
}
