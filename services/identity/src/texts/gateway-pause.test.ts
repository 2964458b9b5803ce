import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGatewayPause } from './deliver-text.ts';

test('a working gateway makes no text wait', async () => {
  const rest = createGatewayPause();
  expect(await Promise.all([rest.begin(), rest.begin()])).not.toContain(undefined);
  expect(rest.record(true)).toBe(false);
});

test('after a fault, one text at a time tries the gateway, and the others wait for its outcome', async () => {
  const rest = createGatewayPause();
  expect([rest.record(false), rest.record(false)]).toEqual([true, false]);
  const [end, ...others] = [rest.begin(), rest.begin(), rest.begin()];
  const first = await end;
  expect(first).toBeDefined();
  let waiting = others.length;
  for (const other of others) void other.then(() => (waiting -= 1));
  await setTimeout(0);
  expect(waiting).toBe(2);
  // The gateway still fails, so they are retried later.
  rest.record(false);
  first?.();
  expect(await Promise.all(others)).toEqual([undefined, undefined]);
  const second = await rest.begin();
  const third = rest.begin();
  rest.record(true);
  second?.();
  expect([second, await third, await rest.begin()]).not.toContain(undefined);
  // The next fault is reported again.
  expect(rest.record(false)).toBe(true);
});

test('a trial that sent nothing lets the next one try', async () => {
  const rest = createGatewayPause();
  rest.record(false);
  (await rest.begin())?.();
  expect(await rest.begin()).toBeDefined();
});
