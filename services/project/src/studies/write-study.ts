import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import { furtherBitsOf } from '@app/contracts/further-bits.ts';
import { withMeetingDefaults } from '@app/contracts/project/meeting-fields.ts';
import type { NewStudy, StudyPublish } from '@app/contracts/project/studies.ts';
import { bitsOf } from '@app/kit/bits.ts';
import { sql } from 'kysely';
import type { Db, StudyState } from '../schema.ts';
import { writeDraftConsent } from './ethics.ts';
import { type OwnStudy, updateOwn, type Versions } from './policy.ts';
import { ofResearcher } from './reads.ts';

/** False if it is no draft, of another version, or not there. */
export async function updateDraft(
  trx: Db,
  own: OwnStudy,
  study: Omit<NewStudy, 'projectId'>,
  versions: Versions,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({
      ...columnsOf(study),
      // Its budget may have been paid for.
      was_paid: sql<boolean>`project.may_have_budget(study)`,
      version: eb('study.version', '+', 1),
    }))
    .where('study.state', '=', 'DRAFT')
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** False if it is of another version, or not there. */
export async function updatePlaces(
  trx: Db,
  own: OwnStudy,
  wanted: number,
  versions: Versions,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({ desired_number_of_participants: wanted, version: eb('study.version', '+', 1) }))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** What hangs on the study has changed with it; false if it is of another version, or not there. */
export async function updateVersion(trx: Db, own: OwnStudy, versions: Versions): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({ version: eb('study.version', '+', 1) }))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** What a draft says, and its researcher may change. */
export const columnsOf = (study: Omit<NewStudy, 'projectId'>) => ({
  name: study.name,
  public_name: study.publicName,
  description: study.description,
  device_bits: bitsOf(DEVICE_REQUIREMENTS, study.deviceRequirements),
  minimum_age: study.minimumAge,
  maximum_age: study.maximumAge,
  gender_bits: bitsOf(GENDERS, study.gender),
  education_bits: bitsOf(EDUCATION_LEVELS, study.education),
  income_bits: bitsOf(INCOME_RANGES, study.annualHouseholdIncome),
  further_bits: furtherBitsOf(study),
  screeners: JSON.stringify(study.screeners),
  incentive: study.incentive ?? 0,
  ethics: study.ethics ? JSON.stringify(study.ethics) : null,
  consent_version: study.consentText ? 1 : 0,
  is_by_invitation: Boolean(study.onlyThese) || study.isByList === true,
  is_by_list: study.isByList === true,
});

/** Does nothing where a study of this id is there; whether it was not. */
export async function insertStudy(
  db: Db,
  study: NewStudy & { id: string; companyName: string | null; createdAt?: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('project.studies')
    .values({
      ...columnsOf(study),
      study_id: study.id,
      project_id: study.projectId,
      company_name: study.companyName,
      ...(study.createdAt ? { created_at: study.createdAt } : {}),
    })
    .onConflict((conflict) => conflict.column('study_id').doNothing())
    .executeTakeFirst();
  if (study.consentText) await writeDraftConsent(db, study.id, study.consentText, { isFirst: true });
  return numInsertedOrUpdatedRows > 0n;
}

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

/** PUBLISHED → PAUSED of all studies of a researcher, deleted ones too, since those can come back. */
export async function updateAllPaused(trx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update project.studies as study set state = 'PAUSED', version = version + 1
    where ${ofResearcher(userId)} and study.state = 'PUBLISHED' returning study.study_id as id`.execute(trx);
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
