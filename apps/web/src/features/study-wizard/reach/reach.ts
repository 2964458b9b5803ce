import type { ReachCriteria } from '@app/contracts/identity/reach.ts';
import { ParticipantsDemographics, StudyDetails } from '@app/contracts/project/studies.ts';

/** Whom to count, from what stages 1 and 2 hold; null as long as that is not all there. */
export function criteriaOf(details: unknown, demographics: unknown): ReachCriteria | null {
  const wanted = ParticipantsDemographics.safeParse(demographics);
  const devices = StudyDetails.shape.deviceRequirements.safeParse(
    (details as { deviceRequirements?: unknown } | null)?.deviceRequirements,
  );
  if (!wanted.success || !devices.success) return null;
  const { minimumAge, maximumAge, gender, education, annualHouseholdIncome } = wanted.data;
  return {
    minimumAge,
    maximumAge,
    genders: gender.toSorted(),
    educationLevels: education.toSorted(),
    incomeRanges: annualHouseholdIncome.toSorted(),
    deviceRequirements: devices.data.toSorted(),
  };
}
