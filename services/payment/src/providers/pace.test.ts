import { expect, test } from 'vitest';
import { createRateLimiter } from './mtn.ts';

test('A1 no more calls pass in a second than allowed, and a single call does not wait', async () => {
  let time = 0;
  const waits: number[] = [];
  const pace = createRateLimiter(10, { now: () => time, wait: async (ms) => waits.push(ms) });
  for (let caller = 0; caller < 4; caller += 1) await pace();
  expect(waits).toEqual([100, 200, 300]);
  time = 10_000;
  await pace();
  expect(waits).toHaveLength(3);
});
