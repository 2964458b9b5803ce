import { type Gender, type Region, REGIONS } from '@app/contracts/enumerations.ts';
import { type Cell, type Group, MAX_CELLS, spreadPlaces } from '@app/contracts/project/cells.ts';

/** What groups lie within, from stage 2. */
export interface Within {
  minimumAge: number;
  maximumAge: number;
  gender: readonly Gender[];
  regions?: readonly Region[] | undefined;
}

export interface Kinds {
  gender: boolean;
  age: boolean;
  region: boolean;
  /** Where further age groups begin. */
  starts: readonly number[];
}

interface Shared {
  group: Group;
  share: number;
}

const regionsOf = ({ regions = [] }: Within) => (regions.length > 0 ? regions : REGIONS);

const product = (first: readonly Shared[], second: readonly Shared[]): Shared[] =>
  first.flatMap((one) =>
    second.map((other) => ({
      group: { ...one.group, ...other.group },
      share: one.share * other.share,
    })),
  );

/** Groups with their places; undefined where they are too many. Nobody is looked for in one without a place. */
function placed(groups: readonly Shared[], places: number): Cell[] | undefined {
  const whole = spreadPlaces(
    groups.map(({ share }) => share),
    places,
  );
  const cells = groups
    .map(({ group }, at): Cell => ({ ...group, places: whole[at] ?? 0 }))
    .filter((cell) => cell.places > 0);
  return cells.length > MAX_CELLS ? undefined : cells;
}

/** As many places for each. */
export function equalGroups(
  within: Within,
  { gender, age, region, starts }: Kinds,
  places: number,
): Cell[] | undefined {
  const begins = starts.filter((start) => start > within.minimumAge && start <= within.maximumAge);
  const from = [within.minimumAge, ...new Set(begins.toSorted((a, b) => a - b))];
  const ages = from.map((minimumAge, at) => ({
    group: { minimumAge, maximumAge: (from[at + 1] ?? within.maximumAge + 1) - 1 },
    share: 1,
  }));
  const anybody: Shared[] = [{ group: {}, share: 1 }];
  const genders = gender
    ? within.gender.map((one): Shared => ({ group: { gender: one }, share: 1 }))
    : anybody;
  const regions = region
    ? regionsOf(within).map((one): Shared => ({ group: { region: one }, share: 1 }))
    : anybody;
  return placed(product(product(genders, age ? ages : anybody), regions), places);
}

/** By the shares that they have of Ghana, of those whom the study asks for. */
export function censusGroups(within: Within, places: number): Cell[] | undefined {
  const genders = CENSUS_GENDERS.filter(([gender]) => within.gender.includes(gender)).map(
    ([gender, share]): Shared => ({ group: { gender }, share }),
  );
  const ages = CENSUS_AGES.filter(
    ({ from, until }) => from <= within.maximumAge && until >= within.minimumAge,
  ).map(({ from, until, share }): Shared => {
    const [minimumAge, maximumAge] = [Math.max(from, within.minimumAge), Math.min(until, within.maximumAge)];
    return {
      group: { minimumAge, maximumAge },
      share: (share * (maximumAge - minimumAge + 1)) / (until - from + 1),
    };
  });
  const regions = regionsOf(within).map((region): Shared => ({
    group: { region },
    share: CENSUS_REGIONS[region],
  }));
  return placed(product(product(genders, ages), regions), places);
}

/**
 * Ghana Statistical Service, 2021 Population and Housing Census: people of each region, in thousands. Gender has the shares of the whole
 * country in per cent; of ages the shares among adults are estimated from its groups of five years, and rounded.
 */
const CENSUS_REGIONS: Readonly<Record<Region, number>> = {
  AHAFO: 565,
  ASHANTI: 5440,
  BONO: 1209,
  BONO_EAST: 1203,
  CENTRAL: 2860,
  EASTERN: 2926,
  GREATER_ACCRA: 5456,
  NORTH_EAST: 659,
  NORTHERN: 2311,
  OTI: 747,
  SAVANNAH: 653,
  UPPER_EAST: 1301,
  UPPER_WEST: 902,
  VOLTA: 1659,
  WESTERN: 2061,
  WESTERN_NORTH: 881,
};

const CENSUS_GENDERS: readonly (readonly [Gender, number])[] = [
  ['FEMALE', 50.7],
  ['MALE', 49.3],
];

const CENSUS_AGES = [
  { from: 18, until: 29, share: 37 },
  { from: 30, until: 44, share: 34 },
  { from: 45, until: 100, share: 29 },
] as const;
