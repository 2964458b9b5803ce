import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  registerPerson,
  resendVerification,
  resetPassword,
  updatePassword,
  verifyEmail,
} from '@app/contracts/identity/account.ts';
import { logIn, refreshSession } from '@app/contracts/identity/session.ts';
import { transaction } from '@app/kit/database.ts';
import { type TestApp, startTestApp } from '../support/app.ts';
import { PASSWORD, linkTo, registerVerified } from '../support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('FLT-2 a connection that is lost between two statements of a transaction fails it, and nothing else', async () => {
  const db = app.engine.connect<unknown>('identity_app');
  const broken = transaction(db, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(app.engine.owner);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await sql`select 1`.execute(trx);
  });
  await expect(broken).rejects.toThrow();
  await sql`select 1`.execute(db);
});

test('AUTH-8 a log-in under way with the old password leaves no session behind a reset', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  await app.call(resetPassword, { body: { email: user.email } });
  const token = (await linkTo(app, user.email, '/reset-password/')).searchParams.get('token') ?? '';
  const change = app.call(updatePassword, {
    params: { id: user.userId },
    query: { token },
    body: { password: 'a better phrase' },
  });
  const logIns = Array.from({ length: 8 }, () =>
    app.call(logIn, { body: { email: user.email, password: PASSWORD } }),
  );
  const entered = (await Promise.all(logIns)).filter(({ status }) => status === 200);
  expect((await change).status).toBe(200);
  for (const { headers } of entered) {
    const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? '';
    expect((await app.call(refreshSession, { headers: { cookie } })).status).toBe(401);
  }
});

test('AUTH-8 verification links of before do not sign in after a verification or a reset', async () => {
  const email = 'links@example.test';
  const person = { firstName: 'Esi', lastName: 'Links', role: 'RESEARCHER', agreedToTerms: true };
  await app.call(registerPerson, { body: { email, password: PASSWORD, ...person } });
  const first = (await linkTo(app, email, '/verify-email/')).pathname.split('/').at(-1);
  const since = Date.now();
  await app.call(resendVerification, { body: { email } });
  const second = (await linkTo(app, email, '/verify-email/', since)).pathname.split('/').at(-1);
  expect((await app.call(verifyEmail, { body: { token: second } })).status).toBe(200);
  expect((await app.call(verifyEmail, { body: { token: first } })).json).toMatchObject({
    code: 'EMAIL_ALREADY_VERIFIED',
  });
});
