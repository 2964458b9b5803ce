import { type Kysely, sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';
import type { IdentityTables } from '../schema.ts';

/** What became of texts, when nobody asks any more. */
export function deleteOldTexts(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`queued_at < ${ago(RETENTION.texts)}`;
  return deleteSome(db, most, { table: 'identity.texts', key: 'text_id', where });
}
