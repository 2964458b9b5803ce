import { type Kysely, type Transaction, sql } from 'kysely';
import { erasePerson as eraseFromPayment } from '@app/contracts/payment/people.ts';
import { erasePerson as eraseFromProject } from '@app/contracts/project/account-deletion.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import type { IdentityTables } from '../schema.ts';
import { LONGEST_TOKEN_MINUTES } from '../sessions/live-sessions.ts';
import type { Deps } from '../deps.ts';
import { deletePerson } from '../accounts/change-account.ts';
import type { Account } from '../accounts/reads.ts';
import { recordEvent } from '../audit.ts';
import { stopMailboxInvitations } from '../invitations/invite-people.ts';
import { queueReachRefresh } from '../reach/refresh-reach.ts';

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

/** A second erasure removes what tokens and jobs wrote after the first. */
async function scheduleNextErasure(db: Db, userId: string): Promise<void> {
  const again = sql`left_at + make_interval(mins => ${sql.lit(LONGEST_TOKEN_MINUTES + 9)})`;
  await db
    .updateTable('identity.left_people')
    .set({ next_at: sql<Date | null>`case when next_at < ${again} then ${again} end` })
    .where('user_id', '=', userId)
    .execute();
}

/** The deletion continues after outages of other services. */
export const ACCOUNT_DELETIONS: Queue<NoData> = {
  name: 'account-deletions',
  cron: '*/5 * * * *',
  isDebounced: true,
  expireInSeconds: 300,
};

/** If one service fails, the others are still erased, and the job fails at the end. */
export async function eraseInOtherServices({
  db,
  callPayment,
  callProject,
}: Pick<Deps, 'db' | 'callPayment' | 'callProject'>): Promise<void> {
  const failures: unknown[] = [];
  for (const userId of await findToErase(db)) {
    const params = { userId };
    try {
      await callProject(eraseFromProject, { params });
      await callPayment(eraseFromPayment, { params });
      await scheduleNextErasure(db, userId);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not all deleted people are erased');
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
