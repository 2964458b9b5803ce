// Slow: eight nodes start one after another while people sign up.
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readUserInformation } from '@app/contracts/identity/profiles.ts';
import { dataKeysName } from '@app/kit/sealed-columns.ts';
import type { ServiceContext } from '@app/kit/service.ts';
import { readIdentityConfig } from '../../services/identity/src/config.ts';
import { createDeps } from '../../services/identity/src/service.ts';
import { openDb } from '../../services/identity/src/open-db.ts';
import { runRetentionJob } from '../../services/identity/src/retention-job.ts';
import { useApp } from '../support/app.ts';
import { registerParticipant } from '../support/people.ts';

const keys = { old: randomBytes(32), new: randomBytes(32) };
type KeyName = keyof typeof keys;
/** Returns settings of a node with these keys, the first of which encrypts. */
const settingsWithKeys = (held: readonly KeyName[]) => ({
  [dataKeysName('identity')]: held.map((which) => keys[which].toString('base64url')).join(),
});

const app = useApp(settingsWithKeys(['old']), undefined, { withWorkers: false });

const configWithKeys = (held: readonly KeyName[]) =>
  readIdentityConfig({ ...app.settings, ...settingsWithKeys(held) });
/** The hourly job of a node does the same. */
async function sealAgain(held: readonly KeyName[]): Promise<void> {
  const config = configWithKeys(held);
  await runRetentionJob({ ...openDb(app.engine, config.IDENTITY_DATA_KEYS), config });
}

test('O2 a data key is rotated in three steps, node by node and under load, and no call fails', async () => {
  const nodeWith = (held: readonly KeyName[]) => app.startNode({ settings: settingsWithKeys(held) });
  const nodes = [await nodeWith(['old']), await nodeWith(['old'])];
  const people: SignedInUser[] = [];
  const failed: unknown[] = [];
  const over = new AbortController();
  // This is needed even if a node does not start: the load would never end.
  onTestFinished(() => over.abort());
  // One new person signs up at each node in turn; each node reads them, and all earlier ones.
  const load = (async () => {
    while (!over.signal.aborted) {
      for (const call of nodes) {
        try {
          people.push(await registerParticipant({ ...app, call }, { withProfile: true }));
          for (const reader of nodes)
            for (const as of [people[0], people.at(-1)])
              expect((await reader(readUserInformation, { as })).status).toBe(200);
        } catch (error) {
          failed.push(error);
        }
      }
    }
  })();
  const moreHaveCome = async () => {
    const before = people.length;
    await expect.poll(() => people.length + failed.length).toBeGreaterThan(before + 3);
  };
  await moreHaveCome();
  for (const held of [['old', 'new'], ['new', 'old'], ['new']] as const) {
    if (held.length === 1) await sealAgain(['new', 'old']);
    for (const at of nodes.keys()) {
      nodes[at] = await nodeWith(held);
      await moreHaveCome();
    }
  }
  over.abort();
  await load;
  expect(failed).toEqual([]);
});

test('a node does not start if the old key is removed too early', async () => {
  await registerParticipant(app, { withProfile: true });
  await sealAgain(['old', 'new']);
  const start = (held: readonly KeyName[]) =>
    createDeps({ engine: app.engine } as ServiceContext, configWithKeys(held));
  await expect(start(['new'])).rejects.toThrow(/IDENTITY_DATA_KEYS: lacks the key of values in/);
});
