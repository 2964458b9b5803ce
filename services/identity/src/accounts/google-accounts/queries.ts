import type { Kysely } from 'kysely';
import type { IdentityTables } from '../../schema.ts';

type Db = Kysely<IdentityTables>;

/** Who somebody is at the issuer: these two together, and never the address (OpenID Connect Core 5.7). */
interface GoogleIdentity {
  issuer: string;
  subject: string;
}

export async function findPersonOfGoogle(
  db: Db,
  { issuer, subject }: GoogleIdentity,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity.google_accounts')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** Fails on the unique key if another sign-in was first, so that nothing of its transaction is kept. */
export async function insertGoogleAccount(
  db: Db,
  { issuer, subject }: GoogleIdentity,
  userId: string,
): Promise<void> {
  await db.insertInto('identity.google_accounts').values({ issuer, subject, user_id: userId }).execute();
}

/** True if there were any. */
export async function deleteGoogleAccounts(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity.google_accounts')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
