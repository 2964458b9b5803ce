import type { Db } from '../schema.ts';

export interface Suspension {
  version: number;
  isSuspended: boolean;
}

/** Returns false if a newer version is stored already. */
export async function writeSuspension(
  trx: Db,
  userId: string,
  { version, isSuspended }: Suspension,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('project.suspensions')
    .values({ user_id: userId, version, is_suspended: isSuspended })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ version, is_suspended: isSuspended })
        .where('project.suspensions.version', '<=', version),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
