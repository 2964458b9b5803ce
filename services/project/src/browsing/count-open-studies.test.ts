import { expect, test, vi } from 'vitest';
import { createOpenStudyCounts } from './count-open-studies.ts';

const signature = {
  age: 30,
  genderBit: 2,
  educationBit: 32,
  incomeBit: 4,
  deviceBits: 3,
  furtherBits: null,
  maxDurationInMinutes: 60,
  pay: 'ANY' as const,
};

/** Criteria of so many studies that everybody of 18 to 100 fits. */
function criteria(studies: number): DataView {
  const view = new DataView(new ArrayBuffer(studies * 8));
  for (let n = 0; n < studies; n += 1) {
    view.setUint32(n * 8, 18 * 256 + 100);
    view.setUint32(n * 8 + 4, (30 << 19) + 7 * 65536 + 255 * 256 + 31 * 8 + 7);
  }
  return view;
}

test('S-602 the open studies are loaded once for everybody, and again after some seconds', async () => {
  let [studies, now] = [3, 1];
  const load = vi.fn(async () => criteria(studies));
  const counts = createOpenStudyCounts(load, () => now);
  const all = await Promise.all(Array.from({ length: 20 }, () => counts.count(signature)));
  expect(all).toEqual(Array.from({ length: 20 }, () => 3));
  studies = 4;
  expect(await counts.count({ ...signature, age: 17 })).toBe(0);
  expect(await counts.count({ ...signature, age: 100 })).toBe(3);
  expect(await counts.count({ ...signature, age: 101 })).toBe(0);
  expect(await counts.count({ ...signature, maxDurationInMinutes: 30 })).toBe(3);
  expect(await counts.count({ ...signature, maxDurationInMinutes: 15 })).toBe(0);
  expect(load).toHaveBeenCalledTimes(1);

  // A little old: the old total answers while the new ones are loaded.
  now = 6000;
  expect(await counts.count(signature)).toBe(3);
  await expect.poll(() => counts.count(signature)).toBe(4);
  expect(load).toHaveBeenCalledTimes(2);

  // Too old to answer.
  studies = 5;
  now = 60_000;
  expect(await counts.count(signature)).toBe(5);
});

test('S-602 after a change the next count waits for what was loaded after it', async () => {
  const first = Promise.withResolvers<DataView>();
  const load = vi.fn(async () => criteria(2));
  load.mockImplementationOnce(() => first.promise);
  const counts = createOpenStudyCounts(load);
  const early = counts.count(signature);
  counts.forget();
  expect(await counts.count(signature)).toBe(2);
  first.resolve(criteria(1));
  expect(await early).toBe(1);
  expect(await counts.count(signature)).toBe(2);
});

test('criteria that are as before are not counted anew', async () => {
  let now = 1;
  const [first, same, other] = [criteria(3), criteria(3), criteria(4)];
  const [ofSame, ofOther] = [vi.spyOn(same, 'getUint32'), vi.spyOn(other, 'getUint32')];
  const load = vi.fn<() => Promise<DataView>>();
  for (const view of [first, same, other]) load.mockResolvedValueOnce(view);
  const counts = createOpenStudyCounts(load, () => now);
  for (const expected of [3, 3, 4]) {
    now += 60_000;
    expect(await counts.count(signature)).toBe(expected);
  }
  expect(load).toHaveBeenCalledTimes(3);
  expect(ofSame).not.toHaveBeenCalled();
  expect(ofOther).toHaveBeenCalledTimes(8);
});

test('a load that failed is the answer of those who waited, and the next one tries again', async () => {
  const load = vi.fn(async () => criteria(1));
  load.mockRejectedValueOnce(new Error('no database'));
  const counts = createOpenStudyCounts(load);
  await expect(counts.count(signature)).rejects.toThrow('no database');
  expect(await counts.count(signature)).toBe(1);
});
