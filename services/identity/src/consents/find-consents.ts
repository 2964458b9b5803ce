import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';

/** What somebody has agreed to, the newest version of each. */
export async function findConsents(db: Kysely<IdentityTables>, userId: string) {
  return db
    .selectFrom('identity.consents')
    .distinctOn('text')
    .select(['text', sql<string>`version::text`.as('version'), 'agreed_at as agreedAt'])
    .where('user_id', '=', userId)
    .orderBy('text')
    .orderBy('version', 'desc')
    .execute();
}
