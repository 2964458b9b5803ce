import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';

/** Ends every session of a person. */
export async function endSessionsOf(db: Kysely<IdentityTables>, userId: string): Promise<void> {
  await db
    .updateTable('identity.sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}
