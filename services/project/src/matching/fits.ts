import { UNMET_REQUIREMENTS } from '@app/contracts/project/browsing.ts';
import { type FurtherBits, FURTHER_KINDS } from '@app/contracts/further-bits.ts';
import { meetsSet, meetsSetsSql } from '@app/kit/bits.ts';
import { type Facts, ageOf } from '../facts/facts.ts';

/** What a study asks for, as bits. */
export interface Wanted {
  minimumAge: number;
  maximumAge: number;
  genderBits: number;
  educationBits: number;
  incomeBits: number;
  deviceBits: number;
  furtherBits: FurtherBits;
}

type Requirement = (typeof UNMET_REQUIREMENTS)[number];

const FURTHER = UNMET_REQUIREMENTS.slice(-FURTHER_KINDS);

/** Which kinds of requirement somebody misses; none means that the study fits. One of the listed devices is enough. */
export function unmetRequirements(wanted: Wanted, facts: Facts): Requirement[] {
  const age = ageOf(facts);
  const unmet: Requirement[] = [];
  if (age < wanted.minimumAge || age > wanted.maximumAge) unmet.push('AGE');
  if ((wanted.genderBits & facts.genderBit) === 0) unmet.push('GENDER');
  if ((wanted.educationBits & facts.educationBit) === 0) unmet.push('EDUCATION');
  if ((wanted.incomeBits & facts.incomeBit) === 0) unmet.push('INCOME');
  if ((wanted.deviceBits & facts.deviceBits) === 0) unmet.push('DEVICE');
  return [...unmet, ...FURTHER.filter((_, at) => !meetsSet(wanted.furtherBits, facts.furtherBits, at))];
}

/** The same rule in SQL: over a study's row, and one with a person's age and bits. */
export const fits = (study: string, person: string) => `
  ${study}.minimum_age <= ${person}.age and ${study}.maximum_age >= ${person}.age
  and ${study}.gender_bits & ${person}.gender_bit <> 0
  and ${study}.education_bits & ${person}.education_bit <> 0
  and ${study}.income_bits & ${person}.income_bit <> 0
  and ${study}.device_bits & ${person}.device_bits <> 0
  and ${meetsSetsSql(`${study}.further_bits`, `${person}.further_bits`, FURTHER_KINDS)}`;

/**
 * SQL: those of a person's facts in time (project.facts_in_time) by which a study goes; factsAt says the same. As one expression: as two
 * bounds the planner would look for them in an index, and they exclude hardly anything.
 */
export const stood = (study: string, person: string) =>
  `case when ${study}.published_at < ${person}.until then ${study}.published_at >= ${person}.since else false end`;

/** A study's bits as one number of nineteen bits, for counting many of them in memory. */
export const PACKED_BITS = `gender_bits * 65536 + education_bits * 256 + income_bits * 8 + device_bits`;

/** The single choices of a person in the same places. */
export function packChoices({
  genderBit,
  educationBit,
  incomeBit,
}: Pick<Facts, 'genderBit' | 'educationBit' | 'incomeBit'>): number {
  return (genderBit << 16) | (educationBit << 8) | (incomeBit << 3);
}

/** The same rule but for the age, all single choices at once: asking one by one takes four times as long. */
export function fitsPacked(bits: number, choices: number, deviceBits: number): boolean {
  return (bits & choices) === choices && (bits & deviceBits) !== 0;
}
