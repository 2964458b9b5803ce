import { type Kysely, sql } from 'kysely';
import { deleteSome } from '@app/kit/sweep.ts';
import type { IdentityTables } from '../schema.ts';

/** A session is over within minutes; a late double of it may come the same day. */
export function deleteOldUssdSessions(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`begun_at < now() - interval '1 day'`;
  return deleteSome(db, most, { table: 'identity.ussd_sessions', key: 'session_hash', where });
}
