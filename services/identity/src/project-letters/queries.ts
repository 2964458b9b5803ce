import type { Kysely } from 'kysely';
import type { IdentityTables } from '../schema.ts';

/** False if this letter was asked for before. */
export async function insertAsked(
  trx: Kysely<IdentityTables>,
  { userId, kind, about }: { userId: string; kind: string; about: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('identity.asked_letters')
    .values({ key: `${kind}:${userId}:${about}` })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
