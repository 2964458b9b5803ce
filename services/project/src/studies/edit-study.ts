import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import { encodeFurtherCriteria } from '@app/contracts/further-bits.ts';
import {
  areAgesInOrder,
  type NewStudy,
  type Study,
  type StudyEdit,
  type StudyPublish,
} from '@app/contracts/project/studies.ts';
import type { createStudy as creating, editStudy as editing } from '@app/contracts/project/study-calls.ts';
import type { MeetingDetails } from '@app/contracts/project/meeting-fields.ts';
import { encodeBits } from '@app/kit/bits.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { readCompanyName } from '../identity-peer.ts';
import { lockProject } from '../projects/locks.ts';
import type { Db } from '../schema.ts';
import { writeDraftConsent } from './ethics.ts';
import { writeExcludedStudies, writeRequiredStudies } from './exclusions.ts';
import { type OwnStudy, updateOwn, type Versions } from './policy.ts';
import { findStudy } from './reads.ts';

async function updateDraft(
  trx: Db,
  own: OwnStudy,
  study: Omit<NewStudy, 'projectId'>,
  versions: Versions,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({
      ...toStudyColumns(study),
      // The draft's budget may already be paid for.
      was_paid: sql<boolean>`project.may_have_budget(study)`,
      version: eb('study.version', '+', 1),
    }))
    .where('study.state', '=', 'DRAFT')
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

const toStudyColumns = (study: Omit<NewStudy, 'projectId'>) => ({
  name: study.name,
  public_name: study.publicName,
  description: study.description,
  device_bits: encodeBits(DEVICE_REQUIREMENTS, study.deviceRequirements),
  minimum_age: study.minimumAge,
  maximum_age: study.maximumAge,
  gender_bits: encodeBits(GENDERS, study.gender),
  education_bits: encodeBits(EDUCATION_LEVELS, study.education),
  income_bits: encodeBits(INCOME_RANGES, study.annualHouseholdIncome),
  further_bits: encodeFurtherCriteria(study),
  screeners: JSON.stringify(study.screeners),
  incentive: study.incentive ?? 0,
  ethics: study.ethics ? JSON.stringify(study.ethics) : null,
  consent_version: study.consentText ? 1 : 0,
  is_restricted: Boolean(study.requiredStudies) || study.isInviteOnly === true,
  is_invite_only: study.isInviteOnly === true,
});

/** Returns false if there is already a study with this id. */
export async function insertStudy(
  db: Db,
  study: NewStudy & { id: string; companyName: string | null; createdAt?: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('project.studies')
    .values({
      ...toStudyColumns(study),
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

export async function updateListing(db: Db, own: OwnStudy, isListed: boolean): Promise<void> {
  await updateOwn(db, own, undefined)
    .set((eb) => ({ is_listed: isListed, version: eb('study.version', '+', 1) }))
    .where('study.is_listed', '<>', isListed)
    .execute();
}

export async function updateMeetingDetails(trx: Db, own: OwnStudy, details: MeetingDetails): Promise<void> {
  await updateOwn(trx, own, undefined)
    .set((eb) => ({ meeting_details: JSON.stringify(details), version: eb('study.version', '+', 1) }))
    .execute();
}

/** Slots may be added while the study runs, so the days and times of the study change too. */
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

/** A repeated call returns the study that the first one created. */
export async function createStudy(
  { db, callIdentity }: Pick<Deps, 'db' | 'callIdentity'>,
  userId: string,
  study: NewStudy & { id: string },
  fail: Fail<(typeof creating)['errors'][number]>,
): Promise<Study> {
  const companyName = await readCompanyName(callIdentity, userId);
  return transaction(db, async (trx) => {
    if (!(await lockProject(trx, { projectId: study.projectId, userId }, 'share'))) fail('PROJECT_NOT_FOUND');
    const isNew = await insertStudy(trx, { ...study, companyName });
    const own = { studyId: study.id, userId };
    if (isNew && study.excludedStudies) await writeExcludedStudies(trx, own, study.excludedStudies, fail);
    if (isNew && study.requiredStudies) await writeRequiredStudies(trx, own, study.requiredStudies, fail);
    return (await findStudy(trx, own)) ?? fail('STUDY_NOT_FOUND');
  });
}

/** The study is locked, so that no concurrent edit is lost. */
export async function editStudy(
  db: Db,
  own: OwnStudy,
  edit: StudyEdit,
  ifMatch: Versions,
  fail: Fail<(typeof editing)['errors'][number]>,
): Promise<Study> {
  return transaction(db, async (trx) => {
    const stored = await findStudy(trx, own, { isLocked: true });
    if (!stored) return fail('STUDY_NOT_FOUND');
    if (stored.suspension) return fail('STUDY_IS_SUSPENDED');
    if (stored.state !== 'DRAFT') return fail(`STUDY_IS_${stored.state}`);
    const study: Study & StudyEdit = Object.assign({}, stored, edit);
    if (!areAgesInOrder(study)) {
      fail('INVALID_INPUT', [{ rule: 'maximumAgeMoreThanMinimum', field: 'maximumAge' }]);
    }
    if (!(await updateDraft(trx, own, study, ifMatch))) fail('STALE');
    if (edit.consentText !== undefined) await writeDraftConsent(trx, stored.id, edit.consentText);
    if (edit.excludedStudies !== undefined) await writeExcludedStudies(trx, own, edit.excludedStudies, fail);
    if (edit.requiredStudies !== undefined) await writeRequiredStudies(trx, own, edit.requiredStudies, fail);
    return (await findStudy(trx, own)) ?? fail('STUDY_NOT_FOUND');
  });
}
