import { expect, it } from 'vitest';
import { DEVICE_REQUIREMENTS, DURATIONS_IN_MINUTES } from '@app/contracts/enumerations.ts';
import { browseStudies, BY_PAY } from '@app/contracts/project/browsing.ts';
import {
  deviceChoices,
  parseFilters,
  hasBrowseFilter,
  lengthChoices,
  payChoices,
  changeBrowseSearch,
} from './browse-filters.ts';

const read = (search: string) => parseFilters(new URLSearchParams(search));

it('BR1 offers each device, each duration that narrows the list and each choice of pay', () => {
  expect(deviceChoices.map(([value]) => value)).toEqual([...DEVICE_REQUIREMENTS]);
  expect(lengthChoices.map(([value]) => Number(value))).toEqual(DURATIONS_IN_MINUTES.slice(0, -1));
  expect(payChoices.map(([value]) => value)).toEqual([...BY_PAY]);
  for (const [device] of deviceChoices) {
    for (const [maxDurationInMinutes] of lengthChoices) {
      expect(browseStudies.query.safeParse({ device, maxDurationInMinutes }).success).toBe(true);
    }
  }
});

it('BR1 reads the filters of an address, and ignores values that cannot be chosen', () => {
  const both = { device: 'TABLET', maxDurationInMinutes: '30' };
  expect(read('device=TABLET&maxDurationInMinutes=30&page=4')).toEqual(both);
  expect(read('pay=HIGHEST')).toEqual({ pay: 'HIGHEST' });
  expect(read('device=PHONE&maxDurationInMinutes=31&pay=MUCH')).toEqual({});
  expect(read('device=&maxDurationInMinutes=60')).toEqual({});
  expect(hasBrowseFilter(read('page=2'))).toBe(false);
  expect(hasBrowseFilter(read('device=TABLET'))).toBe(true);
});

it('BR1 returns to the first page when a filter changes, and keeps the other filters', () => {
  const search = new URLSearchParams('device=TABLET&page=3');
  expect(changeBrowseSearch(search, 'maxDurationInMinutes', '15')).toBe(
    'device=TABLET&maxDurationInMinutes=15',
  );
  expect(changeBrowseSearch(search, 'device', 'MOBILE_PHONE')).toBe('device=MOBILE_PHONE');
  expect(changeBrowseSearch(search, 'device', '')).toBe('');
});
