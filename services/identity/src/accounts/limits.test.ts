import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  existsByEmail,
  registerPerson,
  resendVerification,
  resetPassword,
  updatePassword,
} from '@app/contracts/identity/account.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { settled } from '../../../../test/settled.ts';
import { PASSWORD, linkTo, registerVerified } from '../../../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    EMAIL_CHECKS_PER_ADDRESS_PER_10_MINUTES: '5',
    EMAIL_CHECKS_PER_ADDRESS_PER_DAY: '20',
    NOTICES_PER_MAILBOX_PER_HOUR: '1',
    LETTERS_PER_MAILBOX_PER_HOUR: '3',
    LETTERS_PER_MAILBOX_PER_DAY: '10',
  });
});
afterAll(() => app.close());

const check = (headers: Record<string, string> = {}) =>
  app.call(existsByEmail, { query: { email: 'who@example.test' }, headers });

test('ABU-1 ABU-3 exists-by-email answers five in ten minutes, whatever address the caller claims', async () => {
  for (let turn = 0; turn < 5; turn += 1) expect((await check()).status).toBe(200);
  for (let turn = 0; turn < 25; turn += 1) {
    const refused = await check({
      'x-forwarded-for': `198.51.100.${turn}`,
      forwarded: `for=198.51.100.${turn}`,
    });
    expect(refused).toMatchObject({ status: 429, json: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600);
  }
  const passTenMinutes = () =>
    sql`update identity.limits set ends_at = now() where ends_at < now() + interval '11 minutes'`.execute(
      app.engine.owner,
    );
  for (let window = 1; window < 4; window += 1) {
    await passTenMinutes();
    for (let turn = 0; turn < 5; turn += 1) expect((await check()).status).toBe(200);
  }
  await passTenMinutes();
  const refused = await check();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20 * 60 * 60);
  await sql`delete from identity.limits`.execute(app.engine.owner);
  expect((await check()).status).toBe(200);
});

test('ABU-1 strict answers false to all', async () => {
  const strict = await startTestApp({ EMAIL_CHECKS: 'strict' });
  const user = await registerVerified(strict, 'PARTICIPANT');
  const known = await strict.call(existsByEmail, { query: { email: user.email } });
  const unknown = await strict.call(existsByEmail, { query: { email: 'nobody@example.test' } });
  expect([known.status, known.json]).toEqual([200, { content: false }]);
  expect(unknown.json).toEqual(known.json);
  await strict.close();
});

const letters = async (email: string, subject: string) => {
  await settled(app);
  return (await app.mailbox.read(email)).filter((letter) => letter.subject.startsWith(subject)).length;
};
const RESET = 'Set a new password';
const person = {
  password: PASSWORD,
  firstName: 'Esi',
  lastName: 'Flood',
  role: 'RESEARCHER',
  agreedToTerms: true,
};

test('ABU-4 a mailbox gets three letters an hour, however often they are asked for; following a link resets the count', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const ask = async (times: number) => {
    for (let turn = 0; turn < times; turn += 1) {
      expect((await app.call(resetPassword, { body: { email: user.email } })).status).toBe(200);
    }
  };
  await ask(50);
  expect(await letters(user.email, RESET)).toBe(3);
  const token = (await linkTo(app, user.email, '/reset-password/')).searchParams.get('token') ?? '';
  const body = { password: 'a better phrase' };
  await app.call(updatePassword, { params: { id: user.userId }, query: { token }, body });
  await ask(1);
  expect(await letters(user.email, RESET)).toBe(4);
});

test('ABU-4 what sends no letter, and notices, leave the letters that let an owner in', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const { email } = user;
  // Verified already: there is nothing to send.
  for (let turn = 0; turn < 5; turn += 1) await app.call(resendVerification, { body: { email } });
  for (let turn = 0; turn < 5; turn += 1) await app.call(registerPerson, { body: { email, ...person } });
  expect(await letters(email, 'You already have')).toBe(1);
  await app.call(resetPassword, { body: { email } });
  expect(await letters(email, RESET)).toBe(1);
});

test('ABU-4 resets for an address that is nobody’s answer as ever, send nothing, and leave its registration alone', async () => {
  const email = 'nobody.yet@example.test';
  for (let turn = 0; turn < 6; turn += 1) {
    expect((await app.call(resetPassword, { body: { email } })).status).toBe(200);
  }
  expect(await letters(email, '')).toBe(0);
  await app.call(registerPerson, { body: { email, ...person } });
  expect(await letters(email, 'Verify your email')).toBe(1);
});
