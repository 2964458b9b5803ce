import { deleteExpiredKeys } from '@app/kit/idempotency-store.ts';
import { deleteEndedLimits } from '@app/kit/limits.ts';
import type { Deletion } from '@app/kit/sweep.ts';
import { sealStored } from '@app/kit/sealed-columns.ts';
import { sweepAway } from '@app/kit/sweep.ts';
import { deleteOldCallbacks } from '../callbacks/read-callback.ts';
import type { Deps } from '../deps.ts';
import { SEALED_COLUMNS } from '../open-db.ts';
import type { PaymentTables } from '../schema.ts';

const deletions: readonly Deletion<PaymentTables>[] = [
  (db, most) => deleteEndedLimits(db, 'payment', most),
  (db, most) => deleteExpiredKeys(db, 'payment', most),
  deleteOldCallbacks,
];

/** Deletes rows that are past their retention; what is about money stays. */
export async function sweep({ db, seal }: Pick<Deps, 'db' | 'seal'>): Promise<void> {
  await sweepAway(db, deletions);
  for (const column of SEALED_COLUMNS) await sealStored(db, seal, column);
}
