import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/**
 * From now on nobody of this id is known here, and nothing is written for them (skip_left), in a transaction that holds nothing
 * else: it waits for all who have looked before and not committed yet, so that what they wrote is there to be erased.
 */
export async function noteLeft(trx: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('project.left_people'))`.execute(trx);
  await trx
    .insertInto('project.left_people')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}
