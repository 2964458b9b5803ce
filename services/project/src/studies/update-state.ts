import { sql } from 'kysely';
import { withMeetingDefaults } from '@app/contracts/project/meeting-fields.ts';
import type { StudyPublish } from '@app/contracts/project/studies.ts';
import { anyOf } from '@app/kit/database.ts';
import type { Db, StudyState } from '../schema.ts';
import { type OwnStudy, type Versions, updateOwn } from './policy.ts';

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

export type PublishedPlan = StudyPublish & { companyName: string | null; incentive: number };

/** DRAFT → PUBLISHED, once: false if it is no draft, of another version or incentive, or not there. */
export async function updatePublished(
  trx: Db,
  own: OwnStudy,
  plan: Omit<PublishedPlan, 'incentive'> & { incentive?: number; publishedAt?: Date },
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
      is_listed: plan.isListed ?? false,
      version: eb('study.version', '+', 1),
    }))
    .where('study.state', '=', 'DRAFT')
    .$if(plan.incentive !== undefined, (query) => query.where('study.incentive', '=', plan.incentive ?? 0))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** From one of these states to another; false if it is in none of them, of another version, or not there. */
export async function updateState(
  trx: Db,
  own: OwnStudy,
  { from, to }: { from: readonly StudyState[]; to: StudyState },
  versions?: Versions,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({
      state: to,
      version: eb('study.version', '+', 1),
      ...(to === 'CLOSED' ? { closed_at: sql<Date>`now()` } : {}),
    }))
    .where('study.state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Does nothing where it is so already, or the study is not there. */
export async function updateListing(db: Db, own: OwnStudy, isListed: boolean): Promise<void> {
  await updateOwn(db, own, undefined)
    .set((eb) => ({ is_listed: isListed, version: eb('study.version', '+', 1) }))
    .where('study.is_listed', '<>', isListed)
    .execute();
}

interface EndedStudy {
  id: string;
  name: string;
  creatorId: string;
}

/** As in the index of studies by their end. */
export const mayHaveEnded = sql`
  study.state in ('PUBLISHED', 'PAUSED') and study.deleted_at is null and study.ends_at <= now()`;

/**
 * PUBLISHED or PAUSED → CLOSED, of at most so many studies that may have ended; those with a time ahead are kept until then.
 * One that is held is passed over. Gives how many were looked at.
 */
export async function updateEnded(
  trx: Db,
  most: number,
): Promise<{ closed: EndedStudy[]; lookedAt: number }> {
  // In a statement of its own: the next one sees the times that were added until the study was held.
  const held = await sql<{ id: string }>`
    select study.study_id as id from project.studies as study where ${mayHaveEnded}
    order by study.ends_at limit ${most} for update of study skip locked`.execute(trx);
  const { rows } = await sql<EndedStudy>`
    with looked as materialized (
      select study.study_id, study.project_id, (
        select max(slot.starts_at) from project.study_slots as slot where slot.study_id = study.study_id) as last_at
      from project.studies as study where study.study_id = ${anyOf(held.rows.map(({ id }) => id))}
    ), going_on as (
      update project.studies as study set ends_at = looked.last_at
      from looked where study.study_id = looked.study_id and looked.last_at > now()
    )
    update project.studies as study set state = 'CLOSED', closed_at = now(), version = study.version + 1
    from looked join project.projects as project using (project_id)
    where study.study_id = looked.study_id and coalesce(looked.last_at, '-infinity') <= now()
    returning study.study_id as id, study.name, project.creator_id as "creatorId"`.execute(trx);
  return { closed: rows, lookedAt: held.rows.length };
}

/** Its last meeting time may be gone. */
export async function forgetEnd(trx: Db, studyId: string): Promise<void> {
  await trx
    .updateTable('project.studies')
    .set({ ends_at: sql<Date>`'-infinity'` })
    .where('study_id', '=', studyId)
    .execute();
}

const ofResearcher = (userId: string) => sql`
  study.project_id in (select project_id from project.projects where creator_id = ${userId})`;

/** PUBLISHED → PAUSED of all studies of a researcher, deleted ones too, since those can come back. */
export async function updateAllPaused(trx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update project.studies as study set state = 'PAUSED', version = version + 1
    where ${ofResearcher(userId)} and study.state = 'PUBLISHED' returning study.study_id as id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Of `booking`: a meeting that has not ended. */
export const isAhead = sql`booking.state in ('OFFERED', 'BOOKED', 'CONFIRMED') and booking.ends_at > now()`;

/** Of `study`: it has a time ahead, which somebody may still come to take. */
export const hasTimesAhead = sql`exists (
  select from project.study_slots as slot where slot.study_id = study.study_id and slot.seats > 0 and slot.starts_at > now())`;

/** Those of a researcher that somebody counts on: paused, or with a time or a meeting ahead. */
export async function findCountedOn(trx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select study.study_id as id from project.studies as study
    where ${ofResearcher(userId)} and (study.state = 'PAUSED' or ${hasTimesAhead} or exists (
      select from project.bookings as booking where booking.study_id = study.study_id and ${isAhead}))`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
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
