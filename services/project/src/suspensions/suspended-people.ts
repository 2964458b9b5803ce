import { Failure } from '@app/kit/problem.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface Suspension {
  version: number;
  isSuspended: boolean;
}

/** Returns false if a newer version is already stored. */
export async function writeSuspension(
  trx: Db,
  userId: string,
  { version, isSuspended }: Suspension,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('project.suspensions')
    .values({ user_id: userId, version, is_suspended: isSuspended })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ version, is_suspended: isSuspended })
        .where('project.suspensions.version', '<=', version),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Takes an exclusive row lock, so that a suspension waits until the transaction ends. */
export async function lockPerson(trx: Db, userId: string): Promise<{ isSuspended: boolean }> {
  const { rows } = await sql<{ isSuspended: boolean }>`
    insert into project.suspensions (user_id, version, is_suspended) values (${userId}, 0, false)
    on conflict (user_id) do update set user_id = excluded.user_id
    returning is_suspended as "isSuspended"`.execute(trx);
  return { isSuspended: rows[0]?.isSuspended ?? false };
}

/** Verification was checked before the transaction. Call this before locking a study, to avoid deadlocks. */
export async function assertNotSuspended(trx: Db, userId: string): Promise<void> {
  if ((await lockPerson(trx, userId)).isSuspended) throw new Failure('NOT_VERIFIED');
}

type Researcher = { userId: string } | { studyId: string } | { bookingId: string };

/**
 * A suspension waits for this lock. Call this before locking the study and application, to avoid deadlocks.
 */
export async function lockSuspension(trx: Db, researcher: Researcher): Promise<boolean> {
  const { rows } = await sql<{ isSuspended: boolean | null }>`
    select project.lock_suspension(${selectResearcherId(researcher)}) as "isSuspended"`.execute(trx);
  return rows[0]?.isSuspended ?? false;
}

function selectResearcherId(researcher: Researcher): RawBuilder<string> {
  if ('userId' in researcher) return sql`${researcher.userId}::uuid`;
  return 'studyId' in researcher
    ? sql`(select creator_id from project.studies join project.projects using (project_id)
        where study_id = ${researcher.studyId})`
    : sql`(select researcher_id from project.bookings where booking_id = ${researcher.bookingId})`;
}
