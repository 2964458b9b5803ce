import { type Kysely, type Transaction, sql } from 'kysely';
import { erasePerson as eraseFromPayment } from '@app/contracts/payment/people.ts';
import { erasePerson as eraseFromProject } from '@app/contracts/project/account-deletion.ts';
import { runForEach } from '@app/kit/job-steps.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import type { Obstacle } from '@app/contracts/account-deletion.ts';
import { DAYS_TO_ANSWER_RIGHTS } from '@app/contracts/identity/admin-people.ts';
import { transaction } from '@app/kit/database.ts';
import type { IdentityTables } from '../schema.ts';
import { LONGEST_TOKEN_MINUTES } from '../sessions/live-sessions.ts';
import type { Deps } from '../deps.ts';
import { deletePerson, updateDeletionRequest } from '../accounts/change-account.ts';
import { type Account, findAccount } from '../accounts/reads.ts';
import { recordEvent } from '../audit.ts';
import { stopMailboxInvitations } from '../invitations/invite-people.ts';
import { queueReachRefresh } from '../reach/refresh-reach.ts';
import type { Act } from '../accounts/suspend-person.ts';

type Db = Kysely<IdentityTables>;

async function insertLeftPerson(trx: Db, userId: string): Promise<void> {
  await trx.insertInto('identity.left_people').values({ user_id: userId }).execute();
}

const ERASED_AT_ONCE = 100;

async function findToErase(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('identity.left_people')
    .select('user_id as userId')
    .where('next_at', '<=', sql<Date>`now()`)
    .orderBy('next_at')
    .limit(ERASED_AT_ONCE)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** A second erasure removes what old tokens and running jobs wrote after the first one. */
async function scheduleNextErasure(db: Db, userId: string): Promise<void> {
  const again = sql`left_at + make_interval(mins => ${sql.lit(LONGEST_TOKEN_MINUTES + 9)})`;
  await db
    .updateTable('identity.left_people')
    .set({ next_at: sql<Date | null>`case when next_at < ${again} then ${again} end` })
    .where('user_id', '=', userId)
    .execute();
}

/** A job, so that the deletion continues after another service was down. */
export const ACCOUNT_DELETIONS: Queue<NoData> = {
  name: 'account-deletions',
  cron: '*/5 * * * *',
  isDebounced: true,
  expireInSeconds: 300,
};

export async function eraseInOtherServices({
  db,
  callPayment,
  callProject,
}: Pick<Deps, 'db' | 'callPayment' | 'callProject'>): Promise<void> {
  await runForEach(
    await findToErase(db),
    (userId) => userId,
    async (userId) => {
      const params = { userId };
      await callProject(eraseFromProject, { params });
      await callPayment(eraseFromPayment, { params });
      await scheduleNextErasure(db, userId);
    },
  );
}

/**
 * The caller must have checked for obstacles. Returns false if the person no longer exists or the password
 * has changed.
 */
export async function deleteAccount(
  { jobs, seal }: Pick<Deps, 'jobs' | 'seal'>,
  trx: Transaction<IdentityTables>,
  userId: string,
  { about, ...account }: Pick<Account, 'email' | 'passwordHash'> & { about?: string },
): Promise<boolean> {
  if (!(await deletePerson(trx, userId, account))) return false;
  await stopMailboxInvitations({ seal }, trx, account.email);
  await insertLeftPerson(trx, userId);
  await recordEvent(trx, 'LEFT', { userId, ...(about !== undefined && { about }) });
  await jobs.send(trx, ACCOUNT_DELETIONS, {});
  await queueReachRefresh({ jobs }, trx);
  return true;
}

type SettledFirst = Exclude<Obstacle, 'STUDIES_ARE_OPEN'>;

interface Deleting extends Pick<Deps, 'db' | 'jobs'> {
  openSeal(): Promise<Deps['seal']>;
  findObstacles(userId: string): Promise<readonly Obstacle[]>;
}

/** Open studies of the person are not in the list, because the deletion closes them. */
export const settledFirst = (obstacles: readonly Obstacle[]): SettledFirst[] =>
  obstacles.filter((obstacle) => obstacle !== 'STUDIES_ARE_OPEN');

/** Returns what must be done first, or false if there is no such person. */
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

/** Null means that the person withdraws the request. Returns false if nothing changed. */
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
