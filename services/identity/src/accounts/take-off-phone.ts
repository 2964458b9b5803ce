import type { Transaction } from 'kysely';
import { noteEvent } from '../audit/note-event.ts';
import { queueLetter } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import { dropNumber } from '../phones/own-number.ts';
import type { IdentityTables } from '../schema.ts';
import { endCodeSessions } from '../sessions/end-sessions.ts';
import { PHONE_CHANGED } from './own-phone/letters.ts';

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
