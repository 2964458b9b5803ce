import { expect, test } from 'vitest';
import { slotInstant } from '@app/contracts/time-slots.ts';
import { countSlots } from './use-bookable.ts';

const plan = {
  availableDates: ['2026-12-08', '2026-12-09'],
  availableTimes: ['09:00 AM', '02:00 PM'],
  withoutTimes: [],
  leadHours: 0,
  minutes: 30,
};
const early = new Date('2026-12-01T00:00:00Z');

test('a slot is identified by its instant in GMT', () => {
  expect(slotInstant('2026-12-08', '02:30 PM')).toBe('2026-12-08T14:30:00.000Z');
});

test('combines days and times, without slots that are past or removed', () => {
  expect(countSlots(plan, [], early)).toEqual({ ahead: 4, early: 0, taken: 0, room: 4 });
  expect(countSlots(plan, [], new Date('2026-12-08T09:00:00Z'))).toMatchObject({
    ahead: 3,
    early: 1,
    room: 3,
  });
  const withoutTimes = ['2026-12-09T14:00:00.000Z', '2026-12-10T14:00:00.000Z'];
  expect(countSlots({ ...plan, withoutTimes }, [], early).room).toBe(3);
});

test('a gap after each meeting removes the time that directly follows', () => {
  const availableTimes = ['10:00 AM', '09:30 AM', '09:00 AM', '02:00 PM'];
  expect(countSlots({ ...plan, availableTimes }, [], early).room).toBe(8);
  expect(countSlots({ ...plan, availableTimes, minutes: 45 }, [], early).room).toBe(6);
  const withoutTimes = ['2026-12-08T09:00:00.000Z'];
  expect(countSlots({ ...plan, availableTimes, withoutTimes, minutes: 45 }, [], early).room).toBe(5);
});

test('a time that is too soon, or within another meeting, has no room', () => {
  const now = new Date('2026-12-08T05:00:00Z');
  expect(countSlots({ ...plan, leadHours: 4 }, [], now)).toMatchObject({ ahead: 4, early: 1, room: 3 });
  const meetings = [
    { startsAt: '2026-12-08T14:15:00.000Z', endsAt: '2026-12-08T15:00:00.000Z' },
    { startsAt: '2026-12-09T08:30:00.000Z', endsAt: '2026-12-09T09:00:00.000Z' },
  ];
  expect(countSlots(plan, meetings, now)).toMatchObject({ taken: 1, room: 3 });
  expect(countSlots({ ...plan, minutes: 15 }, meetings, now)).toMatchObject({ taken: 0, room: 4 });
});
