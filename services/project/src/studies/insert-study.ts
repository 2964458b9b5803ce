import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import type { NewStudy } from '@app/contracts/project/studies.ts';
import { bitsOf } from '@app/kit/bits.ts';
import { furtherBitsOf } from '@app/contracts/further-bits.ts';
import type { Db } from '../schema.ts';
import { writeDraftConsent } from './write-consent.ts';

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
