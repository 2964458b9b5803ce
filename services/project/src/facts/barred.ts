import { Failure } from '@app/kit/problem.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface Barred {
  version: number;
  isBarred: boolean;
}

/** Returns false when a newer version is stored already. */
export async function writeBarred(trx: Db, userId: string, { version, isBarred }: Barred): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('project.barred_people')
    .values({ user_id: userId, version, is_barred: isBarred })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ version, is_barred: isBarred })
        .where('project.barred_people.version', '<=', version),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

const holdRow = (trx: Db, userId: RawBuilder<string>) =>
  sql<{ isBarred: boolean }>`
    insert into project.barred_people (user_id, version, is_barred)
    select id, 0, false from (select ${userId}) as person (id) where id is not null
    on conflict (user_id) do update set user_id = excluded.user_id
    returning is_barred as "isBarred"`.execute(trx);

/** This exclusive lock makes a suspension wait until the transaction ends. */
export async function holdPerson(trx: Db, userId: string): Promise<{ isBarred: boolean }> {
  const { rows } = await holdRow(trx, sql`${userId}::uuid`);
  return { isBarred: rows[0]?.isBarred ?? false };
}

/**
 * Verification was checked before the transaction, so a suspension must wait. Take this lock before any study
 * lock, to avoid deadlocks.
 */
export async function assertNotBarred(trx: Db, userId: string): Promise<void> {
  if ((await holdPerson(trx, userId)).isBarred) throw new Failure('NOT_VERIFIED');
}

type Researcher = { userId: string } | { studyId: string } | { bookingId: string };

/**
 * A suspension waits for this shared lock. Take it before the study and application locks, to avoid
 * deadlocks.
 */
export async function holdIsBarred(trx: Db, researcher: Researcher): Promise<boolean> {
  const researcherId = selectResearcherId(researcher);
  const held = await sql<{ isBarred: boolean }>`
    select is_barred as "isBarred" from project.barred_people where user_id = ${researcherId} for share`.execute(
    trx,
  );
  // A missing row cannot be locked.
  const { rows } = held.rows.length > 0 ? held : await holdRow(trx, researcherId);
  return rows[0]?.isBarred ?? false;
}

function selectResearcherId(researcher: Researcher): RawBuilder<string> {
  if ('userId' in researcher) return sql`${researcher.userId}::uuid`;
  return 'studyId' in researcher
    ? sql`(select creator_id from project.studies join project.projects using (project_id)
        where study_id = ${researcher.studyId})`
    : sql`(select researcher_id from project.bookings where booking_id = ${researcher.bookingId})`;
}
