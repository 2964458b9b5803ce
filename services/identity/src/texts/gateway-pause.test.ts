import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGatewayPause } from './deliver-text.ts';

test('a working gateway makes no text wait', async () => {
  const pause = createGatewayPause();
  expect(await Promise.all([pause.begin(), pause.begin()])).not.toContain(undefined);
  expect(pause.record(true)).toBe(false);
});

test('after a fault, one text at a time tries the gateway, and the others wait for its outcome', async () => {
  const pause = createGatewayPause();
  expect([pause.record(false), pause.record(false)]).toEqual([true, false]);
  const begun = [pause.begin(), pause.begin(), pause.begin()];
  let waiting = begun.length;
  for (const one of begun) void one.then(() => (waiting -= 1));
  const first = await Promise.race(begun);
  expect(first).toBeDefined();
  // Timers of one moment may end in any order, so the others get time to reach the trial.
  await setTimeout(20);
  expect(waiting).toBe(2);
  // The gateway still fails, so they are retried later.
  pause.record(false);
  first?.();
  expect((await Promise.all(begun)).filter((end) => end !== first)).toEqual([undefined, undefined]);
  const second = await pause.begin();
  const third = pause.begin();
  pause.record(true);
  second?.();
  expect([second, await third, await pause.begin()]).not.toContain(undefined);
  // The next fault is reported again.
  expect(pause.record(false)).toBe(true);
});

test('a trial that sent nothing lets the next one try', async () => {
  const pause = createGatewayPause();
  pause.record(false);
  (await pause.begin())?.();
  expect(await pause.begin()).toBeDefined();
});
