import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetPassword, updatePassword, verifyEmail } from '@app/contracts/identity/account.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { linkTo, registerVerified } from '@app/test/support/people.ts';
import { newKey } from '@app/test/support/secrets.ts';
import { readIdentityConfig } from '../config.ts';
import { SERVICE_ROLE } from '../open-db.ts';
import type { IdentityTables } from '../schema.ts';
import { makeLink } from './make-link.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a letter that is tried again under a new signing key keeps the link that it had', async () => {
  const { userId } = await registerVerified(app, 'RESEARCHER');
  const db = app.engine.connect<IdentityTables>(SERVICE_ROLE);
  const [old, newest] = [await newKey(), await newKey()];
  const tryUnder = (keys: object[], letterId: string) => {
    const config = readIdentityConfig({ ...app.settings, IDENTITY_SIGNING_KEYS: JSON.stringify(keys) });
    return makeLink({ db, config }, { letterId, userId, purpose: 'RESET_PASSWORD' });
  };
  const [begun, later] = [crypto.randomUUID(), crypto.randomUUID()];
  const secret = await tryUnder([old, newest], begun);
  expect(await tryUnder([newest, old], begun)).toBe(secret);

  const other = await tryUnder([newest, old], later);
  expect(await tryUnder([newest], later)).toBe(other);
  expect(await tryUnder([old], later)).not.toBe(other);
});

test('AUTH-7 a letter that leaves after the password was set makes no link', async () => {
  const { userId, email } = await registerVerified(app, 'RESEARCHER');
  const db = app.engine.connect<IdentityTables>(SERVICE_ROLE);
  const config = readIdentityConfig(app.settings);
  const make = (askedAt: string) =>
    makeLink({ db, config }, { letterId: crypto.randomUUID(), userId, purpose: 'RESET_PASSWORD', askedAt });
  const asked = new Date().toISOString();
  expect(await make(asked)).toBeTypeOf('string');
  await app.call(resetPassword, { body: { email } });
  const token = (await linkTo(app, email, '/reset-password/')).searchParams.get('token') ?? '';
  const set = { params: { id: userId }, query: { token }, body: { password: 'a better phrase' } };
  expect((await app.call(updatePassword, set)).status).toBe(200);
  expect(await make(asked)).toBeUndefined();
  expect(await make(new Date().toISOString())).toBeTypeOf('string');
});

test('AUTH-7 a verification link that came about late signs nobody in', async () => {
  const { userId } = await registerVerified(app, 'RESEARCHER');
  const db = app.engine.connect<IdentityTables>(SERVICE_ROLE);
  const config = readIdentityConfig(app.settings);
  const letterId = crypto.randomUUID();
  const token = await makeLink({ db, config }, { letterId, userId, purpose: 'VERIFY_EMAIL' });
  const late = await app.call(verifyEmail, { body: { token } });
  expect(late).toMatchObject({ status: 409, json: { code: 'EMAIL_ALREADY_VERIFIED' } });
  expect(late.headers['set-cookie']).toBeUndefined();
});
