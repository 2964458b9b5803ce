import { transaction } from '@app/kit/database.ts';
import { eraseFundings } from '../budgets/write-funding.ts';
import { eraseCallbacks } from '../callbacks/read-callback.ts';
import { erasePayouts } from '../payouts/write-payout.ts';
import type { Db } from '../schema.ts';

/**
 * Amounts, times and references stay, because bookkeeping needs them. Phone numbers, names and texts are
 * erased.
 */
export const erasePerson = (db: Db, userId: string): Promise<void> =>
  transaction(db, async (trx) => {
    await trx
      .insertInto('payment.left_people')
      .values({ user_id: userId })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    const references = [...(await erasePayouts(trx, userId)), ...(await eraseFundings(trx, userId))];
    await eraseCallbacks(trx, references);
  });
