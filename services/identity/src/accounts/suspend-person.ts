import type { Transaction } from 'kysely';
import { updateSuspension } from '@app/contracts/project/suspensions.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { findSuspension, raiseSuspensionVersion, updateSuspended } from './queries.ts';
import { recordEvent } from '../audit.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { endAllSessions } from '../sessions/live-sessions.ts';
import { ACCOUNT_SUSPENDED, ACCOUNT_UNSUSPENDED } from './emails.ts';

/**
 * In this job, the project service pauses studies and withdraws applications of a suspended person or a
 * revoked company.
 */
export const SUSPENSIONS: Queue<{ userId: string }> = { name: 'suspensions' };

export async function queueSuspension(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  userId: string,
): Promise<void> {
  await raiseSuspensionVersion(trx, userId);
  await jobs.send(trx, SUSPENSIONS, { userId });
}

export async function notifyProjectOfSuspension(
  { db, callProject }: Pick<Deps, 'db' | 'callProject'>,
  { userId }: { userId: string },
): Promise<void> {
  const now = await findSuspension(db, userId);
  if (now) await callProject(updateSuspension, { params: { userId }, body: now });
}

export interface Act {
  userId: string;
  by: string;
  reason: string;
}

/** The project service ends studies and applications later, in a job. */
export async function suspendPerson(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, by, reason }: Act,
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    if (!(await updateSuspended(trx, userId, reason))) return false;
    await endAllSessions(trx, userId);
    await recordEvent(trx, 'PERSON_SUSPENDED', { userId, about: `${by}: ${reason}` });
    await queueEmail(deps, trx, ACCOUNT_SUSPENDED, { userId });
    await queueSuspension(deps, trx, userId);
    return true;
  });
}

/** Applications that were withdrawn and studies that were paused stay so. */
export async function unsuspendPerson(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, by }: Omit<Act, 'reason'>,
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    if (!(await updateSuspended(trx, userId, null))) return false;
    await recordEvent(trx, 'PERSON_UNSUSPENDED', { userId, about: by });
    await queueEmail(deps, trx, ACCOUNT_UNSUSPENDED, { userId });
    await queueSuspension(deps, trx, userId);
    return true;
  });
}
