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

const rulesOf = (demographics: unknown) =>
  (demographics ?? {}) as { notAgain?: unknown; onlyThese?: unknown; isByList?: unknown };

/** Whether only people whom its researcher lets in find it. */
export function isByInvitation(demographics: unknown): boolean {
  const { onlyThese, isByList } = rulesOf(demographics);
  return Boolean(onlyThese) || isByList === true;
}

/** Whether people are kept out whom the count has. */
export const isForSome = (demographics: unknown) =>
  isByInvitation(demographics) || Boolean(rulesOf(demographics).notAgain);
