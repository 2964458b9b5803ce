import { ageOn, today } from '@app/contracts/calendar.ts';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import type { MatchingProfile } from '@app/contracts/identity/people.ts';
import { encodeBits } from '@app/kit/bits.ts';
import type { NoFacts } from '../deps.ts';
import type { Facts, KnownFacts } from '../schema.ts';

export const hasFacts = (facts: KnownFacts | NoFacts): facts is KnownFacts => typeof facts !== 'string';

/**
 * A profile change applies only to studies published later. The SQL version is in project.eligible_studies.
 */
export function factsAt(known: KnownFacts, publishedAt: Date): Facts {
  return known.former.find(({ until }) => publishedAt < new Date(until)) ?? known;
}

export function knownFactsOf({ former = [], setUpAt, ...profile }: MatchingProfile): KnownFacts {
  return {
    ...factsOf(profile),
    setUpAt: setUpAt ? new Date(setUpAt) : null,
    former: former.map(({ until, ...before }) => ({ ...factsOf(before), until })),
  };
}

export function factsOf(profile: Omit<MatchingProfile, 'former' | 'setUpAt'>): Facts {
  return {
    birthDate: profile.dateOfBirth,
    genderBit: encodeBits(GENDERS, [profile.gender]),
    educationBit: encodeBits(EDUCATION_LEVELS, [profile.education]),
    incomeBit: encodeBits(INCOME_RANGES, [profile.annualHouseholdIncome]),
    deviceBits: encodeBits(DEVICE_REQUIREMENTS, profile.devices),
    furtherBits: profile.furtherBits ?? null,
  };
}

export function currentAge(facts: Pick<Facts, 'birthDate'>): number {
  return ageOn(today(), facts.birthDate);
}
