import type { Transaction } from 'kysely';
import { deletePerson } from '../accounts/change-account.ts';
import type { Account } from '../accounts/find-account.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { stopOfMailbox } from '../invitations/stop-of-mailbox.ts';
import { queueReachRefresh } from '../reach/refresh-reach.ts';
import type { IdentityTables } from '../schema.ts';
import { LEAVINGS } from './erase-elsewhere.ts';
import { insertLeft } from './queries.ts';

/**
 * Deletes an account, and has the other services erase what they hold; the caller checks for obstacles. False if the
 * person is gone, or has another password by now. `about` stays in the audit.
 */
export async function deleteAccount(
  { jobs, seal }: Pick<Deps, 'jobs' | 'seal'>,
  trx: Transaction<IdentityTables>,
  userId: string,
  { about, ...account }: Pick<Account, 'email' | 'passwordHash'> & { about?: string },
): Promise<boolean> {
  if (!(await deletePerson(trx, userId, account))) return false;
  await stopOfMailbox({ seal }, trx, account.email);
  await insertLeft(trx, userId);
  await noteEvent(trx, 'LEFT', { userId, ...(about !== undefined && { about }) });
  await jobs.send(trx, LEAVINGS, {});
  await queueReachRefresh({ jobs }, trx);
  return true;
}
