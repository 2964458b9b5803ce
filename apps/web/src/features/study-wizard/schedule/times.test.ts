import { daySlotLabels } from '@app/contracts/time-slots.ts';
import { describe, expect, it } from 'vitest';
import {
  gmtTime,
  sortTimes,
  matchesTime,
  restorePlan,
  slotsBetween,
  timesSummary,
  splitTimesByDuration,
  workingDay,
} from './times.ts';

describe('S-314 times', () => {
  it('drops and names times that do not fit another duration', () => {
    const chosen = ['09:00 AM', '09:15 AM', '09:30 AM', '09:45 AM'];
    expect(splitTimesByDuration(30, chosen)).toEqual({
      kept: ['09:00 AM', '09:30 AM'],
      dropped: ['09:15 AM', '09:45 AM'],
    });
    expect(splitTimesByDuration(60, chosen).kept).toEqual(['09:00 AM']);
    expect(splitTimesByDuration(45, chosen).kept).toEqual(['09:00 AM', '09:45 AM']);
    expect(splitTimesByDuration(15, chosen).dropped).toEqual([]);
  });

  it('shows up to three times, and otherwise their number', () => {
    expect(timesSummary([])).toBe('Choose times');
    expect(timesSummary(['09:00 AM', '09:30 AM', '10:00 AM'])).toBe('09:00 AM, 09:30 AM, 10:00 AM');
    expect(timesSummary(['1', '2', '3', '4'])).toBe('4 times selected');
  });

  it.each([
    [15, '09:00 AM', '04:45 PM', 32],
    [30, '09:00 AM', '04:30 PM', 16],
    [45, '09:00 AM', '03:45 PM', 10],
    [60, '09:00 AM', '04:00 PM', 8],
  ] as const)(
    'offers the meetings of a working day together: of %i minutes from %s to %s',
    (duration, from, to, count) => {
      expect(workingDay(duration)).toEqual({ from, to });
      expect(slotsBetween(duration, { from, to })).toHaveLength(count);
      expect(slotsBetween(duration, { from, to: from })).toEqual([from]);
      expect(slotsBetween(duration, { from: to, to: from })).toEqual([]);
    },
  );

  it('keeps the order of the day', () => {
    expect(sortTimes(['01:00 PM', '12:00 AM', '12:30 PM', '09:00 AM'])).toEqual([
      '12:00 AM',
      '09:00 AM',
      '12:30 PM',
      '01:00 PM',
    ]);
  });

  it.each([
    ['', 48],
    ['pm', 24],
    ['9:30', 2],
    ['09:30 am', 1],
    ['9:30am', 1],
    ['0930', 2],
    ['10:', 4],
    ['25', 0],
  ])('finds for %j %i times', (query, count) => {
    expect(daySlotLabels(30).filter((label) => matchesTime(label, query))).toHaveLength(count);
  });

  it('shows the time in GMT', () => {
    expect(gmtTime(new Date('2026-11-21T09:53:20Z'))).toBe('09:53 AM');
    expect(gmtTime(new Date('2026-11-21T00:05:00Z'))).toBe('12:05 AM');
  });
});

it('S-307 S-313 restores a plan without days that have passed and times that do not fit', () => {
  const stored = {
    availableDates: ['2026-11-20', '2026-11-21', '2026-12-01', 7],
    durationInMinutes: 30,
    availableTimes: ['09:00 AM', '09:15 AM'],
    desiredNumberOfParticipants: 12,
  };
  expect(restorePlan(stored, '2026-11-21')).toEqual({
    availableDates: ['2026-11-21', '2026-12-01'],
    durationInMinutes: 30,
    availableTimes: ['09:00 AM'],
    desiredNumberOfParticipants: 12,
  });
  const women = { gender: 'FEMALE', minimumAge: 18, maximumAge: 40, places: 6 };
  expect(restorePlan({ quotas: [women, { places: 'six' }, null] }).quotas).toEqual([women]);
  const survey = { address: 'https://x.test/', minutes: 8, screenOutPay: 1 };
  const online = { mode: 'ONLINE', survey, closesOn: '2026-12-01', isListed: false };
  expect(restorePlan(online, '2026-12-01')).toMatchObject(online);
  const wrong = { mode: 'VR', survey: { address: 7, minutes: '8', screenOutPay: 1 }, closesOn: '2026-11-30' };
  const restored = restorePlan(wrong, '2026-12-01');
  expect(restored).toEqual({ availableDates: [], availableTimes: [], survey: { screenOutPay: 1 } });
  expect(restorePlan({ durationInMinutes: 20, availableTimes: ['09:00 AM'] })).toEqual({
    availableDates: [],
    availableTimes: [],
  });
});
