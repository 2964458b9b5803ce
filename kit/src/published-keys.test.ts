import { exportJWK, generateKeyPair } from 'jose';
import { expect, test, vi } from 'vitest';
import { type PublishingContract, createPeers, createPublishedKeys } from './peers.ts';

const asks = (kid: string) => ({ alg: 'EdDSA', kid });
const noToken = {} as never;

async function publishedKey(kid: string) {
  const { publicKey } = await generateKeyPair('EdDSA');
  return { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' };
}

test('keys are fetched at the first token, once for all callers, and kept', async () => {
  const first = await publishedKey('first');
  const fetchKeys = vi.fn(async () => ({ keys: [first] }));
  const keys = createPublishedKeys(fetchKeys);
  expect(fetchKeys).not.toHaveBeenCalled();
  await Promise.all(Array.from({ length: 20 }, async () => keys(asks('first'), noToken)));
  await keys(asks('first'), noToken);
  expect(fetchKeys).toHaveBeenCalledTimes(1);
});

test('an unknown key is fetched again, at most once in the cool-down', async () => {
  const published = [await publishedKey('first')];
  const fetchKeys = vi.fn(async () => ({ keys: published }));
  let now = 1;
  const keys = createPublishedKeys(fetchKeys, () => now);
  await keys(asks('first'), noToken);

  published.push(await publishedKey('second'));
  await expect(keys(asks('second'), noToken)).rejects.toThrow('no applicable key found');
  expect(fetchKeys).toHaveBeenCalledTimes(1);

  now = 30_001;
  await Promise.all([keys(asks('second'), noToken), keys(asks('second'), noToken)]);
  expect(fetchKeys).toHaveBeenCalledTimes(2);

  now = 40_001;
  await expect(keys(asks('forged'), noToken)).rejects.toThrow('no applicable key found');
  expect(fetchKeys).toHaveBeenCalledTimes(2);
});

test('tokens without a key name cause no more fetches', async () => {
  const published = { keys: [await publishedKey('first'), await publishedKey('second')] };
  const fetchKeys = vi.fn(async () => published);
  let now = 1;
  const keys = createPublishedKeys(fetchKeys, () => now);
  await keys(asks('first'), noToken);
  now = 30_001;
  await expect(keys({ alg: 'EdDSA' }, noToken)).rejects.toThrow('multiple matching keys');
  expect(fetchKeys).toHaveBeenCalledTimes(1);
});

test('old keys are fetched again in the background, and a removed key is refused', async () => {
  const [first, second] = [await publishedKey('first'), await publishedKey('second')];
  const fetchKeys = vi.fn(async () => ({ keys: [first, second] }));
  let now = 1;
  const keys = createPublishedKeys(fetchKeys, () => now);
  await keys(asks('first'), noToken);

  now = 600_002;
  fetchKeys.mockRejectedValueOnce(new Error('not there'));
  await keys(asks('first'), noToken);
  now = 1_200_003;
  fetchKeys.mockResolvedValueOnce({ keys: [second] });
  await keys(asks('first'), noToken);
  expect(fetchKeys).toHaveBeenCalledTimes(3);
  await expect(keys(asks('first'), noToken)).rejects.toThrow('no applicable key found');
});

test('a failed fetch is retried by the next call', async () => {
  const first = await publishedKey('first');
  const fetchKeys = vi.fn(async () => ({ keys: [first] }));
  fetchKeys.mockRejectedValueOnce(new Error('not there'));
  const keys = createPublishedKeys(fetchKeys);
  await expect(keys(asks('first'), noToken)).rejects.toThrow('not there');
  await expect(keys(asks('first'), noToken)).resolves.toBeDefined();
});

test('a service knows the keys of the others, and of no one else', async () => {
  const of = (name: 'identity' | 'project' | 'payment') =>
    ({ name, title: '', base: `/${name}`, endpoints: {} }) as unknown as PublishingContract;
  const peers = createPeers(of('project'), [of('identity'), of('project')], {} as never, {
    transportTo: () => async () => ({ status: 200, json: {} }),
  });
  expect(peers.publishedKeys(of('identity'))).toBeDefined();
  for (const name of ['project', 'payment'] as const)
    expect(() => peers.publishedKeys(of(name))).toThrow(`The ${name} service is not a peer`);
});
