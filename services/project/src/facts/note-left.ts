import { sql } from 'kysely';
import { Failure } from '@app/kit/problem.ts';
import type { Db } from '../schema.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * From now on nobody of this id is known here, and nothing is written for them (skip_left). The transaction holds
 * nothing else: it waits for all who have looked before and not committed yet, so what they wrote is there to be
 * erased. Other writers for people of the same lock queue behind. So after a second it gives up, and the identity
 * service asks again.
 */
export async function noteLeft(trx: Db, userId: string): Promise<void> {
  await sql`set local lock_timeout = '1s'`.execute(trx);
  const bucket = sql`hashtext(${userId}::uuid::text) & 63`;
  try {
    await sql`select pg_advisory_xact_lock(hashtext('project.left_people'), ${bucket})`.execute(trx);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)
      throw Object.assign(new Failure('UNAVAILABLE'), { cause: error });
    throw error;
  }
  await trx
    .insertInto('project.left_people')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}
