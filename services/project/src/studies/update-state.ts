import { sql } from 'kysely';
import { withMeetingDefaults } from '@app/contracts/project/meeting-fields.ts';
import type { StudyPublish } from '@app/contracts/project/studies.ts';
import type { Db, StudyState } from '../schema.ts';
import type { OwnStudy, Versions } from './policy.ts';
import { updateOwn } from './policy.ts';

function meetingColumnsOf(plan: StudyPublish) {
  const meetings = withMeetingDefaults(plan);
  return {
    meeting_way: meetings.meetingWay,
    meeting_details: JSON.stringify(meetings.meetingDetails),
    seats_per_slot: meetings.seatsPerSlot,
    choosing: meetings.choosing,
    lead_hours: meetings.leadHours,
    notice_hours: meetings.noticeHours,
    buffer_minutes: meetings.bufferMinutes,
    without_times: JSON.stringify(plan.withoutTimes ?? []),
  };
}

/** DRAFT → PUBLISHED, once: false if it is no draft, of another version or incentive, or not there. */
export async function updatePublished(
  trx: Db,
  own: OwnStudy,
  plan: StudyPublish & { companyName: string | null; incentive?: number; publishedAt?: Date },
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
      ...meetingColumnsOf(plan),
      company_name: plan.companyName,
      version: eb('study.version', '+', 1),
    }))
    .where('study.state', '=', 'DRAFT')
    .$if(plan.incentive !== undefined, (query) => query.where('study.incentive', '=', plan.incentive ?? 0))
    .executeTakeFirst();
  return numUpdatedRows > 0;
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

/** The days and times that a study is said to meet on; times are added to it while it meets people. */
export async function updateTimes(
  trx: Db,
  own: OwnStudy,
  { availableDates, availableTimes }: Pick<StudyPublish, 'availableDates' | 'availableTimes'>,
): Promise<void> {
  await updateOwn(trx, own, undefined)
    .set((eb) => ({
      available_dates: JSON.stringify(availableDates),
      available_times: JSON.stringify(availableTimes),
      version: eb('study.version', '+', 1),
    }))
    .execute();
}
