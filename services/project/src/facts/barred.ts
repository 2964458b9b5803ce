import { Failure } from '@app/kit/problem.ts';
import type { Db } from '../schema.ts';

export interface Barred {
  version: number;
  isBarred: boolean;
}

/** False where something newer is known already. Its row is held until the transaction ends. */
export async function writeBarred(trx: Db, userId: string, { version, isBarred }: Barred): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('project.barred_people')
    .values({ user_id: userId, version, is_barred: isBarred })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ version, is_barred: isBarred })
        .where('project.barred_people.version', '<=', version),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/**
 * Throws for whoever may not act, and keeps a bar that comes now waiting until this transaction ends: verification was asked
 * for before it began. Comes before any study in the order of locks.
 */
export async function assertNotBarred(trx: Db, userId: string): Promise<void> {
  const { is_barred } = await trx
    .insertInto('project.barred_people')
    .values({ user_id: userId, version: 0, is_barred: false })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId }))
    .returning('is_barred')
    .executeTakeFirstOrThrow();
  if (is_barred) throw new Failure('NOT_VERIFIED');
}
