import { type Quota, MAX_QUOTAS, spreadPlaces, type Group } from '@app/contracts/project/quotas.ts';
import { type Gender, type Region, REGIONS } from '@app/contracts/enumerations.ts';

interface Within {
  minimumAge: number;
  maximumAge: number;
  gender: readonly Gender[];
  regions?: readonly Region[] | undefined;
}

interface Kinds {
  gender: boolean;
  age: boolean;
  region: boolean;
  /** Each value is the minimum age of another group. */
  starts: readonly number[];
}

interface Shared {
  group: Group;
  share: number;
}

const offeredRegions = ({ regions = [] }: Within) => (regions.length > 0 ? regions : REGIONS);

const product = (first: readonly Shared[], second: readonly Shared[]): Shared[] =>
  first.flatMap((one) =>
    second.map((other) => ({
      group: { ...one.group, ...other.group },
      share: one.share * other.share,
    })),
  );

/** The groups in `without` have no place. */
export interface Made {
  quotas: Quota[];
  without: Group[];
}

function placed(groups: readonly Shared[], places: number): Made | undefined {
  const whole = spreadPlaces(
    groups.map(({ share }) => share),
    places,
  );
  const all = groups.map(({ group }, at): Quota => ({ ...group, places: whole[at] ?? 0 }));
  const quotas = all.filter((quota) => quota.places > 0);
  const without = groups.map(({ group }) => group).filter((_, at) => all[at]?.places === 0);
  return quotas.length > MAX_QUOTAS ? undefined : { quotas, without };
}

export function equalGroups(
  within: Within,
  { gender, age, region, starts }: Kinds,
  places: number,
): Made | undefined {
  const ageStarts = starts.filter((start) => start > within.minimumAge && start <= within.maximumAge);
  const from = [within.minimumAge, ...new Set(ageStarts.toSorted((a, b) => a - b))];
  const ages = from.map((minimumAge, at) => ({
    group: { minimumAge, maximumAge: (from[at + 1] ?? within.maximumAge + 1) - 1 },
    share: 1,
  }));
  const anybody: Shared[] = [{ group: {}, share: 1 }];
  const genders = gender
    ? within.gender.map((one): Shared => ({ group: { gender: one }, share: 1 }))
    : anybody;
  const regions = region
    ? offeredRegions(within).map((one): Shared => ({ group: { region: one }, share: 1 }))
    : anybody;
  return placed(product(product(genders, age ? ages : anybody), regions), places);
}

/** The shares are those of Ghana's population that meets the study's criteria. */
export function censusGroups(within: Within, kinds: Omit<Kinds, 'starts'>, places: number): Made | undefined {
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
  const regions = offeredRegions(within).map((region): Shared => ({
    group: { region },
    share: CENSUS_REGIONS[region],
  }));
  const chosen = [
    ...(kinds.gender ? [genders] : []),
    ...(kinds.age ? [ages] : []),
    ...(kinds.region ? [regions] : []),
  ];
  return placed(chosen.reduce(product, [{ group: {}, share: 1 }]), places);
}

/**
 * In thousands of people by region (Ghana Statistical Service, 2021 Population and Housing Census). Gender
 * shares are national percentages. Shares of adult ages are rounded estimates from five-year groups.
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
