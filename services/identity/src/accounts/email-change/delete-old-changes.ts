import { type Kysely, sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';
import type { IdentityTables } from '../../schema.ts';

/** Changes that are too old to be put back. */
export function deleteOldChanges(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`asked_at < ${ago(RETENTION.emailChanges)}`;
  return deleteSome(db, most, { table: 'identity.email_changes', key: 'change_id', where });
}
