import type { Transaction } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import { noteEvent } from '../../audit/note-event.ts';
import { queueLetter } from '../../deliveries/queue-letter.ts';
import type { Deps } from '../../deps.ts';
import { voidOwnLinks } from '../../links/use-link.ts';
import type { IdentityTables } from '../../schema.ts';
import { endSessionsOf } from '../../sessions/end-sessions.ts';
import { deleteGoogleAccounts } from '../google-accounts/queries.ts';
import { RESET_PASSWORD } from '../letters.ts';
import { lockPerson } from '../queries.ts';
import { deleteUnverified, listMadeChanges, takeBackChanges } from './queries.ts';

interface PutBack {
  userId: string;
  /** Named, and not just the one before: a thief may have changed it more than once. */
  email: string;
  by: string;
}

/**
 * Takes the changes of an email back as far as one that the account had, for somebody whom they have robbed: nothing that signs in
 * is left but that mailbox, to which a link to set a password goes. NOT_BEFORE where the changes of the last 30 days do not lead
 * back to it.
 */
export async function putEmailBack(
  deps: Pick<Deps, 'db' | 'jobs'>,
  what: PutBack,
): Promise<'BACK' | 'NOT_BEFORE'> {
  return transaction(deps.db, (trx) => takeBack(deps, trx, what));
}

async function takeBack(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  { userId, email, by }: PutBack,
): Promise<'BACK' | 'NOT_BEFORE'> {
  await lockPerson(trx, userId);
  const changes = await listMadeChanges(trx, userId);
  const first = changes.findIndex(({ oldEmail }) => oldEmail === email);
  if (first === -1) return 'NOT_BEFORE';
  const changeIds = changes.slice(0, first + 1).map(({ changeId }) => changeId);
  await deleteUnverified(trx, email);
  await takeBackChanges(trx, { userId, changeIds, email });
  await deleteGoogleAccounts(trx, userId);
  await voidOwnLinks(trx, userId);
  await endSessionsOf(trx, userId);
  await noteEvent(trx, 'EMAIL_PUT_BACK', { userId, about: by });
  await queueLetter(deps, trx, RESET_PASSWORD, { userId });
  return 'BACK';
}
