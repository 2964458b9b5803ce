import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { resetPassword } from '@app/contracts/identity/accounts.ts';
import { submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { logIn, logOut, refreshSession } from '@app/contracts/identity/sessions.ts';
import { useApp } from '@app/test/support/app.ts';
import { PASSWORD, profileBody, registerResearcher, registerVerified } from '@app/test/support/people.ts';
import { firstCookie, resetToken, setPassword, tryLogIn } from '#test/accounts.ts';

const app = useApp();

interface Entry {
  event: string;
  about: string | null;
  address: string | null;
  requestId: string | null;
}

async function readAuditEntries(userId: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select event, about, address, request_id as "requestId" from identity.audit
    where user_id = ${userId} order by at, audit_id`.execute(app.engine.owner);
  return rows;
}

test('OBS-2 actions and refusals are audited with the person, the address and the request id', async () => {
  const user = await registerResearcher(app, { verified: true });
  const email = user.email;
  await tryLogIn(app, email, 'not the password');
  const entered = await app.call(logIn, {
    body: { email, password: PASSWORD },
    headers: { 'x-request-id': 'followed-12345' },
  });
  await app.call(submitUserInformation, { as: user, body: profileBody(user.userId) });
  await app.call(logOut, {
    headers: { cookie: firstCookie(entered) },
  });
  await app.call(resetPassword, { body: { email } });
  const token = await resetToken(app, email);
  await setPassword(app, user, token, 'a better phrase');

  const entries = await readAuditEntries(user.userId);
  expect(entries.map(({ event, about }) => [event, about])).toEqual([
    ['REGISTERED', null],
    ['EMAIL_VERIFIED', null],
    ['LOGGED_IN', 'EMAIL'],
    ['COMPANY_SUBMITTED', null],
    ['COMPANY_ACCEPTED', 'by emailed link'],
    ['LOG_IN_REFUSED', null],
    ['LOGGED_IN', 'PASSWORD'],
    ['ACCESS_REFUSED', 'submitUserInformation NOT_ALLOWED'],
    ['LOGGED_OUT', null],
    ['PASSWORD_CHANGED', 'EMAIL'],
  ]);
  expect(entries.every(({ address }) => address === '127.0.0.1')).toBe(true);
  expect(entries[6]?.requestId).toBe('followed-12345');
});

test('OBS-2 refusals that a person can repeat at will are audited at most sixty times an hour', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const body = profileBody(user.userId);
  for (let round = 0; round < 65; round += 1) {
    expect((await app.call(submitUserInformation, { as: user, body })).status).toBe(403);
  }
  const refused = (await readAuditEntries(user.userId)).filter(({ event }) => event === 'ACCESS_REFUSED');
  expect(refused).toHaveLength(60);
});

test('OBS-2 a refused link and a reused cookie are audited; a cookie of an ended session is not', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  await setPassword(app, user, 'no such token', 'a better phrase');
  const entered = await tryLogIn(app, user.email);
  const cookie = firstCookie(entered);
  const renewed = await app.call(refreshSession, { headers: { cookie } });
  const next = firstCookie(renewed);
  await app.call(refreshSession, { headers: { cookie: next } });
  for (let round = 0; round < 3; round += 1) await app.call(refreshSession, { headers: { cookie } });
  expect((await readAuditEntries(user.userId)).slice(-3).map(({ event, about }) => [event, about])).toEqual([
    ['LINK_REFUSED', 'RESET_PASSWORD'],
    ['LOGGED_IN', 'PASSWORD'],
    ['SESSION_THEFT_SUSPECTED', null],
  ]);
});
