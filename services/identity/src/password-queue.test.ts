import { expect, test } from 'vitest';
import { runWithRequest } from '@app/kit/current-request.ts';
import { runHashing } from './passwords.ts';

/** One slot stays free for known devices. */
const RUNNING = 1;
const MOST_WAITING = 60;

/** Hashes that end on command, in the order in which they started. */
function createWork() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const ask = (name: string, address: string, owner?: string) =>
    runWithRequest({ id: name, address }, () => {
      const work = async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
      };
      runHashing(work, owner).catch(({ code }: { code: string }) => refused.push(`${name} ${code}`));
    });
  return {
    started,
    refused,
    ask,
    async endAll() {
      for (let round = 0; round < 3 * MOST_WAITING; round += 1) {
        ends.shift()?.();
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    },
  };
}

test('ABU-2 IP addresses are served round robin, and accounts on known devices come first', async () => {
  const { started, refused, ask, endAll } = createWork();
  for (let at = 1; at <= 5; at += 1) ask(`flood ${at}`, '198.51.100.1');
  ask('other', '198.51.100.2');
  ask('network', '2001:db8:0:1::1');
  ask('same network', '2001:db8:0:1::2');
  for (const at of [1, 2, 3]) ask(`owner ${at}`, '198.51.100.1', 'owner');
  ask('second owner', '198.51.100.1', 'second owner');
  await expect.poll(() => started).toEqual(['flood 1', 'owner 1']);
  await endAll();
  // Both lanes have one slot each while callers wait in them.
  expect(started.slice(2)).toEqual([
    'flood 2',
    'owner 2',
    'other',
    'second owner',
    'network',
    'owner 3',
    'flood 3',
    'same network',
    'flood 4',
    'flood 5',
  ]);
  expect(refused).toEqual([]);
});

test('ABU-2 a full queue refuses the caller with the most requests, and none on a known device', async () => {
  const { started, refused, ask, endAll } = createWork();
  for (let at = 1; at <= RUNNING + MOST_WAITING + 3; at += 1) ask(`flood ${at}`, '198.51.100.1');
  ask('other', '198.51.100.2');
  ask('owner', '198.51.100.1', 'owner');
  await endAll();
  const last = RUNNING + MOST_WAITING;
  expect(refused).toEqual([last + 1, last + 2, last + 3, last].map((at) => `flood ${at} TOO_MANY_REQUESTS`));
  expect(started.slice(RUNNING, RUNNING + 3)).toEqual(['owner', 'flood 2', 'other']);
  expect(started).toHaveLength(RUNNING + MOST_WAITING + 1);
});

test('ABU-2 right passwords on known devices leave one slot to all others, and others leave one to them', async () => {
  const { started, ask, endAll } = createWork();
  for (let at = 1; at <= 30; at += 1) ask(`known ${at}`, `198.51.100.${at}`, `account ${at}`);
  ask('new', '203.0.113.1');
  await expect.poll(() => started).toEqual(['known 1', 'known 2']);
  ask('newer', '203.0.113.2');
  await endAll();
  expect(started.slice(2, 6)).toEqual(['new', 'known 3', 'newer', 'known 4']);
});
