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
const settingsWithKeys = (names: readonly KeyName[]) => ({
  [dataKeysName('identity')]: names.map((which) => keys[which].toString('base64url')).join(),
});

const app = useApp(settingsWithKeys(['old']), undefined, { withWorkers: false });

const configWithKeys = (names: readonly KeyName[]) =>
  readIdentityConfig({ ...app.settings, ...settingsWithKeys(names) });
/** The hourly job of a node does the same. */
async function reencrypt(names: readonly KeyName[]): Promise<void> {
  const config = configWithKeys(names);
  await runRetentionJob({ ...openDb(app.engine, config.IDENTITY_DATA_KEYS), config });
}

test('O2 a data key is rotated in three steps, node by node and under load, and no call fails', async () => {
  const nodeWith = (names: readonly KeyName[]) => app.startNode({ settings: settingsWithKeys(names) });
  const nodes = [await nodeWith(['old']), await nodeWith(['old'])];
  const people: SignedInUser[] = [];
  const failed: unknown[] = [];
  const end = new AbortController();
  // This is needed even if a node does not start: the load would never end.
  onTestFinished(() => end.abort());
  // One new person signs up at each node in turn; each node reads them, and all earlier ones.
  const load = (async () => {
    while (!end.signal.aborted) {
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
  for (const names of [['old', 'new'], ['new', 'old'], ['new']] as const) {
    if (names.length === 1) await reencrypt(['new', 'old']);
    for (const at of nodes.keys()) {
      nodes[at] = await nodeWith(names);
      await moreHaveCome();
    }
  }
  end.abort();
  await load;
  expect(failed).toEqual([]);
});

test('a node does not start if the old key is removed too early', async () => {
  await registerParticipant(app, { withProfile: true });
  await reencrypt(['old', 'new']);
  const start = (names: readonly KeyName[]) =>
    createDeps({ engine: app.engine } as ServiceContext, configWithKeys(names));
  await expect(start(['new'])).rejects.toThrow(/IDENTITY_DATA_KEYS: lacks the key of values in/);
});
