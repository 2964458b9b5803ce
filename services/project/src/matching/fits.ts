import { type UNFIT_BECAUSE, UNMET_REQUIREMENTS } from '@app/contracts/project/browsing.ts';
import { type FurtherBits, FURTHER_KINDS } from '@app/contracts/further-bits.ts';
import { NOT_AGAIN_WHO } from '@app/contracts/project/not-again.ts';
import { bitsOf, meets, meetsSet, meetsSetsSql } from '@app/kit/bits.ts';
import { ageOf, factsAt } from '../facts/facts.ts';
import type { Facts, KnownFacts } from '../schema.ts';

/** What a study asks for, as bits. */
export interface Wanted {
  minimumAge: number;
  maximumAge: number;
  genderBits: number;
  educationBits: number;
  incomeBits: number;
  deviceBits: number;
  furtherBits: FurtherBits;
  openCells: OpenCells;
  /** The person whom it is compared with, by what they did in other studies. */
  isKeptOut?: boolean;
}

/**
 * Groups of people that a study with quotas still takes, as the column of that name has them: gender bits, both ages and region bits of
 * one after the other; no bits are anybody. Null is a study without quotas.
 */
export type OpenCells = readonly number[] | null;
const CELL_STRIDE = 4;

type Requirement = (typeof UNFIT_BECAUSE)[number];

const FURTHER = UNMET_REQUIREMENTS.slice(-FURTHER_KINDS);

/**
 * Which kinds of requirement somebody misses; none means that the study fits. One of the listed devices is enough. That others know them
 * from an earlier study is never said: it is OTHER.
 */
export function unmetRequirements(wanted: Wanted, facts: Facts): Requirement[] {
  const age = ageOf(facts);
  const unmet: (typeof UNMET_REQUIREMENTS)[number][] = [];
  if (age < wanted.minimumAge || age > wanted.maximumAge) unmet.push('AGE');
  if ((wanted.genderBits & facts.genderBit) === 0) unmet.push('GENDER');
  if ((wanted.educationBits & facts.educationBit) === 0) unmet.push('EDUCATION');
  if ((wanted.incomeBits & facts.incomeBit) === 0) unmet.push('INCOME');
  if ((wanted.deviceBits & facts.deviceBits) === 0) unmet.push('DEVICE');
  const all = [...unmet, ...FURTHER.filter((_, at) => !meetsSet(wanted.furtherBits, facts.furtherBits, at))];
  if (all.length > 0) return all;
  if (wanted.isKeptOut) return ['OTHER'];
  return isTaken(wanted.openCells, age, facts) ? [] : ['GROUP'];
}

/** Whether a person was set up after a paid study opened: accounts made to find out who is paid learn only that they do not fit. */
export const hidesUnmet = (
  { incentive, publishedAt }: { incentive: number; publishedAt: Date },
  { setUpAt }: Pick<KnownFacts, 'setUpAt'>,
): boolean => incentive > 0 && setUpAt != null && setUpAt > publishedAt;

/** The kinds of requirement that a person may know that they miss. */
export function shownUnmetRequirements(
  study: Wanted & { incentive: number; publishedAt: Date },
  known: KnownFacts,
): Requirement[] {
  const unmet = unmetRequirements(study, factsAt(known, study.publishedAt));
  return unmet.length > 0 && hidesUnmet(study, known) ? ['OTHER'] : unmet;
}

/** Whether a place is left for people like them. */
export function isTaken(
  cells: OpenCells,
  age: number,
  { genderBit, furtherBits }: Pick<Facts, 'genderBit' | 'furtherBits'>,
): boolean {
  if (!cells) return true;
  for (let at = 0; at < cells.length; at += CELL_STRIDE) {
    const [genders = 0, minimum = 0, maximum = 0, regions = 0] = cells.slice(at, at + CELL_STRIDE);
    const isOfAge = age >= minimum && age <= maximum;
    if (isOfAge && meets(genders, genderBit) && meets(regions, furtherBits?.[0] ?? 0)) return true;
  }
  return false;
}

