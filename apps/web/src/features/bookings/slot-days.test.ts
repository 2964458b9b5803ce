import { expect, it } from 'vitest';
import { freeDays, nearestFreeSlots, otherTimes } from './use-times.ts';

const slot = (startsAt: string, isFree = true) => ({
  slotId: startsAt,
  startsAt,
  endsAt: startsAt,
  seats: 1,
  seatsLeft: Number(isFree),
  isFree,
});
const slots = [
  slot('2026-11-23T09:00:00.000Z', false),
  slot('2026-11-23T10:00:00.000Z'),
  slot('2026-11-24T09:00:00.000Z'),
  slot('2026-11-25T09:00:00.000Z'),
];

it('lists free times only, by day, and says whether there are more', () => {
  const { days, hasMore } = freeDays(slots, 2);
  expect(days.map(([day, free]) => [day, free.length])).toEqual([
    ['2026-11-23', 1],
    ['2026-11-24', 1],
  ]);
  expect(hasMore).toBe(true);
  expect(freeDays(slots, 3).hasMore).toBe(false);
});

it('offers the two nearest times instead of one that is no longer free', () => {
  expect(nearestFreeSlots('2026-11-24T09:00:00.000Z', slots).map(({ slotId }) => slotId)).toEqual([
    '2026-11-23T10:00:00.000Z',
    '2026-11-25T09:00:00.000Z',
  ]);
});

it('offers no time of the same meeting when it is rescheduled, even one that others can join', () => {
  const [, ten] = slots;
  const moved = { startsAt: ten!.startsAt } as Parameters<typeof otherTimes>[1];
  expect(otherTimes(slots, moved).map(({ slotId }) => slotId)).not.toContain(ten!.slotId);
  expect(otherTimes(slots, moved)).toHaveLength(slots.length - 1);
  expect(otherTimes(slots, undefined)).toEqual(slots);
});
