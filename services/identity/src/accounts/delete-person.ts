import type { Kysely } from 'kysely';
import type { IdentityTables } from '../schema.ts';
import type { Account } from './find-account.ts';
import { forgetTries, triesKeys } from './passwords/queries.ts';

/**
 * Deletes a person with all that hangs on them: sessions, links, sign-in with Google, set-up and company. False if they
 * are gone, or their password is not the one that was checked.
 */
export async function deletePerson(
  db: Kysely<IdentityTables>,
  userId: string,
  { email, passwordHash }: Pick<Account, 'email' | 'passwordHash'>,
): Promise<boolean> {
  const row = await db
    .deleteFrom('identity.people')
    .where('user_id', '=', userId)
    .where('password_hash', 'is not distinct from', passwordHash)
    .returning('user_id')
    .executeTakeFirst();
  // Its hash is of the address alone, which could be guessed from it.
  if (row) await forgetTries(db, ...triesKeys(email));
  return row !== undefined;
}
