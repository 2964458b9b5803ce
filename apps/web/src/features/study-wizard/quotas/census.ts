import type { Gender, Region } from '@app/contracts/enumerations.ts';

/**
 * Ghana Statistical Service, 2021 Population and Housing Census: people of each region, in thousands. Gender has the shares of the whole
 * country in per cent; of ages the shares among adults are estimated from its groups of five years, and rounded.
 */
export const CENSUS_REGIONS: Readonly<Record<Region, number>> = {
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

export const CENSUS_GENDERS: readonly (readonly [Gender, number])[] = [
  ['FEMALE', 50.7],
  ['MALE', 49.3],
];

export const CENSUS_AGES = [
  { from: 18, until: 29, share: 37 },
  { from: 30, until: 44, share: 34 },
  { from: 45, until: 100, share: 29 },
] as const;
