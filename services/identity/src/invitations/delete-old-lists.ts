import { type Kysely, sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';
import type { IdentityTables } from '../schema.ts';

/** Lists of studies that ended long ago, with all their invitations. */
export function deleteOldLists(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`ended_at < ${ago(RETENTION.invitations)}`;
  return deleteSome(db, most, { table: 'identity.invitation_lists', key: 'study_id', where });
}
