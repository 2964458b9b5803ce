import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRetriedWrites } from './retried-writes.ts';

const FOR_MS = 5000;
let isAway: boolean;
let done: number[];
let tries: number;
beforeEach(() => {
  vi.useFakeTimers();
  [isAway, done, tries] = [false, [], 0];
});
afterEach(() => {
  vi.useRealTimers();
});

const work = (which: number) => async () => {
  tries += 1;
  if (isAway) throw new Error('Connection terminated unexpectedly');
  done.push(which);
};

test('writes that an outage delays are done in order after it', async () => {
  const retried = createRetriedWrites(FOR_MS);
  isAway = true;
  for (const which of [1, 2]) await retried.now(work(which));
  retried.later(work(3));
  await vi.advanceTimersByTimeAsync(2000);
  expect(done).toEqual([]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(300);
  expect(done).toEqual([1, 2, 3]);
  expect(vi.getTimerCount()).toBe(0);
  isAway = true;
  await retried.now(work(4));
  isAway = false;
  await vi.advanceTimersByTimeAsync(300);
  expect(done).toEqual([1, 2, 3, 4]);
});

test('a write is dropped after its time limit, and only one is tried at a time', async () => {
  const retried = createRetriedWrites(FOR_MS);
  isAway = true;
  for (let which = 0; which < 2000; which += 1) retried.later(work(which));
  await vi.advanceTimersByTimeAsync(FOR_MS + 1000);
  expect(tries).toBeLessThan(FOR_MS / 300);
  expect(vi.getTimerCount()).toBe(0);
});

test('at most a thousand writes wait', async () => {
  const retried = createRetriedWrites(FOR_MS);
  for (let which = 0; which < 2000; which += 1) retried.later(work(which));
  await vi.advanceTimersByTimeAsync(300);
  expect(done).toHaveLength(1000);
});

test('another failure is thrown at once, and in the background the write is dropped', async () => {
  const retried = createRetriedWrites(FOR_MS);
  const broken = async () => {
    tries += 1;
    throw new Error('Cannot use a pool after calling end on the pool');
  };
  await expect(retried.now(broken)).rejects.toThrow('calling end');
  retried.later(broken);
  retried.later(work(1));
  await vi.advanceTimersByTimeAsync(FOR_MS);
  expect([tries, done]).toEqual([3, [1]]);
  expect(vi.getTimerCount()).toBe(0);
});
