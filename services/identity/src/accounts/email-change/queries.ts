import { type Kysely, sql } from 'kysely';
import { databaseNow } from '@app/kit/database.ts';
import type { IdentityTables } from '../../schema.ts';

type Db = Kysely<IdentityTables>;

interface EmailChange {
  changeId: string;
  userId: string;
  oldEmail: string;
  newEmail: string;
}

/** The caller must lock the person. Otherwise two concurrent requests would leave two pending changes. */
export async function replacePendingChange(
  trx: Db,
  { changeId, userId, oldEmail, newEmail }: EmailChange,
): Promise<void> {
  await trx
    .deleteFrom('identity.email_changes')
    .where('user_id', '=', userId)
    .where('changed_at', 'is', null)
    .execute();
  await trx
    .insertInto('identity.email_changes')
    .values({
      change_id: changeId,
      user_id: userId,
      old_email: oldEmail,
      new_email: newEmail,
      changed_at: null,
    })
    .execute();
}

export async function findEmailChange(db: Db, changeId: string) {
  return db
    .selectFrom('identity.email_changes')
    .select(['old_email as oldEmail', 'new_email as newEmail'])
    .where('change_id', '=', changeId)
    .executeTakeFirst();
}

/**
 * Returns false if the account has another address than when the change was requested. Throws a unique
 * violation if the new address is in use.
 */
export async function applyEmailChange(
  trx: Db,
  { changeId, userId, oldEmail, newEmail }: EmailChange,
): Promise<boolean> {
  const row = await trx
    .updateTable('identity.people')
    .set({ email: newEmail, credentials_changed_at: databaseNow })
    .where('user_id', '=', userId)
    .where('email', '=', oldEmail)
    .returning('user_id')
    .executeTakeFirst();
  await trx
    .updateTable('identity.email_changes')
    .set({ changed_at: sql<Date>`clock_timestamp()` })
    .where('change_id', '=', changeId)
    .execute();
  return row !== undefined;
}

/** The newest change comes first. To restore an old address, all changes since then are undone. */
export async function listMadeChanges(
  db: Db,
  userId: string,
): Promise<Pick<EmailChange, 'changeId' | 'oldEmail'>[]> {
  return db
    .selectFrom('identity.email_changes')
    .select(['change_id as changeId', 'old_email as oldEmail'])
    .where('user_id', '=', userId)
    .where('changed_at', 'is not', null)
    .orderBy('changed_at', 'desc')
    .execute();
}

/** Also removes the password, because a thief of the account may have set it. */
export async function undoEmailChanges(
  trx: Db,
  { userId, changeIds, email }: { userId: string; changeIds: string[]; email: string },
): Promise<void> {
  await trx
    .updateTable('identity.people')
    .set({ email, password_hash: null, credentials_changed_at: databaseNow })
    .where('user_id', '=', userId)
    .execute();
  await trx.deleteFrom('identity.email_changes').where('change_id', 'in', changeIds).execute();
}

export async function deleteUnverifiedAccount(trx: Db, email: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('identity.people')
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
