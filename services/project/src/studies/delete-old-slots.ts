import { sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago } from '@app/kit/sweep.ts';
import type { Db } from '../schema.ts';
import { deleteFreeSlots } from '../slots/write-slots.ts';

/** Until then their researchers see which of their times were free. */
const long = ago(RETENTION.timesOfStudies);

/** Deletes the free times of at most `most` closed studies whose last time is long past; gives how many studies it looked at. */
export async function deleteOldSlots(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ lookedAt: number }>`
    with looked as materialized (
      select study.study_id, coalesce((
        select max(slot.starts_at) from project.study_slots as slot where slot.study_id = study.study_id
      ), '-infinity') as last_at
      from project.studies as study
      where study.state = 'CLOSED' and study.ends_at < 'infinity' and study.ends_at < ${long}
      limit ${most} for update of study skip locked
    ), long_over as (
      select study_id from looked where last_at < ${long}
    ), freed as ${deleteFreeSlots('long_over')}
    , noted as (
      update project.studies as study
      set ends_at = case when looked.last_at < ${long} then 'infinity' else looked.last_at end
      from looked where study.study_id = looked.study_id
    )
    select count(*)::int as "lookedAt" from looked`.execute(db);
  return rows[0]?.lookedAt ?? 0;
}
