import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './fair-queue.ts';

const tooMany = expect.objectContaining({ code: 'TOO_MANY_REQUESTS' });
const settings = {
  CALLS_PER_PERSON_PER_SECOND: 1000,
  WRITES_PER_PERSON_PER_HOUR: 1000,
  CONCURRENCY_WAIT_SECONDS: 5,
};
const counted = (concurrencyLimit: ReturnType<typeof createConcurrencyLimit>, who: string) => {
  const ends: (() => void)[] = [];
  const take = () => concurrencyLimit.take(who).then((end) => ends.push(end));
  return { ends, take };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('four calls of a person run at once, further ones wait in order, and other people do not wait', async () => {
  const concurrencyLimit = createConcurrencyLimit(settings);
  const { ends, take } = counted(concurrencyLimit, 'one');
  const order: number[] = [];
  const all = Array.from({ length: 6 }, async (_, at) => {
    await take();
    order.push(at);
  });
  await settled();
  expect(order).toEqual([0, 1, 2, 3]);
  (await concurrencyLimit.take('another'))();
  ends[0]!();
  await all[4];
  expect(order).toEqual([0, 1, 2, 3, 4]);
  ends[1]!();
  await Promise.all(all);
  for (const end of ends.slice(2)) end();
  (await concurrencyLimit.take('one'))();
});

test('costly calls run one at a time for a person, beside their other calls', async () => {
  const concurrencyLimit = createConcurrencyLimit(settings);
  const order: string[] = [];
  const list = async (name: string, who = 'one', costlyAs = '/list') => {
    const end = await concurrencyLimit.take(who, { costlyAs });
    order.push(name);
    return end;
  };
  const first = list('first');
  const second = list('second');
  await list('of another person', 'another');
  await list('another list', 'one', '/other');
  (await concurrencyLimit.take('one'))();
  expect(order).toEqual(['first', 'of another person', 'another list']);
  (await first)();
  (await second)();
  expect(order.at(-1)).toBe('second');
});

test('beyond a hundred waiting calls, the next is refused with the time to wait', async () => {
  const concurrencyLimit = createConcurrencyLimit(settings);
  const { ends, take } = counted(concurrencyLimit, 'one');
  const all = Array.from({ length: 104 }, take);
  await expect(concurrencyLimit.take('one')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    retryAfterInSeconds: 5,
  });
  (await concurrencyLimit.take('another'))();
  for (let at = 0; at < 104; at += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(at);
    ends[at]!();
  }
  await Promise.all(all);
});

test('a burst is served, and then the allowed number a second', async () => {
  let at = 0;
  const concurrencyLimit = createConcurrencyLimit({ ...settings, CALLS_PER_PERSON_PER_SECOND: 10 }, () => at);
  const one = async () => (await concurrencyLimit.take('one'))();
  for (let call = 0; call < 40; call += 1) await one();
  await expect(one()).rejects.toEqual(tooMany);
  (await concurrencyLimit.take('another'))();
  at += 100;
  await one();
  await expect(one()).rejects.toMatchObject({ retryAfterInSeconds: 1 });
});

test('writes have a separate hourly limit', async () => {
  let at = 0;
  const concurrencyLimit = createConcurrencyLimit({ ...settings, WRITES_PER_PERSON_PER_HOUR: 6 }, () => at);
  const write = async () => (await concurrencyLimit.take('one', { isWrite: true }))();
  for (let call = 0; call < 6; call += 1) await write();
  await expect(write()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterInSeconds: 600 });
  (await concurrencyLimit.take('one'))();
  (await concurrencyLimit.take('another', { isWrite: true }))();
  at += 600_000;
  await write();
  await expect(write()).rejects.toEqual(tooMany);
});

test('tarpit: a refusal is answered a second later, and a thousand at most are kept waiting', async () => {
  const concurrencyLimit = createConcurrencyLimit({ ...settings, CALLS_PER_PERSON_PER_SECOND: 1 }, () => 0);
  for (let call = 0; call < 4; call += 1) (await concurrencyLimit.take('one'))();
  const order: string[] = [];
  const refused = (name: string) => concurrencyLimit.take('one').catch(() => order.push(name));
  const began = performance.now();
  const waiting = Array.from({ length: 1000 }, () => refused('held'));
  await refused('at once');
  expect(order).toEqual(['at once']);
  await Promise.all(waiting);
  expect(performance.now() - began).toBeGreaterThan(990);
  expect(order).toHaveLength(1001);
});
