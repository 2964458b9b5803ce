import { Failure } from '@app/kit/problem.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Locks the person's row, so that a suspension waits until the transaction ends. */
export async function lockPerson(trx: Db, userId: string): Promise<{ isSuspended: boolean }> {
  const { rows } = await sql<{ isSuspended: boolean }>`
    insert into project.suspensions (user_id, version, is_suspended) values (${userId}, 0, false)
    on conflict (user_id) do update set user_id = excluded.user_id
    returning is_suspended as "isSuspended"`.execute(trx);
  return { isSuspended: rows[0]?.isSuspended ?? false };
}

/**
 * Checks again, because the verification was checked before the transaction. Must be called before a study is
 * locked, so that no deadlock occurs.
 */
export async function lockUnsuspendedPerson(trx: Db, userId: string): Promise<void> {
  if ((await lockPerson(trx, userId)).isSuspended) throw new Failure('NOT_VERIFIED');
}

/**
 * A suspension of a person or a study waits for this lock. Must be called before study and application are
 * locked, so that no deadlock occurs.
 */
export async function lockSuspension(
  trx: Db,
  of: { studyId: string } | { bookingId: string },
): Promise<boolean> {
  const study =
    'studyId' in of
      ? sql`select ${of.studyId}::uuid as study_id`
      : sql`select study_id from project.bookings where booking_id = ${of.bookingId}`;
  const { rows } = await sql<{ isSuspended: boolean }>`
    select project.lock_suspension(creator_id, study_id) as "isSuspended"
    from (${study}) as wanted join project.studies using (study_id) join project.projects using (project_id)`.execute(
    trx,
  );
  return rows[0]?.isSuspended ?? false;
}
