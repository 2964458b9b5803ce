import { type Transaction, type Kysely, sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import { classifyError } from '@app/kit/problem.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/retention-job.ts';
import { recordEvent } from '../../audit.ts';
import { queueEmail } from '../../emails/queue-email.ts';
import type { Deps } from '../../deps.ts';
import { lockPerson, voidOwnLinks } from '../../links/use-link.ts';
import type { IdentityTables } from '../../schema.ts';
import { endAllSessions } from '../../sessions/live-sessions.ts';
import { deleteGoogleAccounts } from '../google-accounts/find-or-add-person.ts';
import { RESET_PASSWORD } from '../emails.ts';
import { detachPhone } from '../change-account.ts';
import { findCredentials } from '../queries.ts';
import { deleteUnverifiedAccount, listMadeChanges, undoEmailChanges } from './queries.ts';

interface PutBack {
  userId: string;
  /** The address that the person had before. A thief may have changed it more than once. */
  email: string;
  by: string;
}

/**
 * Restores the address that a stolen account had before; then only the owner of that mailbox can sign in.
 * Returns NOT_BEFORE if the account did not have this address in the last 30 days.
 */
export async function restoreEmail(
  deps: Pick<Deps, 'db' | 'jobs'>,
  what: PutBack,
): Promise<'BACK' | 'NOT_BEFORE' | { otherAccount: string }> {
  try {
    return await transaction(deps.db, (trx) => restoreLockedEmail(deps, trx, what));
  } catch (error) {
    // If the person has signed up again with this address, the unique key refuses it here.
    const other =
      classifyError(error).code === 'CONFLICT' ? await findCredentials(deps.db, what.email) : undefined;
    if (!other) throw error;
    return { otherAccount: other.userId };
  }
}

async function restoreLockedEmail(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  { userId, email, by }: PutBack,
): Promise<'BACK' | 'NOT_BEFORE'> {
  await lockPerson(trx, userId);
  const changes = await listMadeChanges(trx, userId);
  const first = changes.findIndex(({ oldEmail }) => oldEmail === email);
  if (first === -1) return 'NOT_BEFORE';
  const changeIds = changes.slice(0, first + 1).map(({ changeId }) => changeId);
  await deleteUnverifiedAccount(trx, email);
  await undoEmailChanges(trx, { userId, changeIds, email });
  await deleteGoogleAccounts(trx, userId);
  await detachPhone(deps, trx, { userId, change: 'REMOVED' });
  await voidOwnLinks(trx, userId);
  await endAllSessions(trx, userId);
  await recordEvent(trx, 'EMAIL_PUT_BACK', { userId, about: by });
  await queueEmail(deps, trx, RESET_PASSWORD, { userId });
  return 'BACK';
}

export function deleteOldEmailChanges(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`asked_at < ${ago(RETENTION.emailChanges)}`;
  return deleteSome(db, most, { table: 'identity.email_changes', key: 'change_id', where });
}
