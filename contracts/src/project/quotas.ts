import * as z from 'zod/mini';
import { oneOf } from '../text.ts';
import { type Gender, type Region, GENDERS, REGIONS } from '../enumerations.ts';
import { type Rule, rule } from '../rule.ts';

export const MAX_QUOTAS = 60;
const YOUNGEST = 1;
const OLDEST = 100;

const quotaAge = z.optional(
  z
    .int({ error: rule('wholeNumber') })
    .check(z.minimum(YOUNGEST, rule('validAge')), z.maximum(OLDEST, rule(`max ${OLDEST}`))),
);

/**
 * A quota reserves places for people who match it (docs/decisions/0071-quotas.md). An absent field matches
 * everyone.
 */
export const Quota = z.strictObject({
  gender: z.optional(oneOf(GENDERS)),
  minimumAge: quotaAge,
  maximumAge: quotaAge,
  region: z.optional(oneOf(REGIONS)),
  places: z
    .int({ error: rule('wholeNumber') })
    .check(z.minimum(0, rule('min 0')), z.maximum(1000, rule('participantsMax'))),
});
export type Quota = z.infer<typeof Quota>;

export type Group = Omit<Quota, 'places'>;

const ageRange = ({ minimumAge = YOUNGEST, maximumAge = OLDEST }: Group) => ({ minimumAge, maximumAge });
const mayOverlap = <T>(one: T | undefined, other: T | undefined) =>
  one === undefined || other === undefined || one === other;

function areApart(one: Group, other: Group): boolean {
  const [a, b] = [ageRange(one), ageRange(other)];
  return (
    !mayOverlap(one.gender, other.gender) ||
    !mayOverlap(one.region, other.region) ||
    a.maximumAge < b.minimumAge ||
    b.maximumAge < a.minimumAge
  );
}

const areDisjoint = (quotas: readonly Group[]) =>
  quotas.every((quota, at) => quotas.slice(at + 1).every((other) => areApart(quota, other)));

/** Returns null if no quota matches. */
export function findQuotaIndex(
  quotas: readonly Group[],
  { gender, age, region }: { gender: Gender; age: number; region: Region | undefined },
): number | null {
  const at = quotas.findIndex(
    (quota) =>
      (quota.gender ?? gender) === gender &&
      (quota.region === undefined || quota.region === region) &&
      age >= (quota.minimumAge ?? 0) &&
      age <= (quota.maximumAge ?? Infinity),
  );
  return at === -1 ? null : at;
}

export const sumQuotaPlaces = (quotas: readonly Quota[]) =>
  quotas.reduce((sum, { places }) => sum + places, 0);

/** Quotas must not overlap. */
export const Quotas = z.array(Quota, { error: rule('notOfThisKind') }).check(
  z.maxLength(MAX_QUOTAS, rule(`tooMany ${MAX_QUOTAS}`)),
  z.refine((quotas) => quotas.every((quota) => ageRange(quota).minimumAge <= ageRange(quota).maximumAge), {
    error: rule('maximumAgeMoreThanMinimum'),
  }),
  z.refine(areDisjoint, rule('quotasOverlap')),
);

interface Criteria {
  minimumAge: number;
  maximumAge: number;
  gender: readonly Gender[];
  regions?: readonly string[] | undefined;
}

/** A quota without an age limit has the age limit of the study. */
function isWithin(study: Criteria, { gender, minimumAge, maximumAge, region }: Group): boolean {
  const regions = study.regions ?? [];
  return (
    (gender === undefined || study.gender.includes(gender)) &&
    (minimumAge === undefined || (minimumAge >= study.minimumAge && minimumAge <= study.maximumAge)) &&
    (maximumAge === undefined || (maximumAge <= study.maximumAge && maximumAge >= study.minimumAge)) &&
    (region === undefined || regions.length === 0 || regions.includes(region))
  );
}

export function findQuotaFlaw(
  quotas: readonly Quota[],
  study: Criteria,
  places: number,
): { rule: Rule; field: string } | undefined {
  if (quotas.length === 0) return undefined;
  const outside = quotas.findIndex((quota) => !isWithin(study, quota));
  if (outside !== -1) return { rule: 'quotaOutside', field: `quotas.${outside}` };
  return sumQuotaPlaces(quotas) === places ? undefined : { rule: 'quotasSum', field: 'quotas' };
}

/** Divides the places by the largest remainder method. */
export function spreadPlaces(shares: readonly number[], places: number): number[] {
  const all = shares.reduce((sum, share) => sum + share, 0);
  const exact = shares.map((share) => (all === 0 ? 0 : (share * places) / all));
  const whole = exact.map(Math.floor);
  const remainder = places - whole.reduce((sum, each) => sum + each, 0);
  const byRemainder = exact
    .map((value, at) => ({ at, remainder: value - Math.floor(value) }))
    .toSorted((one, other) => other.remainder - one.remainder || one.at - other.at);
  for (const { at } of byRemainder.slice(0, remainder)) whole[at]! += 1;
  return whole;
}
