import { deleteExpiredKeys } from '@app/kit/idempotency-store.ts';
import { deleteEndedLimits } from '@app/kit/limits.ts';
import { runSteps } from '@app/kit/job-steps.ts';
import { sealAllColumns } from '@app/kit/sealed-columns.ts';
import { type Deletions, deleteExpired } from '@app/kit/retention-job.ts';
import { deleteOldCallbacks } from './callbacks/read-callback.ts';
import type { Deps } from './deps.ts';
import { SEALED_COLUMNS } from './open-db.ts';
import type { PaymentTables } from './schema.ts';

/** Records of money are not deleted, because they have no retention limit. */
export const deletions: Deletions<PaymentTables> = {
  callbacks: deleteOldCallbacks,
  endedLimits: (db, most) => deleteEndedLimits(db, 'payment', most),
  idempotencyKeys: (db, most) => deleteExpiredKeys(db, 'payment', most),
};

type RetentionDeps = Pick<Deps, 'db' | 'seal'>;
const deleteOldRows = ({ db }: RetentionDeps) => deleteExpired(db, deletions);
const sealColumns = ({ db, seal }: RetentionDeps) => sealAllColumns(db, seal, SEALED_COLUMNS);

export const runRetentionJob = (deps: RetentionDeps): Promise<void> =>
  runSteps(deps, { deleteOldRows, sealColumns });
