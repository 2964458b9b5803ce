import type { ReachCriteria } from '@app/contracts/identity/reach.ts';
import { ParticipantsDemographics, StudyDetails } from '@app/contracts/project/studies.ts';

/** The criteria to count by, from stages 1 and 2; null while they are not complete. */
export function criteriaOf(details: unknown, demographics: unknown): ReachCriteria | null {
  const wanted = ParticipantsDemographics.safeParse(demographics);
  const devices = StudyDetails.shape.deviceRequirements.safeParse(
    (details as { deviceRequirements?: unknown } | null)?.deviceRequirements,
  );
  if (!wanted.success || !devices.success) return null;
  // Who was in earlier studies is not known where people are counted.
  const {
    minimumAge,
    maximumAge,
    gender,
    education,
    annualHouseholdIncome,
    notAgain: _,
    onlyThese: __,
    isByList: ___,
    ...further
  } = wanted.data;
  return {
    minimumAge,
    maximumAge,
    genders: gender.toSorted(),
    educationLevels: education.toSorted(),
    incomeRanges: annualHouseholdIncome.toSorted(),
    deviceRequirements: devices.data.toSorted(),
    ...further,
  };
}
