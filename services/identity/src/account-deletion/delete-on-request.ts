import { type Kysely, sql } from 'kysely';
import type { Obstacle } from '@app/contracts/account-deletion.ts';
import { DAYS_TO_ANSWER_RIGHTS } from '@app/contracts/identity/admin-people.ts';
import { transaction } from '@app/kit/database.ts';
import { updateDeletionRequest } from '../accounts/change-account.ts';
import { findAccount } from '../accounts/reads.ts';
import type { Act } from '../accounts/suspend-person.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { deleteAccount } from './delete-account.ts';

type SettledFirst = Exclude<Obstacle, 'STUDIES_ARE_OPEN'>;

interface Deleting extends Pick<Deps, 'db' | 'jobs'> {
  openSeal(): Promise<Deps['seal']>;
  findObstacles(userId: string): Promise<readonly Obstacle[]>;
}

/** An admin closes the open studies of the person with the deletion. */
export const settledFirst = (obstacles: readonly Obstacle[]): SettledFirst[] =>
  obstacles.filter((obstacle) => obstacle !== 'STUDIES_ARE_OPEN');

/** Returns what must be settled first, or false if there is no such person. */
export async function deleteOnRequest(
  { db, jobs, openSeal, findObstacles }: Deleting,
  { userId, by, reason }: Act,
): Promise<boolean | SettledFirst> {
  const account = await findAccount(db, userId);
  if (!account) return false;
  const [obstacle] = settledFirst(await findObstacles(userId));
  if (obstacle) return obstacle;
  const seal = await openSeal();
  const about = `${by}: ${reason}`;
  return transaction(db, (trx) => deleteAccount({ jobs, seal }, trx, userId, { ...account, about }));
}

/** Null withdraws the request. Returns false if nothing changed. */
export async function recordDeletionRequest(
  { db }: Pick<Deps, 'db'>,
  { userId, by, requestedOn }: { userId: string; by: string; requestedOn: string | null },
): Promise<boolean> {
  return transaction(db, async (trx) => {
    if (!(await updateDeletionRequest(trx, userId, requestedOn))) return false;
    const event = requestedOn === null ? 'DELETION_NOT_REQUESTED' : 'DELETION_REQUESTED';
    await recordEvent(trx, event, { userId, about: `${by}: ${requestedOn ?? ''}` });
    return true;
  });
}

export async function findDeletionRequest(db: Kysely<IdentityTables>, userId: string) {
  const { rows } = await sql<{ requestedOn: string | null; dueOn: string | null }>`
    select deletion_requested_on::text as "requestedOn",
      (deletion_requested_on + ${DAYS_TO_ANSWER_RIGHTS}::int)::text as "dueOn"
    from identity.people where user_id = ${userId}`.execute(db);
  return rows[0];
}