/** The same in SQL. */
export const isTakenSql = (study: string, person: string) => `(${study}.open_cells is null or exists (
    select from generate_series(1, cardinality(${study}.open_cells), ${CELL_STRIDE}) as at
    where ${person}.age between ${study}.open_cells[at + 1] and ${study}.open_cells[at + 2]
      and (${study}.open_cells[at] = 0 or ${study}.open_cells[at] & ${person}.gender_bit <> 0)
      and (${study}.open_cells[at + 3] = 0 or ${study}.open_cells[at + 3] & ${person}.further_bits[1] <> 0)))`;

/** The same rule in SQL: over a study's row, and one with a person's age and bits. */
export const fits = (study: string, person: string) => `
  ${study}.minimum_age <= ${person}.age and ${study}.maximum_age >= ${person}.age
  and ${study}.gender_bits & ${person}.gender_bit <> 0
  and ${study}.education_bits & ${person}.education_bit <> 0
  and ${study}.income_bits & ${person}.income_bit <> 0
  and ${study}.device_bits & ${person}.device_bits <> 0
  and ${meetsSetsSql(`${study}.further_bits`, `${person}.further_bits`, FURTHER_KINDS)}
  and ${isTakenSql(study, person)}`;

const bitOf = (who: (typeof NOT_AGAIN_WHO)[number]) => bitsOf(NOT_AGAIN_WHO, [who]);

/**
 * SQL: whether an application has, since an instant, come to one of what a rule names. An acceptance that was undone does not count.
 */
const hasDone = (application: string, whoBits: string, since: string) => `(
    ${whoBits} & ${bitOf('APPLIED')} <> 0 and ${application}.applied_at > ${since}
    or ${whoBits} & ${bitOf('ACCEPTED')} <> 0 and exists (
      select from project.application_steps as step where step.application_id = ${application}.application_id
        and step.status = 'ACCEPTED' and not step.is_undone and step.at > ${since})
    or ${whoBits} & ${bitOf('MET') + bitOf('MISSED')} <> 0 and exists (
      select from project.bookings as booking where booking.application_id = ${application}.application_id
        and booking.final_at <= now() and booking.starts_at > ${since}
        and case booking.state when 'ATTENDED' then ${whoBits} & ${bitOf('MET')} <> 0
          when 'NO_SHOW' then ${whoBits} & ${bitOf('MISSED')} <> 0 else false end))`;

/** SQL: the studies that keep somebody out for what they did in others of the same researcher (project.not_again). */
export const keptOutOf = (person: string) => `
  select kept.study_id
  from project.applications as earlier
  join project.not_again as kept on kept.earlier_id = earlier.study_id
  cross join lateral (select coalesce(now() - kept.weeks * interval '7 days', '-infinity') as instant) as since
  where earlier.applicant_id = ${person} and ${hasDone('earlier', 'kept.who_bits', 'since.instant')}`;

const letInByEarlier = (person: string) => `
  select let.study_id
  from project.applications as before
  join project.only_these as let on let.earlier_id = before.study_id
  where before.applicant_id = ${person} and ${hasDone('before', 'let.who_bits', "timestamptz '-infinity'")}`;

const letInByList = (person: string) => `
  select invited.study_id from project.invited_people as invited where invited.participant_id = ${person}`;

/** SQL: the studies by invitation that are for them, by earlier ones (project.only_these) or by a list of addresses. */
export const letInto = (person: string) => `${letInByEarlier(person)} union all ${letInByList(person)}`;

/** SQL: whether one study, by its row, keeps them out by what they did, or by not being one of those whom it is for. */
export const isKeptOut = (study: string, person: string) => `(
  exists (${keptOutOf(person)} and kept.study_id = ${study}.study_id)
  or ${study}.is_by_invitation
    and not exists (${letInByList(person)} and invited.study_id = ${study}.study_id)
    and not exists (${letInByEarlier(person)} and let.study_id = ${study}.study_id))`;

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
