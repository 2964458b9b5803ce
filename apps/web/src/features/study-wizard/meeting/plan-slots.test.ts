import { expect, test } from 'vitest';
import { slotOf } from '@app/contracts/time-slots.ts';
import { countSlots } from './plan-slots.ts';

const plan = { days: ['2026-12-08', '2026-12-09'], times: ['09:00 AM', '02:00 PM'], without: [] };

test('a slot is known by its instant in GMT', () => {
  expect(slotOf('2026-12-08', '02:30 PM')).toBe('2026-12-08T14:30:00.000Z');
});

test('days by times, without what is past or taken out', () => {
  expect(countSlots(plan, new Date('2026-12-01T00:00:00Z'))).toBe(4);
  expect(countSlots(plan, new Date('2026-12-08T09:00:00Z'))).toBe(3);
  const without = ['2026-12-09T14:00:00.000Z', '2026-12-10T14:00:00.000Z'];
  expect(countSlots({ ...plan, without }, new Date('2026-12-01T00:00:00Z'))).toBe(3);
});
