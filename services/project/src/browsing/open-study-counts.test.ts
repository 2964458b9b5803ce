import { expect, test, vi } from 'vitest';
import { createOpenStudyCounts } from './open-study-counts.ts';

test('S-602 concurrent requests count a total once, and it is counted again after some seconds', async () => {
  let [studies, now] = [3, 1];
  const count = vi.fn(async () => studies);
  const counts = createOpenStudyCounts(() => now);
  const read = (list = 'all', person = 'esi') => counts.read(person, list, count);
  expect(await Promise.all(Array.from({ length: 20 }, () => read()))).toEqual(Array(20).fill(3));
  expect(count).toHaveBeenCalledTimes(1);
  // Each list of each person has its own total.
  await Promise.all([read('paid'), read('all', 'kofi')]);
  expect(count).toHaveBeenCalledTimes(3);

  studies = 4;
  now = 4000;
  expect(await read()).toBe(3);
  now = 6000;
  expect(await read()).toBe(4);
});

test('S-602 after a change the next total is counted again, and a count during the change is not cached', async () => {
  const first = Promise.withResolvers<number>();
  const counts = createOpenStudyCounts();
  const early = counts.read('esi', 'all', () => first.promise);
  counts.invalidate();
  expect(await counts.read('esi', 'all', async () => 2)).toBe(2);
  first.resolve(1);
  expect(await early).toBe(1);
  expect(await counts.read('esi', 'all', async () => 3)).toBe(2);
});

test('S-602 a change of one person leaves the totals of others cached', async () => {
  const counts = createOpenStudyCounts();
  for (const person of ['esi', 'kofi']) await counts.read(person, 'all', async () => 2);
  counts.invalidate('esi');
  expect(await counts.read('esi', 'all', async () => 1)).toBe(1);
  expect(await counts.read('kofi', 'all', async () => 1)).toBe(2);
});

test('waiting callers share a failed count, and the next call counts again', async () => {
  const counts = createOpenStudyCounts();
  const fail = async () => Promise.reject(new Error('no database'));
  await expect(counts.read('esi', 'all', fail)).rejects.toThrow('no database');
  expect(await counts.read('esi', 'all', async () => 1)).toBe(1);
});
