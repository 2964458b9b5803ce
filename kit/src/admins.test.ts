import { expect, test } from 'vitest';
import { cacheAdmins } from './admins.ts';

const ADMIN = { userId: crypto.randomUUID(), name: 'Adwoa Mensah', adminRoles: ['ADMIN'] as const };

const START = 1_000_000;

test('a removed admin is refused after less than two seconds, and one request asks for many calls', async () => {
  let [now, asked] = [START, 0];
  let admin: typeof ADMIN | null = ADMIN;
  const find = cacheAdmins(
    async () => {
      asked += 1;
      return admin;
    },
    () => now,
  );
  expect(await Promise.all([find('one'), find('one')])).toEqual([ADMIN, ADMIN]);
  admin = null;
  now = START + 1000;
  expect([await find('one'), asked]).toEqual([ADMIN, 1]);
  expect(await find('other')).toBeNull();
  now = START + 1900;
  expect(await find('one')).toBeNull();
});

test('while the identity service does not answer, no admin is admitted', async () => {
  let now = START;
  let isThere = true;
  const find = cacheAdmins(
    async () => {
      if (isThere) return ADMIN;
      throw new Error('UNAVAILABLE');
    },
    () => now,
  );
  expect(await find('one')).toEqual(ADMIN);
  [isThere, now] = [false, START + 1900];
  await expect(find('one')).rejects.toThrow('UNAVAILABLE');
});
