import { GENDERS, REGIONS } from '@app/contracts/enumerations.ts';
import { Quotas, sumQuotaPlaces } from '@app/contracts/project/quotas.ts';
import { expect, it } from 'vitest';
import { censusGroups, equalGroups } from './build-quotas.ts';

const everybody = { minimumAge: 18, maximumAge: 60, gender: [...GENDERS] };
const none = { gender: false, age: false, region: false, starts: [30, 45] };

it('makes quotas from the chosen criteria, whose places add up to the total', () => {
  const byGender = { ...none, gender: true };
  expect(equalGroups({ ...everybody, gender: ['FEMALE', 'MALE'] }, byGender, 5)?.quotas).toEqual([
    { gender: 'FEMALE', places: 3 },
    { gender: 'MALE', places: 2 },
  ]);
  // With fewer places than quotas, the result names the quotas without a place.
  expect(equalGroups(everybody, byGender, 2)).toMatchObject({
    quotas: [{ places: 1 }, { places: 1 }],
    without: [{ gender: GENDERS[2] }],
  });
  expect(equalGroups(everybody, { ...none, age: true, starts: [45, 30, 30, 99, 18] }, 9)?.quotas).toEqual([
    { minimumAge: 18, maximumAge: 29, places: 3 },
    { minimumAge: 30, maximumAge: 44, places: 3 },
    { minimumAge: 45, maximumAge: 60, places: 3 },
  ]);
  const all = { gender: true, age: true, region: true, starts: [30, 45] };
  expect(equalGroups(everybody, all, 500)).toBeUndefined();
  const few = equalGroups({ ...everybody, regions: ['OTI', 'VOLTA'] }, all, 100)?.quotas ?? [];
  expect([few.length, sumQuotaPlaces(few), Quotas.safeParse(few).success]).toEqual([18, 100, true]);
});

it('distributes places by the census among the people the study is for', () => {
  const allKinds = { gender: true, age: true, region: true };
  const quotas = censusGroups(everybody, allKinds, 40)?.quotas ?? [];
  expect([sumQuotaPlaces(quotas), Quotas.safeParse(quotas).success]).toEqual([40, true]);
  const of = (region: string) => sumQuotaPlaces(quotas.filter((quota) => quota.region === region));
  expect(of('ASHANTI')).toBeGreaterThan(of('VOLTA'));
  expect(
    censusGroups({ ...everybody, minimumAge: 35, gender: ['FEMALE'], regions: ['BONO'] }, allKinds, 10)
      ?.quotas,
  ).toEqual([
    { gender: 'FEMALE', minimumAge: 35, maximumAge: 44, region: 'BONO', places: 7 },
    { gender: 'FEMALE', minimumAge: 45, maximumAge: 60, region: 'BONO', places: 3 },
  ]);
  expect(censusGroups(everybody, allKinds, 1000)).toBeUndefined();
  // Only the ticked criteria divide the places.
  const byRegion = censusGroups(everybody, { gender: false, age: false, region: true }, 10);
  expect(byRegion?.quotas.every((quota) => Object.keys(quota).join() === 'region,places')).toBe(true);
  expect((byRegion?.quotas.length ?? 0) + (byRegion?.without.length ?? 0)).toBe(REGIONS.length);
});
