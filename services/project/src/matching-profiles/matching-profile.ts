import { ageOn, today } from '@app/contracts/calendar.ts';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import type { MatchingProfile } from '@app/contracts/identity/people.ts';
import { encodeBits } from '@app/kit/bits.ts';
import type { NoProfile } from '../deps.ts';
import type { StoredProfile, ProfileWithHistory } from '../schema.ts';

export const hasProfile = (profile: ProfileWithHistory | NoProfile): profile is ProfileWithHistory =>
  typeof profile !== 'string';

/**
 * Returns the profile as it was when the study was published, because a change counts only for later studies.
 * In SQL, project.eligible_studies does the same.
 */
export function profileAt(known: ProfileWithHistory, publishedAt: Date): StoredProfile {
  return known.former.find(({ until }) => publishedAt < new Date(until)) ?? known;
}

export function toProfileWithHistory({
  former = [],
  setUpAt,
  ...profile
}: MatchingProfile): ProfileWithHistory {
  return {
    ...toStoredProfile(profile),
    setUpAt: setUpAt ? new Date(setUpAt) : null,
    former: former.map(({ until, ...before }) => ({ ...toStoredProfile(before), until })),
  };
}

export function toStoredProfile(profile: Omit<MatchingProfile, 'former' | 'setUpAt'>): StoredProfile {
  return {
    birthDate: profile.dateOfBirth,
    genderBit: encodeBits(GENDERS, [profile.gender]),
    educationBit: encodeBits(EDUCATION_LEVELS, [profile.education]),
    incomeBit: encodeBits(INCOME_RANGES, [profile.annualHouseholdIncome]),
    deviceBits: encodeBits(DEVICE_REQUIREMENTS, profile.devices),
    furtherBits: profile.furtherBits ?? null,
  };
}

export function currentAge(profile: Pick<StoredProfile, 'birthDate'>): number {
  return ageOn(today(), profile.birthDate);
}
