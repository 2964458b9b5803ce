import { type Kysely, sql } from 'kysely';
import { deleteSome } from '@app/kit/sweep.ts';
import type { IdentityTables } from '../schema.ts';

/** Codes of numbers of which nothing counts any more. */
export function deleteOldCodes(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`counted_from < now() - interval '1 day' and next_at < now() and expires_at < now()`;
  return deleteSome(db, most, { table: 'identity.phone_codes', key: 'number_hash', where });
}
