import { sql } from 'kysely';
import type { StudyPublish } from '@app/contracts/project/studies.ts';
import type { Db, StudyState } from '../schema.ts';
import type { OwnStudy, Versions } from './policy.ts';
import { updateOwn } from './policy.ts';

/** DRAFT → PUBLISHED, once: false if it is no draft, of another version, or not there. */
export async function updatePublished(
  trx: Db,
  own: OwnStudy,
  plan: StudyPublish & { companyName: string | null; publishedAt?: Date },
  versions?: Versions,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({
      state: 'PUBLISHED',
      published_at: plan.publishedAt ?? sql<Date>`now()`,
      available_dates: JSON.stringify(plan.availableDates),
      available_times: JSON.stringify(plan.availableTimes),
      duration_in_minutes: plan.durationInMinutes,
      desired_number_of_participants: plan.desiredNumberOfParticipants,
      company_name: plan.companyName,
      version: eb('study.version', '+', 1),
    }))
    .where('study.state', '=', 'DRAFT')
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

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

/** From one of these states to another; undefined if it is in none of them, of another version, or not there. */
export async function updateState(
  trx: Db,
  own: OwnStudy,
  { from, to }: { from: readonly StudyState[]; to: StudyState },
  versions?: Versions,
): Promise<{ announcedAt: Date | null } | undefined> {
  return updateOwn(trx, own, versions)
    .set((eb) => ({
      state: to,
      version: eb('study.version', '+', 1),
      ...(to === 'CLOSED' ? { closed_at: sql<Date>`now()` } : {}),
    }))
    .where('study.state', 'in', from)
    .returning('study.announced_at as announcedAt')
    .executeTakeFirst();
}

interface EndedStudy {
  id: string;
  name: string;
  creatorId: string;
}

/** PUBLISHED or PAUSED → CLOSED, of at most so many whose last meeting time is past; one that is held is passed over. */
export async function updateEnded(trx: Db, most: number): Promise<EndedStudy[]> {
  const { rows } = await sql<EndedStudy>`
    with ended as (
      select study.study_id, project.creator_id
      from project.studies as study join project.projects as project using (project_id)
      where study.state in ('PUBLISHED', 'PAUSED') and study.deleted_at is null and not exists (
        select from project.study_slots as slot where slot.study_id = study.study_id and slot.starts_at > now()
      )
      limit ${most} for update of study skip locked
    )
    update project.studies as study set state = 'CLOSED', closed_at = now(), version = version + 1
    from ended where study.study_id = ended.study_id
    returning study.study_id as "id", study.name, ended.creator_id as "creatorId"`.execute(trx);
  return rows;
}
