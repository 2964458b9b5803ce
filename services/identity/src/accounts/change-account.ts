import type { AccountChange, EmailChoice } from '@app/contracts/identity/account-settings.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { normalPhoneNumber } from '@app/kit/phone-number.ts';
import type { Transaction, Kysely } from 'kysely';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { updateAccount } from './queries.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { deleteNumber } from '../phones/verified-number.ts';
import type { IdentityTables } from '../schema.ts';
import { endCodeSessions } from '../sessions/live-sessions.ts';
import { PHONE_CHANGED } from './phones/emails.ts';
import type { Account } from './reads.ts';
import { deletePasswordTries, triesKeys } from './passwords/queries.ts';

/** An empty phone number removes the stored one. */
export async function changeAccount(
  deps: Deps,
  userId: string,
  change: AccountChange,
  fail: Fail<'INVALID_INPUT'>,
): Promise<void> {
  const { phoneNumber: typed, ...names } = change;
  const removed = typed === '' ? null : undefined;
  const phoneNumber = typed ? normalPhoneNumber(typed, 'phoneNumber', fail) : removed;
  await transaction(deps.db, async (trx) => {
    const isChanged = await updateAccount(trx, userId, { ...names, phoneNumber }, deps.seal);
    if (isChanged)
      await recordEvent(trx, 'ACCOUNT_CHANGED', { userId, about: Object.keys(change).join(' ') });
  });
}

/**
 * Someone else may hold the telephone of the removed number. So sessions that began with a code end too. The
 * caller must lock the person.
 */
export async function detachPhone(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  { userId, but, change }: { userId: string; but?: string; change: 'REMOVED' | 'RELEASED' },
): Promise<void> {
  if (!(await deleteNumber(trx, userId))) return;
  await endCodeSessions(trx, userId, but);
  await recordEvent(trx, `PHONE_${change}`, { userId });
  await queueEmail(deps, trx, PHONE_CHANGED, { userId, change });
}

export async function updateDeletionRequest(
  db: Kysely<IdentityTables>,
  userId: string,
  requestedOn: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity.people')
    .set({ deletion_requested_on: requestedOn })
    .where('user_id', '=', userId)
    .where('deletion_requested_on', 'is distinct from', requestedOn)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if the person no longer exists or the password has changed. */
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
  // The tries are stored under an unsalted hash, from which someone could guess the address. So they are
  // deleted too.
  if (row) await deletePasswordTries(db, ...triesKeys(email));
  return row !== undefined;
}

export async function unsubscribePerson(
  { db, seal }: Pick<Deps, 'db' | 'seal'>,
  { userId, choice }: { userId: string; choice: EmailChoice },
): Promise<void> {
  await transaction(db, async (trx) => {
    const isChanged = await updateAccount(trx, userId, { emails: { [choice]: false } }, seal);
    if (isChanged) await recordEvent(trx, 'ACCOUNT_CHANGED', { userId, about: 'emails' });
  });
}
