import type { Db } from '../schema.ts';

/** From now on nothing new comes to be owed to them. */
export async function insertLeft(trx: Db, userId: string): Promise<void> {
  await trx
    .insertInto('payment.left_people')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}
