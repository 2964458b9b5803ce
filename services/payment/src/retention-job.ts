import { deleteExpiredKeys } from '@app/kit/idempotency-store.ts';
import { deleteEndedLimits } from '@app/kit/limits.ts';
import { sealStored } from '@app/kit/sealed-columns.ts';
import { type Deletions, deleteExpired } from '@app/kit/retention-job.ts';
import { deleteOldCallbacks } from './callbacks/read-callback.ts';
import type { Deps } from './deps.ts';
import { SEALED_COLUMNS } from './open-db.ts';
import type { PaymentTables } from './schema.ts';

/** Records of money have no retention limit, so they are not deleted. */
export const deletions: Deletions<PaymentTables> = {
  callbacks: deleteOldCallbacks,
  endedLimits: (db, most) => deleteEndedLimits(db, 'payment', most),
  idempotencyKeys: (db, most) => deleteExpiredKeys(db, 'payment', most),
};

export async function runRetentionJob({ db, seal }: Pick<Deps, 'db' | 'seal'>): Promise<void> {
  await deleteExpired(db, deletions);
  for (const column of SEALED_COLUMNS) await sealStored(db, seal, column);
}
