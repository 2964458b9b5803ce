import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { deleteSome } from '@app/kit/sweep.ts';
import type { IdentityTables } from '../../schema.ts';

/** Counts that nobody added to for 30 days; a locked password stays locked. */
export function deleteOldTries(db: Kysely<IdentityTables>, most: number, mostTries: number): Promise<number> {
  const where = sql`last_at < now() - interval '30 days' and tries < ${mostTries}`;
  return deleteSome(db, most, { table: 'identity.password_tries', key: 'email_hash', where });
}
