import { deleteExpiredKeys } from '@app/kit/idempotency-store.ts';
import { deleteEndedLimits } from '@app/kit/limits.ts';
import type { DeleteSome } from '@app/kit/sweep.ts';
import { sealStored } from '@app/kit/sealed-columns.ts';
import { sweepAway } from '@app/kit/sweep.ts';
import { deleteOldTries } from '../accounts/passwords/delete-old-tries.ts';
import type { Deps } from '../deps.ts';
import { SEALED_COLUMNS } from '../open-db.ts';
import { deleteOldAsked } from '../project-letters/delete-old-asked.ts';
import { deleteOldLinks } from '../links/use-link.ts';
import type { IdentityTables } from '../schema.ts';
import {
  deleteOldEndedSessions,
  deleteOldRefreshTokens,
  deleteOldSessions,
} from '../sessions/end-sessions.ts';

/** Deletes rows that are past their retention. */
export async function sweep({ db, seal, config }: Pick<Deps, 'db' | 'seal' | 'config'>): Promise<void> {
  const deletions: readonly DeleteSome<IdentityTables>[] = [
    deleteOldLinks,
    deleteOldAsked,
    deleteOldRefreshTokens,
    deleteOldSessions,
    deleteOldEndedSessions,
    (handle, most) => deleteOldTries(handle, most, config.MOST_PASSWORD_TRIES),
    (handle, most) => deleteEndedLimits(handle, 'identity', most),
    (handle, most) => deleteExpiredKeys(handle, 'identity', most),
  ];
  await sweepAway(db, deletions);
  for (const column of SEALED_COLUMNS) await sealStored(db, seal, column);
}
