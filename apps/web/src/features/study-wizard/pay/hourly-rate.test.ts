import { expect, test } from 'vitest';
import { hourlyRate, isUnderMinimumWage } from './cost.tsx';

test.each([
  [1, 15, 400, false],
  [1, 30, 200, true],
  [2, 45, 266, true],
  [2, 30, 400, false],
  [2, 60, 200, true],
  [3, 60, 300, false],
])('GH₵ %i for %i minutes is %i pesewas an hour', (incentive, minutes, rate, isUnder) => {
  expect(hourlyRate(incentive, minutes)).toBe(rate);
  expect(isUnderMinimumWage(rate)).toBe(isUnder);
});
