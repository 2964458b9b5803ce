import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Those of a person whose key begins so: what they tell of has been seen where it stands. */
export async function markNewsRead(trx: Db, userId: string, keyStart: string): Promise<void> {
  await sql`
    update project.notifications set is_read = true, read_at = now()
    where user_id = ${userId} and not is_read and starts_with(key, ${keyStart})`.execute(trx);
}
