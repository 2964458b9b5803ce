import { sql } from 'kysely';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import { decodeFurtherCriteria } from '@app/contracts/further-bits.ts';
import type { Quota } from '@app/contracts/project/quotas.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { decodeBits } from '@app/kit/bits.ts';
import { prepareQuery } from '@app/kit/database.ts';
import type { Db, StudyState } from '../schema.ts';
import { toSuspension } from '../suspensions/reads.ts';
import { toQuotas, STORED_QUOTAS } from './quotas.ts';
import {
  toExcludedStudies,
  toRequiredStudies,
  STORED_EXCLUDED_STUDIES,
  STORED_REQUIRED_STUDIES,
} from './exclusions.ts';
import { mayManageStudy, type OwnStudy } from './policy.ts';
import { toSurveyReply } from './recruitment-status.ts';

export async function hasApplicants(trx: Db, studyId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('project.applications')
    .select('application_id')
    .where('study_id', '=', studyId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasPublishedStudy(trx: Db, projectId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('project.studies')
    .select('study_id')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('state', 'in', ['PUBLISHED', 'PAUSED'] satisfies StudyState[])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** After the project is deleted, its owner could not see these meetings. */
export async function hasMeetingsAhead(trx: Db, projectId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('project.bookings as booking')
    .innerJoin('project.studies as study', 'study.study_id', 'booking.study_id')
    .select('booking.booking_id')
    .where('study.project_id', '=', projectId)
    .where('booking.state', 'in', ['OFFERED', 'BOOKED', 'CONFIRMED'])
    .where('booking.ends_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** After the project is deleted, no one could decide about these. */
export async function hasOpenSubmissions(trx: Db, projectId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('project.submissions as submission')
    .innerJoin('project.studies as study', 'study.study_id', 'submission.study_id')
    .select('submission.submission_id')
    .where('study.project_id', '=', projectId)
    .where('submission.status', 'in', ['STARTED', 'SUBMITTED', 'REJECTION_REQUESTED'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const isCreatedBy = (userId: string) => sql`
  study.project_id in (select project_id from project.projects where creator_id = ${userId})`;

export async function findStudiesWithCommitments(trx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select study.study_id as id from project.studies as study
    where ${isCreatedBy(userId)} and (study.state = 'PAUSED'
      or exists (select from project.slots_ahead as slot where slot.study_id = study.study_id)
      or exists (select from project.meetings_ahead as meeting where meeting.study_id = study.study_id)
      or exists (select from project.submissions as submission
        where submission.study_id = study.study_id and submission.status in ('STARTED', 'SUBMITTED')))`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

const selectStudy = (db: Db) =>
  db
    .selectFrom('project.studies as study')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .leftJoin('project.study_consents as consent', (join) =>
      join
        .onRef('consent.study_id', '=', 'study.study_id')
        .onRef('consent.version', '=', 'study.consent_version'),
    )
    .select([
      'study.accepted_count',
      'study.available_dates',
      'study.available_times',
      'study.buffer_minutes',
      'study.closed_at',
      'study.consent_version',
      'consent.text as consent_text',
      'study.created_at',
      'study.description',
      'study.desired_number_of_participants',
      'study.device_bits',
      'study.duration_in_minutes',
      'study.survey',
      sql<string | null>`study.closes_on::text`.as('closes_on'),
      'study.education_bits',
      'study.ethics',
      'study.further_bits',
      'study.gender_bits',
      'study.incentive',
      'study.income_bits',
      'study.lead_hours',
      'study.maximum_age',
      'study.meeting_details',
      'study.meeting_way',
      'study.minimum_age',
      'study.name',
      'study.notice_hours',
      'study.places_left',
      'study.project_id',
      'project.project_name',
      'study.public_name',
      'study.published_at',
      'study.screeners',
      'study.seats_per_slot',
      'study.choosing',
      'study.state',
      'study.suspended_at',
      'study.suspend_reason',
      'study.study_id',
      'study.version',
      'study.without_times',
      'study.is_listed',
      'study.is_invite_only',
      sql<boolean>`project.may_have_budget(study)`.as('may_have_budget'),
      STORED_QUOTAS.as('quotas'),
      STORED_EXCLUDED_STUDIES.as('excluded_studies'),
      STORED_REQUIRED_STUDIES.as('required_studies'),
    ]);

type StudyRow = Awaited<ReturnType<ReturnType<typeof selectStudy>['executeTakeFirstOrThrow']>>;

/** Only the researcher of the study may read the address. */
const withAddress = (stored: StudyRow['survey'], { survey }: ReturnType<typeof toSurveyReply>) =>
  stored && survey && { survey: { ...survey, address: stored.address } };

const toStudy = (row: StudyRow): Study => ({
  audience: 'RESEARCHER',
  id: row.study_id,
  projectId: row.project_id,
  projectName: row.project_name,
  version: row.version,
  state: row.state,
  ...toSuspension(row.suspended_at, row.suspend_reason),
  name: row.name,
  publicName: row.public_name,
  description: row.description,
  deviceRequirements: decodeBits(DEVICE_REQUIREMENTS, row.device_bits),
  minimumAge: row.minimum_age,
  maximumAge: row.maximum_age,
  gender: decodeBits(GENDERS, row.gender_bits),
  education: decodeBits(EDUCATION_LEVELS, row.education_bits),
  annualHouseholdIncome: decodeBits(INCOME_RANGES, row.income_bits),
  ...decodeFurtherCriteria(row.further_bits),
  excludedStudies: toExcludedStudies(row.excluded_studies),
  requiredStudies: toRequiredStudies(row.required_studies),
  isInviteOnly: row.is_invite_only,
  screeners: row.screeners,
  incentive: row.incentive,
  ethics: row.ethics,
  consentText: row.consent_text,
  consentVersion: row.consent_version,
  mayHaveBudget: row.may_have_budget,
  availableDates: row.available_dates,
  availableTimes: row.available_times,
  durationInMinutes: row.duration_in_minutes,
  ...withAddress(row.survey, toSurveyReply(row.survey, row.closes_on)),
  desiredNumberOfParticipants: row.desired_number_of_participants,
  acceptedCount: row.accepted_count,
  placesLeft: row.places_left,
  meetingWay: row.meeting_way,
  meetingDetails: row.meeting_details,
  seatsPerSlot: row.seats_per_slot,
  choosing: row.choosing,
  leadHours: row.lead_hours,
  noticeHours: row.notice_hours,
  bufferMinutes: row.buffer_minutes,
  withoutTimes: row.without_times,
  isListed: row.is_listed,
  quotas: toQuotas(row.quotas),
  createdAt: row.created_at.toISOString(),
  publishedAt: row.published_at?.toISOString() ?? null,
  closedAt: row.closed_at?.toISOString() ?? null,
});

export async function findStudy(
  db: Db,
  { studyId, userId }: OwnStudy,
  { isLocked = false } = {},
): Promise<Study | undefined> {
  const row = await selectStudy(db)
    .where('study.study_id', '=', studyId)
    .where(mayManageStudy(userId))
    .$if(isLocked, (query) => query.forUpdate('study'))
    .executeTakeFirst();
  return row && toStudy(row);
}

export async function findOwnStudy(
  db: Db,
  own: OwnStudy,
): Promise<{ id: string; wanted: number | null; isOnline: boolean; quotas: Quota[] } | undefined> {
  const study = (await ownStudy(db, own))[0];
  return study && { ...study, quotas: toQuotas(study.quotas) };
}

const ownStudy = prepareQuery((db: Db, { studyId, userId }: OwnStudy) =>
  db
    .selectFrom('project.studies as study')
    .select([
      'study.study_id as id',
      'study.desired_number_of_participants as wanted',
      sql<boolean>`study.survey is not null`.as('isOnline'),
      STORED_QUOTAS.as('quotas'),
    ])
    .where('study.study_id', '=', studyId)
    .where(mayManageStudy(userId)),
);

/** A study has ended if it is closed and none of its slots can be booked. */
export async function isStudyEnded(db: Db, studyId: string): Promise<boolean> {
  const { rows } = await sql`select from project.ended_studies where study_id = ${studyId}`.execute(db);
  return rows.length > 0;
}
