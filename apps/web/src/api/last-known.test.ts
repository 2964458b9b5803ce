import { QueryClient, type QueryOptions } from '@tanstack/react-query';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { testStorage } from '../../test/test-user.ts';

const storage = testStorage();
const leave = new Set<() => void>();
const user = { userId: 'esi', token: 'token', role: 'PARTICIPANT' };

vi.stubGlobal('localStorage', storage);
vi.stubGlobal('window', {
  localStorage,
  addEventListener: (type: string, act: () => void) => type === 'pagehide' && leave.add(act),
  removeEventListener: (_type: string, act: () => void) => leave.delete(act),
});
// The module reads the browser's storage on its first import.
vi.resetModules();
const { storeResponses, responseTime, lastKnownData } = await import('./last-known.ts');
afterAll(() => vi.unstubAllGlobals());

/** Returns the data that a freshly opened page starts with. */
function knownBy(userId: string, queryKey: readonly unknown[]): unknown {
  storeResponses(new QueryClient().getQueryCache(), userId);
  return lastKnownData(queryKey).initialData();
}

async function readAll(keys: readonly string[]): Promise<void> {
  const client = new QueryClient();
  storeResponses(client.getQueryCache(), user.userId);
  for (const key of keys) {
    const queryKey = [key];
    const given = { queryKey, queryFn: () => Promise.resolve(`of ${key}`) };
    await client.fetchQuery(key === 'secret' ? given : { ...given, ...lastKnownData(queryKey) });
  }
  for (const act of leave) act();
}

beforeEach(() => {
  storage.clear();
  storage.setItem('user', JSON.stringify(user));
});

it('stores the data that is marked for it, for the same person', async () => {
  await readAll(['studies', 'secret']);
  expect(storage.getItem('lastKnown')).not.toContain('secret');
  expect(knownBy('esi', ['studies'])).toBe('of studies');
  expect(knownBy('kofi', ['studies'])).toBeUndefined();
});

it('keeps the newest data, and none of another build', async () => {
  const clock = vi.spyOn(Date, 'now');
  let now = Date.UTC(2026, 10, 22);
  clock.mockImplementation(() => (now += 1));
  await readAll(Array.from({ length: 45 }, (_, at) => `page ${at}`));
  clock.mockRestore();
  expect(knownBy('esi', ['page 4'])).toBeUndefined();
  expect(knownBy('esi', ['page 5'])).toBe('of page 5');
  vi.stubGlobal('__reactRouterManifest', { version: 'next' });
  expect(knownBy('esi', ['page 5'])).toBeUndefined();
});

it('writes nothing after the person has left', async () => {
  storage.clear();
  await readAll(['studies']);
  expect(storage.getItem('lastKnown')).toBeNull();
});

it('starts with stored data, fetches it again anyway, and knows its age', async () => {
  const before = Date.now();
  await readAll(['studies']);
  const client = new QueryClient();
  storeResponses(client.getQueryCache(), user.userId);
  const queryKey: readonly unknown[] = ['studies'];
  const options: QueryOptions = lastKnownData(queryKey);
  const query = client.getQueryCache().build(client, { ...options, queryKey });
  expect(query.state.data).toBe('of studies');
  expect(query.isStaleByTime(60_000)).toBe(true);
  expect(responseTime(query)).toBeGreaterThanOrEqual(before);
  expect(responseTime(query)).toBeLessThanOrEqual(Date.now());
});

it('keeps the data that another tab has stored', async () => {
  const other = new QueryClient();
  storeResponses(other.getQueryCache(), user.userId);
  await readAll(['studies']);
  await readAll(['applications']);
  expect(knownBy('esi', ['studies'])).toBe('of studies');
  expect(knownBy('esi', ['applications'])).toBe('of applications');
});
