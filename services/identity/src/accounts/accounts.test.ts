import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  existsByEmail,
  readResetLink,
  registerPerson,
  resendVerification,
  resetPassword,
  updatePassword,
  verifyEmail,
} from '@app/contracts/identity/account.ts';
import { logIn, readMe } from '@app/contracts/identity/session.ts';
import { validation } from '@app/words/validation.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { PASSWORD, linkTo, registerVerified } from '@app/test/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const registration = (email: string) => ({
  email,
  password: PASSWORD,
  firstName: 'Esi',
  lastName: 'Owusu',
  role: 'RESEARCHER',
  agreedToTerms: true,
});

describe('register', () => {
  test('S-501 a new person gets a letter, and can log in only after following it (D-22)', async () => {
    const email = 'esi@example.test';
    expect((await app.call(registerPerson, { body: registration(email) })).status).toBe(201);
    const early = await app.call(logIn, { body: { email, password: PASSWORD } });
    expect(early).toMatchObject({ status: 403, json: { code: 'EMAIL_NOT_VERIFIED' } });

    const token = (await linkTo(app, email, '/verify-email/')).pathname.split('/').at(-1);
    const verified = await app.call(verifyEmail, { body: { token } });
    expect(verified.content).toMatchObject({
      email,
      role: 'RESEARCHER',
      firstName: 'Esi',
      lastName: 'Owusu',
      adminVerificationStatus: null,
      hasCompanyInfo: false,
      hasUserInfo: false,
      firstLogin: true,
    });
    const { needsPassword, ...user } = verified.content;
    expect(needsPassword).toBe(false);
    expect((await app.call(readMe, { as: user })).content).toEqual(user);
    expect((await app.call(logIn, { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  test('AUTH-5 a taken address answers the same, tells its owner, and changes nothing', async () => {
    const owner = await registerVerified(app, 'PARTICIPANT');
    const fresh = await app.call(registerPerson, { body: registration('fresh@example.test') });
    const taken = await app.call(registerPerson, {
      body: { ...registration(owner.email.toUpperCase()), password: 'another good one' },
    });
    expect(taken.status).toBe(fresh.status);
    expect(Object.keys(taken.json)).toEqual(Object.keys(fresh.json));
    await linkTo(app, owner.email, '/forgot-password');
    expect((await app.call(logIn, { body: { email: owner.email, password: PASSWORD } })).status).toBe(200);
    expect(
      (await app.call(logIn, { body: { email: owner.email, password: 'another good one' } })).status,
    ).toBe(401);
  });

  test('who has an address that no other may register any more still gets in', async () => {
    const { email, userId } = await registerVerified(app, 'PARTICIPANT');
    const former = email.replace('@', '..x.@');
    expect((await app.call(registerPerson, { body: registration(former) })).status).toBe(400);
    await sql`update identity.people set email = ${former} where user_id = ${userId}`.execute(
      app.engine.owner,
    );
    expect((await app.call(logIn, { body: { email: former, password: PASSWORD } })).status).toBe(200);
    for (const call of [resendVerification, resetPassword]) {
      expect((await app.call(call, { body: { email: former } })).status).toBe(200);
    }
    expect((await app.call(existsByEmail, { query: { email: former } })).content).toBe(true);
  });

  test.each([
    [{ email: 'no at sign' }, 'email', validation.email],
    [{ email: 'a@b.c' }, 'email', validation.email],
    [{ email: 'a..b@example.test' }, 'email', validation.email],
    [{ password: '1234567' }, 'password', validation.minLength(8)],
    [{ firstName: '   ' }, 'firstName', validation.firstName],
    [{ firstName: 'http://evil.example/win' }, 'firstName', validation.personName],
    [{ lastName: 'evil.com' }, 'lastName', validation.nameLikeLink],
    [{ lastName: 'Ama\u202egpj' }, 'lastName', validation.personName],
    [{ lastName: undefined }, 'lastName', validation.lastName],
    [{ phoneNumber: null }, 'phoneNumber', validation.valueRequired],
    [{ lastName: 'x'.repeat(51) }, 'lastName', validation.maxLength(50)],
    [{ agreedToTerms: false }, 'agreedToTerms', validation.agreedToTerms],
    [{ role: 'ADMIN' }, 'role', validation.notAnOption],
    [{ phoneNumber: '+44 20 7946 0000' }, 'phoneNumber', validation.phoneNumber],
    [{ emailVerified: true }, 'emailVerified', validation.notAKnownKey('emailVerified')],
  ])('refuses %j and stores nothing', async (change, field, message) => {
    const email = 'refused@example.test';
    const answer = await app.call(registerPerson, { body: { ...registration(email), ...change } });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'INVALID_INPUT', content: [{ field, message }] });
    expect((await app.call(existsByEmail, { query: { email } })).content).toBe(false);
  });

  test('D-22 refuses a password that attackers try first', async () => {
    const body = { ...registration('common@example.test'), password: 'password123' };
    expect((await app.call(registerPerson, { body })).json).toMatchObject({ code: 'PASSWORD_TOO_COMMON' });
  });

  test('AUTH-1 takes 128 characters whole, and letters of Ghana', async () => {
    const email = 'long@example.test';
    const password = 'ɛ ɔ ŋ '.repeat(22).slice(0, 127);
    await app.call(registerPerson, { body: { ...registration(email), password: `${password}A` } });
    const token = (await linkTo(app, email, '/verify-email/')).pathname.split('/').at(-1);
    await app.call(verifyEmail, { body: { token } });
    expect((await app.call(logIn, { body: { email, password: `${password}B` } })).status).toBe(401);
    expect((await app.call(logIn, { body: { email, password: `${password}A` } })).status).toBe(200);
  });
});

describe('letters with links', () => {
  test('S-106 a verification link works once', async () => {
    const email = 'once@example.test';
    await app.call(registerPerson, { body: registration(email) });
    const token = (await linkTo(app, email, '/verify-email/')).pathname.split('/').at(-1);
    expect((await app.call(verifyEmail, { body: { token } })).status).toBe(200);
    const again = await app.call(verifyEmail, { body: { token } });
    expect(again).toMatchObject({ status: 409, json: { code: 'EMAIL_ALREADY_VERIFIED' } });
    expect(again.headers['set-cookie']).toBeUndefined();
    const madeUp = await app.call(verifyEmail, { body: { token: 'made up' } });
    expect(madeUp).toMatchObject({ status: 400, json: { code: 'TOKEN_NOT_VALID' } });
  });

  test('S-106 a link that is over before anything is verified is not valid', async () => {
    const email = 'too.late@example.test';
    await app.call(registerPerson, { body: registration(email) });
    const token = (await linkTo(app, email, '/verify-email/')).pathname.split('/').at(-1);
    await sql`
      update identity.letter_tokens set expires_at = now()
      where user_id = (select user_id from identity.people where email = ${email})`.execute(app.engine.owner);
    const late = await app.call(verifyEmail, { body: { token } });
    expect(late).toMatchObject({ status: 400, json: { code: 'TOKEN_NOT_VALID' } });
  });

  test('S-504 resending sends another link; an unknown address answers the same', async () => {
    const email = 'resend@example.test';
    await app.call(registerPerson, { body: registration(email) });
    await linkTo(app, email, '/verify-email/');
    const before = (await app.mailbox.read(email)).length;
    const known = await app.call(resendVerification, { body: { email } });
    const unknown = await app.call(resendVerification, { body: { email: 'nobody@example.test' } });
    expect([known.status, Object.keys(known.json)]).toEqual([unknown.status, Object.keys(unknown.json)]);
    await expect.poll(async () => (await app.mailbox.read(email)).length).toBe(before + 1);
    expect(await app.mailbox.read('nobody@example.test')).toEqual([]);
  });

  test('S-107 a reset link sets a new password, ends the sessions and works for its owner only', async () => {
    const [user, other] = [
      await registerVerified(app, 'RESEARCHER'),
      await registerVerified(app, 'RESEARCHER'),
    ];
    await app.call(resetPassword, { body: { email: user.email } });
    const link = await linkTo(app, user.email, '/reset-password/');
    const token = link.searchParams.get('token') ?? '';
    const change = (id: string, password = 'a better phrase') =>
      app.call(updatePassword, { params: { id }, query: { token }, body: { password } });

    const look = async (id: string) =>
      (await app.call(readResetLink, { params: { id }, query: { token } })).json;

    expect((await change(other.userId)).json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    expect((await change(user.userId, 'short')).status).toBe(400);
    expect(await look(other.userId)).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    expect(await look(user.userId)).toEqual({ content: { userId: user.userId } });
    expect((await change(user.userId)).status).toBe(200);
    expect(await look(user.userId)).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    expect((await change(user.userId)).json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    expect((await app.call(logIn, { body: { email: user.email, password: PASSWORD } })).status).toBe(401);
    expect((await app.call(logIn, { body: { email: user.email, password: 'a better phrase' } })).status).toBe(
      200,
    );
    await linkTo(app, user.email, '/forgot-password');
  });
});

test('S-502 exists-by-email compares normal forms, and an invalid address is not taken', async () => {
  const user = await registerVerified(app, 'PARTICIPANT');
  const exists = async (email: string) => (await app.call(existsByEmail, { query: { email } })).content;
  expect(await exists(user.email.toUpperCase())).toBe(true);
  expect(await exists('nobody@example.test')).toBe(false);
  expect(await exists('not an address')).toBe(false);
});

test('S-502 AUTH-10 an address is not taken by who registers with it, until its letter is followed', async () => {
  const email = 'not.taken@example.test';
  await app.call(registerPerson, { body: registration(email) });
  const exists = async () => (await app.call(existsByEmail, { query: { email } })).content;
  expect(await exists()).toBe(false);
  const token = (await linkTo(app, email, '/verify-email/')).pathname.split('/').at(-1);
  await app.call(verifyEmail, { body: { token } });
  expect(await exists()).toBe(true);
});
