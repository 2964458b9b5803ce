import { transaction } from '@app/kit/database.ts';
import { noteEvent } from '../../audit/note-event.ts';
import { queueLetter } from '../../deliveries/queue-letter.ts';
import type { Deps } from '../../deps.ts';
import { voidOwnLinks } from '../../links/use-link.ts';
import { endSessionsOf } from '../../sessions/end-sessions.ts';
import { deleteGoogleAccounts } from '../google-accounts/queries.ts';
import { RESET_PASSWORD } from '../letters.ts';
import { lockPerson } from '../queries.ts';
import { deleteUnverified, findMadeChange, takeBackChange } from './queries.ts';

/**
 * Takes the last change of an email back, for whom it has robbed of their account: nothing that signs in is left but the mailbox
 * of before, to which a link to set a password goes. False where there is no change of the last 30 days.
 */
export async function putEmailBack(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, by }: { userId: string; by: string },
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    await lockPerson(trx, userId);
    const change = await findMadeChange(trx, userId);
    if (!change) return false;
    await deleteUnverified(trx, change.oldEmail);
    await takeBackChange(trx, { userId, ...change });
    await deleteGoogleAccounts(trx, userId);
    await voidOwnLinks(trx, userId);
    await endSessionsOf(trx, userId);
    await noteEvent(trx, 'EMAIL_PUT_BACK', { userId, about: by });
    await queueLetter(deps, trx, RESET_PASSWORD, { userId });
    return true;
  });
}
