import { type UNFIT_BECAUSE, UNMET_REQUIREMENTS } from '@app/contracts/project/browsing.ts';
import { type FurtherBits, FURTHER_KINDS } from '@app/contracts/further-bits.ts';
import { currentAge, profileAt } from '../matching-profiles/matching-profile.ts';
import type { StoredProfile, ProfileWithHistory } from '../schema.ts';
import { type OpenQuotas, isInOpenQuota } from './quotas.ts';

export interface StudyRequirements {
  minimumAge: number;
  maximumAge: number;
  genderBits: number;
  educationBits: number;
  incomeBits: number;
  deviceBits: number;
  furtherBits: FurtherBits;
  openQuotas: OpenQuotas;
  isExcluded?: boolean;
}

type Requirement = (typeof UNFIT_BECAUSE)[number];

const FURTHER = UNMET_REQUIREMENTS.slice(-FURTHER_KINDS);

/**
 * Exclusions are never shown, so their reason is OTHER. A test compares this function with
 * project.eligible_studies, which does the same in SQL.
 */
export function unmetRequirements(wanted: StudyRequirements, profile: StoredProfile): Requirement[] {
  const age = currentAge(profile);
  const unmet: (typeof UNMET_REQUIREMENTS)[number][] = [];
  if (age < wanted.minimumAge || age > wanted.maximumAge) unmet.push('AGE');
  if ((wanted.genderBits & profile.genderBit) === 0) unmet.push('GENDER');
  if ((wanted.educationBits & profile.educationBit) === 0) unmet.push('EDUCATION');
  if ((wanted.incomeBits & profile.incomeBit) === 0) unmet.push('INCOME');
  if ((wanted.deviceBits & profile.deviceBits) === 0) unmet.push('DEVICE');
  const meetsFurther = (at: number) => {
    const asked = wanted.furtherBits?.[at] ?? 0;
    return asked === 0 || (asked & (profile.furtherBits?.[at] ?? 0)) !== 0;
  };
  const all = [...unmet, ...FURTHER.filter((_, at) => !meetsFurther(at))];
  if (all.length > 0) return all;
  if (wanted.isExcluded) return ['OTHER'];
  return isInOpenQuota(wanted.openQuotas, profile) ? [] : ['GROUP'];
}

/**
 * An account that was created after a paid study opened gets no reasons. Otherwise someone could find out
 * whom the study accepts.
 */
export const hidesUnmet = (
  { incentive, publishedAt }: { incentive: number; publishedAt: Date },
  { setUpAt }: Pick<ProfileWithHistory, 'setUpAt'>,
): boolean => incentive > 0 && setUpAt != null && setUpAt > publishedAt;

export function shownUnmetRequirements(
  study: StudyRequirements & { incentive: number; publishedAt: Date },
  known: ProfileWithHistory,
): Requirement[] {
  const unmet = unmetRequirements(study, profileAt(known, study.publishedAt));
  return unmet.length > 0 && hidesUnmet(study, known) ? ['OTHER'] : unmet;
}
