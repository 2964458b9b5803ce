import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Each day at each minute of the day, in GMT, without what is past; gives how many there are. */
export async function insertSlots(
  trx: Db,
  studyId: string,
  { days, minutes }: { days: readonly string[]; minutes: readonly number[] },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into project.study_slots (study_id, starts_at)
    select ${studyId}::uuid, slot.starts_at
    from (
      select (day::date + minute::int * interval '1 minute') at time zone 'UTC' as starts_at
      from jsonb_array_elements_text(${JSON.stringify(days)}::jsonb) as day
      cross join jsonb_array_elements_text(${JSON.stringify(minutes)}::jsonb) as minute
    ) as slot
    where slot.starts_at > now()`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
