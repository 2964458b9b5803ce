import { type Kysely, sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';
import type { IdentityTables } from '../../schema.ts';

/** Counts that did not grow for long; a locked password stays locked. */
export function deleteOldTries(db: Kysely<IdentityTables>, most: number, mostTries: number): Promise<number> {
  const where = sql`last_at < ${ago(RETENTION.passwordTries)} and tries < ${mostTries}`;
  return deleteSome(db, most, { table: 'identity.password_tries', key: 'email_hash', where });
}
