import { type Kysely, sql } from 'kysely';
import { deleteSome } from '@app/kit/sweep.ts';
import type { IdentityTables } from '../schema.ts';

/** Jobs that ask are tried for three days. */
export function deleteOldAsked(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`asked_at < now() - interval '30 days'`;
  return deleteSome(db, most, { table: 'identity.asked_letters', key: 'key', where });
}
