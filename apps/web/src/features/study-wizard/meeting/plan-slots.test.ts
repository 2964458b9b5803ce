import { expect, test } from 'vitest';
import { slotOf } from '@app/contracts/time-slots.ts';
import { countSlots } from './plan-slots.ts';

const days = ['2026-12-08', '2026-12-09'];
const plan = { days, times: ['09:00 AM', '02:00 PM'], without: [], minutes: 30 };

test('a slot is known by its instant in GMT', () => {
  expect(slotOf('2026-12-08', '02:30 PM')).toBe('2026-12-08T14:30:00.000Z');
});

test('days by times, without what is past or taken out', () => {
  expect(countSlots(plan, new Date('2026-12-01T00:00:00Z'))).toBe(4);
  expect(countSlots(plan, new Date('2026-12-08T09:00:00Z'))).toBe(3);
  const without = ['2026-12-09T14:00:00.000Z', '2026-12-10T14:00:00.000Z'];
  expect(countSlots({ ...plan, without }, new Date('2026-12-01T00:00:00Z'))).toBe(3);
});

test('a gap after each meeting takes the time that follows at once', () => {
  const early = new Date('2026-12-01T00:00:00Z');
  const times = ['10:00 AM', '09:30 AM', '09:00 AM', '02:00 PM'];
  expect(countSlots({ ...plan, times }, early)).toBe(8);
  expect(countSlots({ ...plan, times, minutes: 45 }, early)).toBe(6);
  const without = ['2026-12-08T09:00:00.000Z'];
  expect(countSlots({ ...plan, times, without, minutes: 45 }, early)).toBe(5);
});
