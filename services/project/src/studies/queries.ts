import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import type { NewStudy, Study, StudyPublish } from '@app/contracts/project/studies.ts';
import { bitsOf, valuesOf } from '@app/kit/bits.ts';
import type { Db, ProjectTables, StudyState } from '../schema.ts';

/** A study in a project that is there, of this researcher: another's is as one that does not exist (D-21). */
interface OwnStudy {
  studyId: string;
  userId: string;
}

export async function insertStudy(
  db: Db,
  study: NewStudy & { id: string; companyName: string | null; createdAt?: Date },
): Promise<void> {
  await db
    .insertInto('project.studies')
    .values({
      study_id: study.id,
      project_id: study.projectId,
      name: study.name,
      public_name: study.publicName,
      description: study.description,
      company_name: study.companyName,
      device_bits: bitsOf(DEVICE_REQUIREMENTS, study.deviceRequirements),
      minimum_age: study.minimumAge,
      maximum_age: study.maximumAge,
      gender_bits: bitsOf(GENDERS, study.gender),
      education_bits: bitsOf(EDUCATION_LEVELS, study.education),
      income_bits: bitsOf(INCOME_RANGES, study.annualHouseholdIncome),
      screeners: JSON.stringify(study.screeners),
      ...(study.createdAt ? { created_at: study.createdAt } : {}),
    })
    .execute();
}

function isOwn(userId: string) {
  return (eb: ExpressionBuilder<ProjectTables & { study: ProjectTables['project.studies'] }, 'study'>) =>
    eb.exists(
      eb
        .selectFrom('project.projects as project')
        .select('project.project_id')
        .whereRef('project.project_id', '=', 'study.project_id')
        .where('project.creator_id', '=', userId)
        .where('project.deleted_at', 'is', null),
    );
}

export async function findStudy(db: Db, { studyId, userId }: OwnStudy): Promise<Study | undefined> {
  const row = await db
    .selectFrom('project.studies as study')
    .select([
      'study.available_dates',
      'study.available_times',
      'study.created_at',
      'study.description',
      'study.desired_number_of_participants',
      'study.device_bits',
      'study.duration_in_minutes',
      'study.education_bits',
      'study.gender_bits',
      'study.income_bits',
      'study.maximum_age',
      'study.minimum_age',
      'study.name',
      'study.project_id',
      'study.public_name',
      'study.published_at',
      'study.screeners',
      'study.state',
      'study.study_id',
    ])
    .where('study.study_id', '=', studyId)
    .where(isOwn(userId))
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    audience: 'RESEARCHER',
    id: row.study_id,
    projectId: row.project_id,
    state: row.state,
    name: row.name,
    publicName: row.public_name,
    description: row.description,
    deviceRequirements: valuesOf(DEVICE_REQUIREMENTS, row.device_bits),
    minimumAge: row.minimum_age,
    maximumAge: row.maximum_age,
    gender: valuesOf(GENDERS, row.gender_bits),
    education: valuesOf(EDUCATION_LEVELS, row.education_bits),
    annualHouseholdIncome: valuesOf(INCOME_RANGES, row.income_bits),
    screeners: row.screeners,
    availableDates: row.available_dates,
    availableTimes: row.available_times,
    durationInMinutes: row.duration_in_minutes,
    desiredNumberOfParticipants: row.desired_number_of_participants,
    createdAt: row.created_at.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
  };
}

/** DRAFT → PUBLISHED, once: false if it is no draft, or not there. */
export async function updatePublished(
  trx: Db,
  { studyId, userId }: OwnStudy,
  plan: StudyPublish & { companyName: string | null; publishedAt?: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('project.studies as study')
    .set({
      state: 'PUBLISHED',
      published_at: plan.publishedAt ?? sql<Date>`now()`,
      available_dates: JSON.stringify(plan.availableDates),
      available_times: JSON.stringify(plan.availableTimes),
      duration_in_minutes: plan.durationInMinutes,
      desired_number_of_participants: plan.desiredNumberOfParticipants,
      company_name: plan.companyName,
    })
    .where('study.study_id', '=', studyId)
    .where('study.state', '=', 'DRAFT')
    .where(isOwn(userId))
    .returning('study.study_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Holds the study until the transaction ends: nobody applies, publishes or deletes meanwhile. */
export async function holdStudy(trx: Db, { studyId, userId }: OwnStudy) {
  return trx
    .selectFrom('project.studies as study')
    .select(['study.study_id as id', 'study.state', 'study.public_name as publicName'])
    .where('study.study_id', '=', studyId)
    .where(isOwn(userId))
    .forUpdate('study')
    .executeTakeFirst();
}

/** PUBLISHED → CLOSED where somebody applied; false if nobody did. */
export async function updateClosed(trx: Db, studyId: string): Promise<boolean> {
  const row = await trx
    .updateTable('project.studies as study')
    .set({ state: 'CLOSED', closed_at: sql<Date>`now()` })
    .where('study.study_id', '=', studyId)
    .where('study.state', '=', 'PUBLISHED')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('project.applications as application')
          .select('application.application_id')
          .whereRef('application.study_id', '=', 'study.study_id'),
      ),
    )
    .returning('study.study_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteStudyRow(trx: Db, studyId: string): Promise<void> {
  await trx.deleteFrom('project.studies').where('study_id', '=', studyId).execute();
}

export async function deleteDraftsOf(trx: Db, projectId: string): Promise<void> {
  await trx
    .deleteFrom('project.studies')
    .where('project_id', '=', projectId)
    .where('state', '=', 'DRAFT')
    .execute();
}

export async function hasPublishedStudy(trx: Db, projectId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('project.studies')
    .select('study_id')
    .where('project_id', '=', projectId)
    .where('state', '=', 'PUBLISHED' satisfies StudyState)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findState(db: Db, studyId: string): Promise<StudyState | undefined> {
  const row = await db
    .selectFrom('project.studies')
    .select('state')
    .where('study_id', '=', studyId)
    .executeTakeFirst();
  return row?.state;
}
