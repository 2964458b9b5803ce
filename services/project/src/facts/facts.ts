import { ageOn, today } from '@app/contracts/calendar.ts';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import type { MatchingProfile } from '@app/contracts/identity/people.ts';
import { bitsOf } from '@app/kit/bits.ts';

/** What a participant is matched by: single choices as one bit, devices as a set of bits. */
export interface Facts {
  birthDate: string;
  genderBit: number;
  educationBit: number;
  incomeBit: number;
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
