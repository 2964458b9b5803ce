import { sql } from 'kysely';
import { anyOfIds } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';

/** Writes a study's availability. Times are minutes after midnight in GMT. Returns the number of slots. */
export async function insertSlots(
  trx: Db,
  studyId: string,
  {
    days,
    minutes,
    seats = 1,
    without = [],
  }: {
    days: readonly string[];
    minutes: readonly number[];
    seats?: number | undefined;
    without?: readonly string[] | undefined;
  },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into project.study_slots (study_id, starts_at, seats)
    select ${studyId}::uuid, slot.starts_at, ${seats}::smallint
    from (
      select (day::date + minute::int * interval '1 minute') at time zone 'UTC' as starts_at
      from jsonb_array_elements_text(${JSON.stringify(days)}::jsonb) as day
      cross join jsonb_array_elements_text(${JSON.stringify(minutes)}::jsonb) as minute
    ) as slot
    where slot.starts_at > now() and slot.starts_at not in (
      select instant::timestamptz from jsonb_array_elements_text(${JSON.stringify(without)}::jsonb) as instant
    )`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

export async function hasFreeSlot(trx: Db, studyId: string): Promise<boolean> {
  const { rows } = await sql`select from project.free_slots where study_id = ${studyId} limit 1`.execute(trx);
  return rows.length > 0;
}

/** A slot that was cancelled can be booked again. Returns the number of new slots. */
export async function upsertSlots(
  trx: Db,
  studyId: string,
  { startsAt, seats }: { startsAt: readonly string[]; seats: number },
): Promise<number> {
  // Removes duplicates, because one statement must not write a row twice.
  const instants = [...new Set(startsAt.map((instant) => Date.parse(instant)))];
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('project.study_slots')
    .values(instants.map((instant) => ({ study_id: studyId, starts_at: new Date(instant), seats })))
    .onConflict((conflict) =>
      conflict
        .columns(['study_id', 'starts_at'])
        .doUpdateSet((eb) => ({ seats: eb.ref('excluded.seats') }))
        .where(sql<boolean>`study_slots.seats = 0`),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows);
}

/** The caller must lock the study, so that the result stays true until the transaction ends. */
export async function isLastFree(trx: Db, studyId: string, slotId: string): Promise<boolean> {
  const { rows } = await sql<{ isLast: boolean }>`
    select coalesce(bool_and(starts_at = ${slotId}::timestamptz and taken = 0), false) as "isLast"
    from project.slots_ahead where study_id = ${studyId}`.execute(trx);
  return rows[0]?.isLast === true;
}

export async function deleteFreeSlot(trx: Db, studyId: string, slotId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('project.study_slots')
    .where('study_id', '=', studyId)
    .where('starts_at', '=', new Date(slotId))
    .where('taken', '=', 0)
    .where('seats', '>', 0)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteFreeSlots(trx: Db, studyIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('project.study_slots')
    .where('taken', '=', 0)
    .where('study_id', '=', anyOfIds(studyIds))
    .execute();
}
