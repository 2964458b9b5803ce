import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { resetPassword, updatePassword } from '@app/contracts/identity/accounts.ts';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { useApp } from '@app/test/support/app.ts';
import { PASSWORD, registerVerified } from '@app/test/support/people.ts';
import { resetToken, setPassword } from '#test/accounts.ts';

const app = useApp({
  FREE_PASSWORD_TRIES: 4,
  MOST_PASSWORD_TRIES: 8,
  FIRST_PASSWORD_WAIT_SECONDS: 30,
  LONGEST_PASSWORD_WAIT_SECONDS: 100,
});

const tryOne = (email: string, password = 'not the password', cookie?: string) =>
  app.call(logIn, { body: { email, password }, ...(cookie && { headers: { cookie } }) });
/** Returns the known-device cookie that a browser stores after a log-in. */
async function logInOnDevice(email: string, cookie?: string): Promise<string> {
  const { status, headers } = await tryOne(email, PASSWORD, cookie);
  expect(status).toBe(200);
  const known = [headers['set-cookie']].flat().find((one) => String(one).startsWith('__Host-known='));
  expect(String(known)).toMatch(
    /^__Host-known=[\w-]{22}(\.[\w-]{43}){1,4}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  return String(known).split(';', 1)[0] ?? '';
}
const lock = async (email: string, cookie?: string) => {
  for (let round = 0; round < 8; round += 1) {
    expect((await tryOne(email, 'not the password', cookie)).status).toBe(401);
    await wait();
  }
};
/** The full length of the newest wait, however much of it is left. */
async function newestWait(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select round(extract(epoch from wait_until - last_at))::int as seconds
    from identity.password_tries order by last_at desc limit 1`.execute(app.engine.owner);
  return rows[0]?.seconds ?? 0;
}
/** Ends the current wait. */
const wait = () =>
  sql`update identity.password_tries set wait_until = clock_timestamp()`.execute(app.engine.owner);

test.each(['known', 'unknown'])(
  'ABU-2 after the fifth wrong password, each wait is longer: an %s address',
  async (kind) => {
    const user = await registerVerified(app, 'RESEARCHER');
    const email = kind === 'known' ? user.email : 'nobody@example.test';
    for (let round = 0; round < 5; round += 1) expect((await tryOne(email)).status).toBe(401);
    const waits = [];
    for (let round = 0; round < 3; round += 1) {
      const refused = await tryOne(email);
      expect(refused).toMatchObject({ status: 429, json: { code: 'TOO_MANY_REQUESTS' } });
      waits.push(await newestWait());
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(waits.at(-1) ?? 0);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      await wait();
      expect((await tryOne(email)).status).toBe(401);
    }
    expect(waits).toEqual([30, 60, 100]);
    await wait();
    expect(await tryOne(email)).toMatchObject({ status: 429, json: { code: 'PASSWORD_LOCKED' } });
  },
);

test('ABU-2 the right password waits too and then resets the count; others do not wait', async () => {
  const [user, other] = [
    await registerVerified(app, 'RESEARCHER'),
    await registerVerified(app, 'RESEARCHER'),
  ];
  for (let round = 0; round < 5; round += 1) await tryOne(user.email);
  expect((await tryOne(user.email, PASSWORD)).status).toBe(429);
  expect((await tryOne(other.email, PASSWORD)).status).toBe(200);
  await wait();
  expect((await tryOne(user.email, PASSWORD)).status).toBe(200);
  for (let round = 0; round < 5; round += 1) expect((await tryOne(user.email)).status).toBe(401);
});

test('ABU-2 a reset email unlocks an account', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  for (let round = 0; round < 8; round += 1) {
    await tryOne(user.email);
    await wait();
  }
  expect((await tryOne(user.email, PASSWORD)).json).toMatchObject({ code: 'PASSWORD_LOCKED' });
  const { rows } = await sql`
    select user_id from identity.audit where event = 'PASSWORD_LOCKED' and user_id = ${user.userId}`.execute(
    app.engine.owner,
  );
  expect(rows).toHaveLength(1);
  await app.call(resetPassword, { body: { email: user.email } });
  const token = await resetToken(app, user.email);
  const password = 'a better phrase';
  await setPassword(app, user, token, password);
  expect((await tryOne(user.email, password)).status).toBe(200);
});

test('ABU-2 strangers cannot lock an owner out of a known device', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const device = await logInOnDevice(user.email);
  await lock(user.email);
  expect((await tryOne(user.email, PASSWORD)).json).toMatchObject({ code: 'PASSWORD_LOCKED' });
  expect((await tryOne(user.email, PASSWORD, device)).status).toBe(200);
  expect((await tryOne(user.email, PASSWORD)).json).toMatchObject({ code: 'PASSWORD_LOCKED' });
});

test('ABU-2 a known device waits by its own count; once locked, it is treated as unknown', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const device = await logInOnDevice(user.email);
  for (let round = 0; round < 5; round += 1)
    expect((await tryOne(user.email, 'not the password', device)).status).toBe(401);
  expect((await tryOne(user.email, PASSWORD, device)).json).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect((await tryOne(user.email, PASSWORD)).status).toBe(200);
  await wait();
  for (let round = 5; round < 8; round += 1) {
    expect((await tryOne(user.email, 'not the password', device)).status).toBe(401);
    await wait();
  }
  expect((await tryOne(user.email, PASSWORD, device)).status).toBe(200);
  // The right password has reset both counts.
  await lock(user.email);
  expect((await tryOne(user.email, PASSWORD, device)).status).toBe(200);
});

test('ABU-2 after a reset by email on a known device, the owner does not wait for earlier wrong passwords', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const cookie = await logInOnDevice(user.email);
  for (let round = 0; round < 5; round += 1)
    expect((await tryOne(user.email, 'not the password', cookie)).status).toBe(401);
  expect((await tryOne(user.email, PASSWORD, cookie)).json).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await app.call(resetPassword, { body: { email: user.email } });
  const token = await resetToken(app, user.email);
  const password = 'another good password';
  const params = { id: user.userId };
  await app.call(updatePassword, { params, query: { token }, body: { password }, headers: { cookie } });
  expect((await tryOne(user.email, password, cookie)).status).toBe(200);
});

test('ABU-2 a device is known to at most four accounts that logged in there, and to no other', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  let device = await logInOnDevice(user.email);
  const own = device;
  await lock(user.email);
  const isKnown = async (cookie: string) => (await tryOne(user.email, PASSWORD, cookie)).status === 200;
  for (let other = 0; other < 3; other += 1)
    device = await logInOnDevice((await registerVerified(app, 'PARTICIPANT')).email, device);
  expect(await isKnown(device)).toBe(true);
  const elsewhere = await logInOnDevice((await registerVerified(app, 'PARTICIPANT')).email);
  expect(await isKnown(elsewhere)).toBe(false);
  const [id, signature] = own.split('.');
  expect(await isKnown(`${elsewhere.split('.')[0]}.${signature}`)).toBe(false);
  expect(await isKnown(`${id}.${signature}${signature}`)).toBe(false);
  expect(await isKnown(`${id}.${'A'.repeat(43)}`)).toBe(false);
  for (let other = 0; other < 4; other += 1)
    device = await logInOnDevice((await registerVerified(app, 'PARTICIPANT')).email, device);
  expect(await isKnown(device)).toBe(false);
});
