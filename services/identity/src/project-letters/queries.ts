import { type Kysely, sql } from 'kysely';
import { isToAdmin } from '@app/contracts/letters.ts';
import type { IdentityTables } from '../schema.ts';

/** False if this letter was asked for before, or is to a person who has left. */
export async function insertAsked(
  trx: Kysely<IdentityTables>,
  { userId, kind, about }: { userId: string; kind: string; about: string },
): Promise<boolean> {
  const key = `${kind}:${userId}:${about}`;
  const insert = trx.insertInto('identity.asked_letters');
  const asked = isToAdmin(kind)
    ? insert.values({ key, user_id: null })
    : insert.columns(['key', 'user_id']).expression((eb) =>
        eb
          .selectFrom('identity.people')
          .select([sql<string>`${key}::text`.as('key'), 'user_id'])
          .where('user_id', '=', userId)
          // A row lock: it waits for a person who is leaving, and does not find them then.
          .forKeyShare(),
      );
  const { numInsertedOrUpdatedRows = 0n } = await asked
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
