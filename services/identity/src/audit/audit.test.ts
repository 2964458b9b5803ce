import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetPassword, updatePassword } from '@app/contracts/identity/account.ts';
import { submitUserInformation } from '@app/contracts/identity/profile.ts';
import { logIn, logOut, refreshSession } from '@app/contracts/identity/session.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import {
  PASSWORD,
  linkTo,
  profileBody,
  registerResearcher,
  registerVerified,
} from '@app/test/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Entry {
  event: string;
  about: string | null;
  address: string | null;
  requestId: string | null;
}

async function auditOf(userId: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select event, about, address, request_id as "requestId" from identity.audit
    where user_id = ${userId} order by at`.execute(app.engine.owner);
  return rows;
}

test('OBS-2 what a person did and was refused is written down, with who, where from and under which request', async () => {
  const user = await registerResearcher(app, { verified: true });
  const email = user.email;
  await app.call(logIn, { body: { email, password: 'not the password' } });
  const entered = await app.call(logIn, {
    body: { email, password: PASSWORD },
    headers: { 'x-request-id': 'followed-12345' },
  });
  await app.call(submitUserInformation, { as: user, body: profileBody(user.userId) });
  await app.call(logOut, {
    headers: { cookie: String(entered.headers['set-cookie']).split(';', 1)[0] ?? '' },
  });
  await app.call(resetPassword, { body: { email } });
  const token = (await linkTo(app, email, '/reset-password/')).searchParams.get('token') ?? '';
  const body = { password: 'a better phrase' };
  await app.call(updatePassword, { params: { id: user.userId }, query: { token }, body });

  const entries = await auditOf(user.userId);
  expect(entries.map(({ event, about }) => [event, about])).toEqual([
    ['REGISTERED', null],
    ['EMAIL_VERIFIED', null],
    ['LOGGED_IN', 'LETTER'],
    ['COMPANY_SUBMITTED', null],
    ['COMPANY_ACCEPTED', null],
    ['LOG_IN_REFUSED', null],
    ['LOGGED_IN', 'PASSWORD'],
    ['ACCESS_REFUSED', 'submitUserInformation NOT_ALLOWED'],
    ['LOGGED_OUT', null],
    ['PASSWORD_CHANGED', 'LETTER'],
  ]);
  expect(entries.every(({ address }) => address === '127.0.0.1')).toBe(true);
  expect(entries[6]?.requestId).toBe('followed-12345');
});

test('OBS-2 refusals that a person can repeat at will are written down sixty times an hour', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const body = profileBody(user.userId);
  for (let turn = 0; turn < 65; turn += 1) {
    expect((await app.call(submitUserInformation, { as: user, body })).status).toBe(403);
  }
  const refused = (await auditOf(user.userId)).filter(({ event }) => event === 'ACCESS_REFUSED');
  expect(refused).toHaveLength(60);
});

test('OBS-2 a link that is refused, and a cookie that comes back, are written down; one of a session that is over is not', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const params = { id: user.userId };
  const [query, body] = [{ token: 'no such token' }, { password: 'a better phrase' }];
  await app.call(updatePassword, { params, query, body });
  const entered = await app.call(logIn, { body: { email: user.email, password: PASSWORD } });
  const cookie = String(entered.headers['set-cookie']).split(';', 1)[0] ?? '';
  const renewed = await app.call(refreshSession, { headers: { cookie } });
  const next = String(renewed.headers['set-cookie']).split(';', 1)[0] ?? '';
  await app.call(refreshSession, { headers: { cookie: next } });
  for (let turn = 0; turn < 3; turn += 1) await app.call(refreshSession, { headers: { cookie } });
  expect((await auditOf(user.userId)).slice(-3).map(({ event, about }) => [event, about])).toEqual([
    ['LINK_REFUSED', 'RESET_PASSWORD'],
    ['LOGGED_IN', 'PASSWORD'],
    ['SESSION_THEFT_SUSPECTED', null],
  ]);
});

test('OBS-2 nobody changes what is written, the owner of the table included', async () => {
  await registerVerified(app, 'PARTICIPANT');
  for (const statement of [
    sql`update identity.audit set event = 'NOTHING'`,
    sql`delete from identity.audit`,
    sql`truncate identity.audit`,
  ]) {
    await expect(statement.execute(app.engine.owner)).rejects.toThrow('append-only');
  }
});
