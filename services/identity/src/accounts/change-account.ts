import type { AccountChange, LetterChoice } from '@app/contracts/identity/own-account.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { normalPhoneNumber } from '@app/kit/phone-number.ts';
import type { Transaction, Kysely } from 'kysely';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { updateAccount } from './queries.ts';
import { queueLetter } from '../deliveries/queue-letter.ts';
import { dropNumber } from '../phones/own-number.ts';
import type { IdentityTables } from '../schema.ts';
import { endCodeSessions } from '../sessions/live-sessions.ts';
import { PHONE_CHANGED } from './own-phone/letters.ts';
import type { Account } from './reads.ts';
import { forgetTries, triesKeys } from './passwords/queries.ts';

/** Changes names, phone number and choice of letters; an empty number removes it. */
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
    const isChanged = await updateAccount(trx, userId, { ...names, phoneNumber });
    if (isChanged) await noteEvent(trx, 'ACCOUNT_CHANGED', { userId, about: Object.keys(change).join(' ') });
  });
}

/**
 * Takes the number off an account whose person is held, ends what codes to it have opened but this session, and tells
 * the owner. Whoever has the telephone then has no way in.
 */
export async function takeOffPhone(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  { userId, but, change }: { userId: string; but?: string; change: 'REMOVED' | 'RELEASED' },
): Promise<void> {
  if (!(await dropNumber(trx, userId))) return;
  await endCodeSessions(trx, userId, but);
  await noteEvent(trx, `PHONE_${change}`, { userId });
  await queueLetter(deps, trx, PHONE_CHANGED, { userId, change });
}

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

/** Turns one kind of letters off, and leaves the others as they are; twice is once. */
export async function stopLettersOf(
  { db }: Pick<Deps, 'db'>,
  { userId, choice }: { userId: string; choice: LetterChoice },
): Promise<void> {
  await transaction(db, async (trx) => {
    const isChanged = await updateAccount(trx, userId, { letters: { [choice]: false } });
    if (isChanged) await noteEvent(trx, 'ACCOUNT_CHANGED', { userId, about: 'letters' });
  });
}
