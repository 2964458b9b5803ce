import { transaction } from '@app/kit/database.ts';
import { adminCommandWords as words } from '@app/words/operator.ts';
import type { Act } from '../accounts/suspend-person.ts';
import { findAccount } from '../accounts/find-account.ts';
import { deleteAccount } from '../leaving/delete-account.ts';
import type { Operator } from './operator.ts';

/**
 * Deletes an account for its person, who cannot log in, or must not have one. Gives what to print where something of
 * theirs has to be settled first. It closes open studies, whose applicants are notified.
 */
export async function removePerson(
  { db, jobs, openSeal, findObstacles }: Pick<Operator, 'db' | 'jobs' | 'openSeal' | 'findObstacles'>,
  { userId, by, reason }: Act,
): Promise<boolean | string> {
  const account = await findAccount(db, userId);
  if (!account) return false;
  for (const obstacle of await findObstacles(userId))
    if (obstacle !== 'STUDIES_ARE_OPEN') return words.mustBeSettled(words.obstacles[obstacle]);
  const seal = await openSeal();
  const about = `${by}: ${reason}`;
  return transaction(db, (trx) => deleteAccount({ jobs, seal }, trx, userId, { ...account, about }));
}
