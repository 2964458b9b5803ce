import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { deleteSome } from '@app/kit/sweep.ts';
import type { IdentityTables } from '../schema.ts';

/** Links that have been of no use for a week. */
export function deleteOldLinks(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`expires_at < now() - interval '7 days'`;
  return deleteSome(db, most, { table: 'identity.letter_tokens', key: 'token_hash', where });
}
