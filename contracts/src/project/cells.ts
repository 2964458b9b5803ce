import * as z from 'zod/mini';
import { oneOf } from '../text.ts';
import { type Gender, type Region, GENDERS, REGIONS } from '../enumerations.ts';
import { type Rule, rule } from '../rule.ts';

export const MAX_CELLS = 60;
const YOUNGEST = 1;
const OLDEST = 100;

const ageOfCell = z.optional(
  z
    .int({ error: rule('wholeNumber') })
    .check(z.minimum(YOUNGEST, rule('validAge')), z.maximum(OLDEST, rule(`max ${OLDEST}`))),
);

/** A quota reserves places (docs/decisions/0071-quotas.md). An absent field matches everyone. */
export const Cell = z.strictObject({
  gender: z.optional(oneOf(GENDERS)),
  minimumAge: ageOfCell,
  maximumAge: ageOfCell,
  region: z.optional(oneOf(REGIONS)),
  places: z
    .int({ error: rule('wholeNumber') })
    .check(z.minimum(0, rule('min 0')), z.maximum(1000, rule('participantsMax'))),
});
export type Cell = z.infer<typeof Cell>;

export type Group = Omit<Cell, 'places'>;

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

const areDisjoint = (cells: readonly Group[]) =>
  cells.every((cell, at) => cells.slice(at + 1).every((other) => areApart(cell, other)));

/** Null if no quota matches. */
export function cellOf(
  cells: readonly Group[],
  { gender, age, region }: { gender: Gender; age: number; region: Region | undefined },
): number | null {
  const at = cells.findIndex(
    (cell) =>
      (cell.gender ?? gender) === gender &&
      (cell.region === undefined || cell.region === region) &&
      age >= (cell.minimumAge ?? 0) &&
      age <= (cell.maximumAge ?? Infinity),
  );
  return at === -1 ? null : at;
}

export const sumOfCells = (cells: readonly Cell[]) => cells.reduce((sum, { places }) => sum + places, 0);

/** Quotas must not overlap. */
export const Cells = z.array(Cell, { error: rule('notOfThisKind') }).check(
  z.maxLength(MAX_CELLS, rule(`tooMany ${MAX_CELLS}`)),
  z.refine((cells) => cells.every((cell) => ageRange(cell).minimumAge <= ageRange(cell).maximumAge), {
    error: rule('maximumAgeMoreThanMinimum'),
  }),
  z.refine(areDisjoint, rule('cellsOverlap')),
);

interface Criteria {
  minimumAge: number;
  maximumAge: number;
  gender: readonly Gender[];
  regions?: readonly string[] | undefined;
}

/** An absent age is that of the study. */
function isWithin(study: Criteria, { gender, minimumAge, maximumAge, region }: Group): boolean {
  const regions = study.regions ?? [];
  return (
    (gender === undefined || study.gender.includes(gender)) &&
    (minimumAge === undefined || (minimumAge >= study.minimumAge && minimumAge <= study.maximumAge)) &&
    (maximumAge === undefined || (maximumAge <= study.maximumAge && maximumAge >= study.minimumAge)) &&
    (region === undefined || regions.length === 0 || regions.includes(region))
  );
}

export function flawOfCells(
  cells: readonly Cell[],
  study: Criteria,
  places: number,
): { rule: Rule; field: string } | undefined {
  if (cells.length === 0) return undefined;
  const outside = cells.findIndex((cell) => !isWithin(study, cell));
  if (outside !== -1) return { rule: 'cellOutside', field: `cells.${outside}` };
  return sumOfCells(cells) === places ? undefined : { rule: 'cellsSum', field: 'cells' };
}

/** This is the largest remainder method. */
export function spreadPlaces(shares: readonly number[], places: number): number[] {
  const all = shares.reduce((sum, share) => sum + share, 0);
  const exact = shares.map((share) => (all === 0 ? 0 : (share * places) / all));
  const whole = exact.map(Math.floor);
  const left = places - whole.reduce((sum, each) => sum + each, 0);
  const byRemainder = exact
    .map((value, at) => ({ at, remainder: value - Math.floor(value) }))
    .toSorted((one, other) => other.remainder - one.remainder || one.at - other.at);
  for (const { at } of byRemainder.slice(0, left)) whole[at]! += 1;
  return whole;
}
