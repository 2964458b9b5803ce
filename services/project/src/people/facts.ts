import { ageOn, today } from '@app/contracts/calendar.ts';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import type { MatchingProfile } from '@app/contracts/identity/people.ts';
import type { UNMET_REQUIREMENTS } from '@app/contracts/project/browsing.ts';
import { bitsOf } from '@app/kit/bits.ts';

/** What a participant is matched by: single choices as one bit, devices as a set of bits. */
export interface Facts {
  birthDate: string;
  genderBit: number;
  educationBit: number;
  incomeBit: number;
  deviceBits: number;
}

/** What a study asks for, as bits. */
export interface Wanted {
  minimumAge: number;
  maximumAge: number;
  genderBits: number;
  educationBits: number;
  incomeBits: number;
  deviceBits: number;
}

export function factsOf(profile: MatchingProfile): Facts {
  return {
    birthDate: profile.dateOfBirth,
    genderBit: bitsOf(GENDERS, [profile.gender]),
    educationBit: bitsOf(EDUCATION_LEVELS, [profile.education]),
    incomeBit: bitsOf(INCOME_RANGES, [profile.annualHouseholdIncome]),
    deviceBits: bitsOf(DEVICE_REQUIREMENTS, profile.devices),
  };
}

export function ageOf(facts: Pick<Facts, 'birthDate'>): number {
  return ageOn(today(), facts.birthDate);
}

type Requirement = (typeof UNMET_REQUIREMENTS)[number];

/**
 * Which kinds of requirement somebody misses; none means that the study fits. One of the listed devices is enough.
 * Browsing asks the same of the database (browsing/queries.ts).
 */
export function unmetRequirements(wanted: Wanted, facts: Facts): Requirement[] {
  const age = ageOf(facts);
  const unmet: Requirement[] = [];
  if (age < wanted.minimumAge || age > wanted.maximumAge) unmet.push('AGE');
  if ((wanted.genderBits & facts.genderBit) === 0) unmet.push('GENDER');
  if ((wanted.educationBits & facts.educationBit) === 0) unmet.push('EDUCATION');
  if ((wanted.incomeBits & facts.incomeBit) === 0) unmet.push('INCOME');
  if ((wanted.deviceBits & facts.deviceBits) === 0) unmet.push('DEVICE');
  return unmet;
}
