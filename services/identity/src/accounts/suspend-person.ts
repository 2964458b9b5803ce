import { transaction } from '@app/kit/database.ts';
import { noteEvent } from '../audit/note-event.ts';
import { queueLetter } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { ACCOUNT_SUSPENDED, ACCOUNT_UNSUSPENDED } from './letters.ts';
import { updateSuspended } from './queries.ts';
import { queueBarred } from './tell-barred.ts';

/** Who acts, and why; the audit keeps both. */
export interface Act {
  userId: string;
  by: string;
  reason: string;
}

/** Ends every session at once and lets none open; what they have open elsewhere ends by a job. False where it is so already. */
export async function suspendPerson(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, by, reason }: Act,
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    if (!(await updateSuspended(trx, userId, reason))) return false;
    await endSessionsOf(trx, userId);
    await noteEvent(trx, 'PERSON_SUSPENDED', { userId, about: `${by}: ${reason}` });
    await queueLetter(deps, trx, ACCOUNT_SUSPENDED, { userId });
    await queueBarred(deps, trx, userId);
    return true;
  });
}

/** They can log in again; what was withdrawn or paused stays so. */
export async function unsuspendPerson(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, by }: Omit<Act, 'reason'>,
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    if (!(await updateSuspended(trx, userId, null))) return false;
    await noteEvent(trx, 'PERSON_UNSUSPENDED', { userId, about: by });
    await queueLetter(deps, trx, ACCOUNT_UNSUSPENDED, { userId });
    await queueBarred(deps, trx, userId);
    return true;
  });
}
