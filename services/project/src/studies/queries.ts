import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import type { NewStudy, StudyPublish, StudyStanding } from '@app/contracts/project/studies.ts';
import { bitsOf } from '@app/kit/bits.ts';
import { isWantedVersion } from '@app/kit/versions.ts';
import type { Db, ProjectTables, StudyState } from '../schema.ts';

/** A study that is there, in a project that is there, of this researcher: another's is as one that does not exist (D-21). */
export interface OwnStudy {
  studyId: string;
  userId: string;
}

/** Those of If-Match; any where there is none. */
export type Versions = readonly number[] | undefined;
type StudyRow = ExpressionBuilder<ProjectTables & { study: ProjectTables['project.studies'] }, 'study'>;

const isInProjectOf = (userId: string) => (eb: StudyRow) =>
  eb.exists(
    eb
      .selectFrom('project.projects as project')
      .select('project.project_id')
      .whereRef('project.project_id', '=', 'study.project_id')
      .where('project.creator_id', '=', userId)
      .where('project.deleted_at', 'is', null),
  );

export const isOwn = (userId: string) => (eb: StudyRow) =>
  eb.and([eb('study.deleted_at', 'is', null), isInProjectOf(userId)(eb)]);

const hasNoApplicant = (eb: StudyRow) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('project.applications as application')
        .select('application.application_id')
        .whereRef('application.study_id', '=', 'study.study_id'),
    ),
  );

/** What a draft says, and its researcher may change. */
const columnsOf = (study: Omit<NewStudy, 'projectId'>) => ({
  name: study.name,
  public_name: study.publicName,
  description: study.description,
  device_bits: bitsOf(DEVICE_REQUIREMENTS, study.deviceRequirements),
  minimum_age: study.minimumAge,
  maximum_age: study.maximumAge,
  gender_bits: bitsOf(GENDERS, study.gender),
  education_bits: bitsOf(EDUCATION_LEVELS, study.education),
  income_bits: bitsOf(INCOME_RANGES, study.annualHouseholdIncome),
  screeners: JSON.stringify(study.screeners),
});

/** Does nothing where a study of this id is there. */
export async function insertStudy(
  db: Db,
  study: NewStudy & { id: string; companyName: string | null; createdAt?: Date },
): Promise<void> {
  await db
    .insertInto('project.studies')
    .values({
      ...columnsOf(study),
      study_id: study.id,
      project_id: study.projectId,
      company_name: study.companyName,
      ...(study.createdAt ? { created_at: study.createdAt } : {}),
    })
    .onConflict((conflict) => conflict.column('study_id').doNothing())
    .execute();
}

/** The researcher's own study, where it is of a version that is wanted. */
const updateOwn = (trx: Db, { studyId, userId }: OwnStudy, versions: Versions) =>
  trx
    .updateTable('project.studies as study')
    .where('study.study_id', '=', studyId)
    .where(isOwn(userId))
    .where(isWantedVersion(versions));

/** False if it is no draft, of another version, or not there. */
export async function updateDraft(
  trx: Db,
  own: OwnStudy,
  study: Omit<NewStudy, 'projectId'>,
  versions: Versions,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({ ...columnsOf(study), version: eb('study.version', '+', 1) }))
    .where('study.state', '=', 'DRAFT')
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

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

/** Out of everybody's sight, its version as it was: false if somebody applied, or it is of another version. */
export async function updateDeleted(trx: Db, own: OwnStudy, versions: Versions): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set({ deleted_at: sql<Date>`now()` })
    .where(hasNoApplicant)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

const restorable = sql`interval '1 day'`;

/**
 * Back in sight as it was; undefined if it was not deleted within the last day. Its project is held first, so that
 * nothing comes back into one that is being deleted.
 */
export async function updateRestored(trx: Db, { studyId, userId }: OwnStudy) {
  return trx
    .with('held', (cte) =>
      cte
        .selectFrom('project.projects as project')
        .select('project.project_id')
        .where('project.project_id', '=', (eb) =>
          eb.selectFrom('project.studies').select('project_id').where('study_id', '=', studyId),
        )
        .where('project.creator_id', '=', userId)
        .where('project.deleted_at', 'is', null)
        .forShare(),
    )
    .updateTable('project.studies as study')
    .set({ deleted_at: null })
    .where('study.study_id', '=', studyId)
    .where('study.deleted_at', '>', sql<Date>`now() - ${restorable}`)
    .where('study.project_id', 'in', (eb) => eb.selectFrom('held').select('held.project_id'))
    .returning(['study.version', 'study.state', 'study.announced_at as announcedAt'])
    .executeTakeFirst();
}

/**
 * At most so many of those that can be taken back no more, with their slots; gives how many those were. One that is
 * being taken back at this moment is passed over.
 */
export async function deleteOldDeletedStudies(db: Db, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .with('old', (cte) =>
      cte
        .selectFrom('project.studies as study')
        .select('study.study_id')
        .where('study.deleted_at', '<=', sql<Date>`now() - ${restorable}`)
        // A node of the version before let people apply to what was deleted.
        .where(hasNoApplicant)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('project.studies')
    .where('study_id', 'in', (eb) => eb.selectFrom('old').select('old.study_id'))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** They have no slots, so any number of them goes at once; what was deleted once published is left to the sweep. */
export async function deleteDraftsOf(trx: Db, projectId: string): Promise<void> {
  await trx
    .deleteFrom('project.studies')
    .where('project_id', '=', projectId)
    .where('state', '=', 'DRAFT')
    .execute();
}

/**
 * Takes so many places, or gives them back, of a study that is held, and tells whether it is open then. It is no change
 * of what the study says.
 */
export async function addAccepted(trx: Db, studyId: string, delta: number): Promise<boolean> {
  const { isOpen } = await trx
    .updateTable('project.studies')
    .set((eb) => ({ accepted_count: eb('accepted_count', '+', delta) }))
    .where('study_id', '=', studyId)
    .returning('is_open as isOpen')
    .executeTakeFirstOrThrow();
  return isOpen;
}

/** How a study stands to participants; a draft does not. */
export function standingOf({ state, isOpen }: { state: StudyState; isOpen: boolean }): StudyStanding {
  if (state === 'DRAFT') throw new Error('No participant sees a draft');
  if (state !== 'PUBLISHED') return state;
  return isOpen ? 'OPEN' : 'FULL';
}
