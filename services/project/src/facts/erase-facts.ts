import type { Db } from '../schema.ts';
import { deleteFacts } from './write-facts.ts';

/** From now on nobody of this id is known here, and nothing is written for them (skip_left). */
export async function eraseFacts(trx: Db, userId: string): Promise<void> {
  await trx
    .insertInto('project.left_people')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  await deleteFacts(trx, userId);
}
