import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { changeEmail } from '@app/contracts/identity/email-change.ts';
import * as own from '@app/contracts/identity/account-settings.ts';
import { resetPassword, updatePassword } from '@app/contracts/identity/accounts.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { logIn, logOut, readMe, refreshSession } from '@app/contracts/identity/sessions.ts';
import { listProjects } from '@app/contracts/project/projects.ts';
import { useApp } from '@app/test/support/app.ts';
import {
  PASSWORD,
  emailChangeSecret,
  registerResearcher,
  registerVerified,
} from '@app/test/support/people.ts';
import { insertPhoneNumber } from '@app/test/support/phones.ts';
import { testSecrets } from '@app/test/support/secrets.ts';
import { firstCookie, resetToken, tryLogIn } from '#test/accounts.ts';
import { readIdentityConfig } from '../config.ts';
import { openDb } from '../open-db.ts';
import { deleteNumber } from '../phones/verified-number.ts';
import { insertSession } from './queries.ts';

const app = useApp();

test('AUTH-4 an unknown address and a wrong password get the same answer', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const wrong = await tryLogIn(app, user.email, 'not the password');
  const unknown = await tryLogIn(app, 'nobody@example.test', 'not the password');
  const { requestId: _, ...problem } = wrong.json;
  expect(unknown).toMatchObject({ status: 401, json: problem });
});

test.each(['password', 'code'])('no session starts by a %s that no longer opens the account', async (by) => {
  // The credential is checked or used up before the session is written, so it may change in between.
  const user = await registerVerified(app, 'RESEARCHER');
  await insertPhoneNumber(app, user, '+233241111111');
  const { db, seal } = openDb(app.engine, readIdentityConfig(app.settings).IDENTITY_DATA_KEYS);
  const { rows } = await sql<{ passwordHash: string }>`
      select password_hash as "passwordHash" from identity.people where user_id = ${user.userId}`.execute(
    app.engine.owner,
  );
  const start = () =>
    insertSession(db, {
      sessionId: crypto.randomUUID(),
      userId: user.userId,
      expiresAt: new Date(Date.now() + 60_000),
      device: null,
      passwordHash: by === 'password' ? rows[0]?.passwordHash : undefined,
      numberHashes: by === 'code' ? seal.keyedHashes('+233241111111') : undefined,
    });
  expect(await start()).toBe(true);
  const body = { currentPassword: PASSWORD, password: `${PASSWORD}, and a new one` };
  if (by === 'code') await deleteNumber(db, user.userId);
  else expect((await app.call(own.changeOwnPassword, { as: user, body })).status).toBe(200);
  expect(await start()).toBe(false);
});

test('SES-2 the refresh secret is in a host cookie that no script can read, and never in the body', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const answer = await tryLogIn(app, user.email);
  const [header] = [answer.headers['set-cookie']].flat();
  expect(String(header)).toMatch(
    /^__Host-refresh=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect(JSON.stringify(answer.json)).not.toContain(firstCookie(answer).split('=')[1]);
});

const renew = async (cookie: string) => {
  const answer = await app.call(refreshSession, { headers: { cookie } });
  return { status: answer.status, code: answer.json?.code, cookie: firstCookie(answer) };
};

const logInWithCookie = async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  return firstCookie(await tryLogIn(app, user.email));
};

test('SES-3 refreshing rotates the cookie; the previous one works, however late, if the answer was lost', async () => {
  const first = await logInWithCookie();
  const lost = await renew(first);
  expect(lost.status).toBe(200);
  expect(lost.cookie).not.toBe(first);
  await sql`update identity.refresh_tokens set created_at = now() - interval '3 days'`.execute(
    app.engine.owner,
  );
  const again = await renew(first);
  expect(again.status).toBe(200);
  expect([first, lost.cookie]).not.toContain(again.cookie);
  const next = await renew(again.cookie);
  expect(next.status).toBe(200);
  expect((await renew(next.cookie)).status).toBe(200);
});

test('SES-3 without a cookie nothing is refreshed', async () => {
  expect(await app.call(refreshSession)).toMatchObject({ status: 401, json: { code: 'NOT_SIGNED_IN' } });
});

test('SES-3 two tabs that send one cookie at once both stay signed in, and so does their browser', async () => {
  const first = await logInWithCookie();
  const both = await Promise.all([renew(first), renew(first)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await renew(both[1].cookie)).status).toBe(200);
});

test('SES-3 when a second successor of one cookie is used, the session and all its successors end', async () => {
  const first = await logInWithCookie();
  const [owner, thief] = [await renew(first), await renew(first)];
  const used = await renew(thief.cookie);
  expect(used.status).toBe(200);
  expect((await renew(owner.cookie)).status).toBe(401);
  expect((await renew(used.cookie)).status).toBe(401);
});

test('SES-3 a cookie that is reused after its successor was used ends the session for thief and owner', async () => {
  const stolen = await logInWithCookie();
  const next = await renew(stolen);
  const newest = await renew(next.cookie);
  expect((await renew(stolen)).status).toBe(401);
  expect((await renew(newest.cookie)).status).toBe(401);
});

test.each([
  ['idle for too long', sql`update identity.refresh_tokens set expires_at = now()`],
  ['at its absolute end, however often it was renewed', sql`update identity.sessions set expires_at = now()`],
])('SES-3 a session ends %s', async (_, passTime) => {
  const newest = await renew(await logInWithCookie());
  await passTime.execute(app.engine.owner);
  expect(await renew(newest.cookie)).toMatchObject({ status: 401, code: 'NOT_SIGNED_IN' });
});

test('SES-9 a browser learns that its session was ended on purpose, and clears its data', async () => {
  const user = await registerVerified(app, 'PARTICIPANT');
  const revoked = { status: 401, code: 'SESSION_REVOKED' };
  const phone = await logInFrom(user);
  await app.call(own.endOtherSessions, { as: user });
  expect(await renew(firstCookie(phone))).toMatchObject(revoked);

  const laptop = await logInFrom(user);
  const password = `${PASSWORD}, and a new one`;
  const body = { currentPassword: PASSWORD, password };
  await app.call(own.changeOwnPassword, { as: user, body });
  expect(await renew(firstCookie(laptop))).toMatchObject(revoked);

  const deletedPerson = await registerVerified(app, 'PARTICIPANT');
  const last = await logInFrom(deletedPerson);
  await sql`delete from identity.people where user_id = ${deletedPerson.userId}`.execute(app.engine.owner);
  expect(await renew(firstCookie(last))).toMatchObject(revoked);
});

test('SES-9 the browser that sets a new password by email is not treated as lost', async () => {
  const user = await registerVerified(app, 'PARTICIPANT');
  const [here, elsewhere] = [firstCookie(await logInFrom(user)), firstCookie(await logInFrom(user))];
  await app.call(resetPassword, { body: { email: user.email } });
  const token = await resetToken(app, user.email);
  const answer = await app.call(updatePassword, {
    params: { id: user.userId },
    query: { token },
    body: { password: 'a better phrase' },
    headers: { cookie: here },
  });
  expect(answer.status).toBe(200);
  expect(String(answer.headers['set-cookie'])).toContain('Expires=Thu, 01 Jan 1970');
  expect(await renew(elsewhere)).toMatchObject({ code: 'SESSION_REVOKED' });
});

test('SES-3 refreshing does not extend the end of the session', async () => {
  const first = await logInWithCookie();
  await sql`update identity.sessions set expires_at = now() + interval '1 hour'`.execute(app.engine.owner);
  const renewed = await app.call(refreshSession, { headers: { cookie: first } });
  const expires = /Expires=([^;]+)/.exec(String(renewed.headers['set-cookie']))?.[1] ?? '';
  expect(Date.parse(expires)).toBeLessThanOrEqual(Date.now() + 60 * 60 * 1000);
});

test('SES-4 other sites, and requests that do not show their origin, cannot use the cookie', async () => {
  const cookie = await logInWithCookie();
  const post = async (path: string, headers: Record<string, string>) => {
    const url = `${IDENTITY_BASE}${path}`;
    return (await app.process.app.inject({ method: 'POST', url, headers: { cookie, ...headers } }))
      .statusCode;
  };
  for (const [headers, status] of [
    [{}, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site', 'content-type': 'application/json' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
    [{ 'content-type': 'text/plain' }, 415],
  ] as const) {
    for (const path of [refreshSession.path, logOut.path]) {
      expect([headers, await post(path, headers)]).toEqual([headers, status]);
    }
  }
  const ways = [
    { origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'same-origin' },
    { 'x-requested-with': 'a program' },
    { 'content-type': 'application/json' },
  ];
  for (const headers of ways) expect(await post(refreshSession.path, headers)).toBe(200);
});

test('D-23 SES-7 logging out ends the session: its cookie and token stop working in both services', async () => {
  const user = await registerResearcher(app);
  const entered = await tryLogIn(app, user.email);
  const as = entered.content;
  const readStatuses = async () => [
    (await app.call(readMe, { as })).status,
    (await app.call(listProjects, { as })).status,
  ];
  expect(await readStatuses()).toEqual([200, 200]);
  const cookie = firstCookie(entered);
  const out = await app.call(logOut, { headers: { cookie } });
  expect(out.status).toBe(204);
  expect(String(out.headers['set-cookie'])).toContain('Expires=Thu, 01 Jan 1970');
  expect((await renew(cookie)).status).toBe(401);
  expect((await app.call(readMe, { as })).status).toBe(401);
  await expect.poll(readStatuses).toEqual([401, 401]);
  expect((await app.call(readMe, { as: user })).status).toBe(200);
});

test('SES-7 the token of a deleted person does not work in either service', async () => {
  const user = await registerResearcher(app);
  expect((await app.call(listProjects, { as: user })).status).toBe(200);
  await sql`delete from identity.people where user_id = ${user.userId}`.execute(app.engine.owner);
  expect((await app.call(readMe, { as: user })).status).toBe(401);
  await expect.poll(async () => (await app.call(listProjects, { as: user })).status).toBe(401);
});

test('SES-1 the access token names no one and expires as the settings say, by default within ten minutes', async () => {
  const user = await registerVerified(app, 'RESEARCHER', { firstName: 'Unmistakable' });
  const text = Buffer.from(user.token.split('.')[1] ?? '', 'base64url').toString();
  expect(text).not.toContain('Unmistakable');
  expect(text).not.toContain(user.email);
  const { exp, iat } = JSON.parse(text) as { exp: number; iat: number };
  expect(exp - iat).toBe(60 * Number(app.settings['ACCESS_TOKEN_MINUTES']));
  expect(readIdentityConfig(await testSecrets()).ACCESS_TOKEN_MINUTES).toBe(10);
});

test('AUTH-4 a person deleted during log-in gets the answer for an unknown address; other changes refuse too', async () => {
  const [user, other, third] = [
    await registerVerified(app, 'RESEARCHER'),
    await registerVerified(app, 'RESEARCHER'),
    await registerVerified(app, 'RESEARCHER'),
  ];
  const token = await emailChangeSecret(app, third, 'gone-since@example.test');
  await sql`
    create function identity.test_goes() returns trigger language plpgsql security definer as $$
    begin
      delete from identity.people where user_id = new.user_id;
      return null;
    end
    $$`.execute(app.engine.owner);
  await sql`
    create constraint trigger test_goes after insert on identity.sessions deferrable initially deferred
    for each row execute function identity.test_goes()`.execute(app.engine.owner);
  const entered = await tryLogIn(app, user.email);
  const body = { currentPassword: PASSWORD, password: `${PASSWORD}, and a new one` };
  const changed = await app.call(own.changeOwnPassword, { as: other, body });
  const changedEmail = await app.call(changeEmail, { as: third, body: { token } });
  await sql`drop function identity.test_goes() cascade`.execute(app.engine.owner);
  expect(entered).toMatchObject({ status: 401, json: { code: 'WRONG_CREDENTIALS' } });
  for (const { status, json } of [changed, changedEmail])
    expect([status, json['code']]).toEqual([401, 'NOT_SIGNED_IN']);
});

const PHONE =
  'Mozilla/5.0 (Linux; Android 13; SM-A536B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';

const logInFrom = (user: SignedInUser, userAgent = PHONE) =>
  app.call(logIn, {
    body: { email: user.email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  });
const list = async (as: SignedInUser) => (await app.call(own.listOwnSessions, { as })).content;
const readCurrentSessionId = async (as: SignedInUser) =>
  (await list(as)).find(({ isCurrent }) => isCurrent)?.sessionId ?? '';
const end = (as: SignedInUser, sessionId: string) =>
  app.call(own.endOwnSession, { as, params: { sessionId } });
const isIn = async (as: SignedInUser) => (await app.call(readMe, { as })).status === 200;

test('SES-9 lists where a person is signed in, last used first', async () => {
  const [user, other] = [
    await registerVerified(app, 'PARTICIPANT'),
    await registerVerified(app, 'PARTICIPANT'),
  ];
  const phone = await logInFrom(user);
  await logInFrom(other);
  const both = await list(user);
  expect(both).toEqual([
    {
      sessionId: expect.any(String),
      startedAt: expect.stringMatching(/Z$/),
      lastUsedAt: expect.stringMatching(/Z$/),
      device: 'Chrome on Android',
      isCurrent: false,
    },
    expect.objectContaining({ device: null, isCurrent: true }),
  ]);
  const laptop = await logInFrom(
    user,
    'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
  );
  expect((await list(user)).map(({ device }) => device)).toEqual([
    'Firefox on Linux',
    'Chrome on Android',
    null,
  ]);

  await app.call(refreshSession, { headers: { cookie: firstCookie(phone) } });
  const [first] = await list(laptop.content);
  expect(first).toMatchObject({ device: 'Chrome on Android', startedAt: both[0]?.startedAt });
  expect(Date.parse(first?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(first?.startedAt ?? ''));
});

test.each([
  ['no name', ''],
  ['an unknown name', 'curl/8.1'],
  ['arbitrary text', '<b>Your bank</b>/1.0'],
  ['an overlong name', 'Mozilla/5.0 ('.repeat(600)],
])('SES-9 a browser that sends %s is listed without a name', async (_, userAgent) => {
  const user = await registerVerified(app, 'PARTICIPANT');
  const entered = await logInFrom(user, userAgent);
  expect((await list(entered.content))[0]).toMatchObject({ isCurrent: true, device: null });
});

test('SES-9 ending another session signs it out at once, and works only once', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const phone = await logInFrom(user);
  const sessionId = await readCurrentSessionId(phone.content);
  expect((await end(user, sessionId)).status).toBe(204);
  expect(await isIn(phone.content)).toBe(false);
  expect((await renew(firstCookie(phone))).status).toBe(401);
  expect(await isIn(user)).toBe(true);
  expect((await list(user)).map((session) => session.sessionId)).not.toContain(sessionId);
  expect((await end(user, sessionId)).json).toMatchObject({ code: 'SESSION_NOT_FOUND' });
});

test('AZ-4 another person’s session, an ended one, an unknown one and an invalid id get the same answer', async () => {
  const [user, other] = [
    await registerVerified(app, 'RESEARCHER'),
    await registerVerified(app, 'RESEARCHER'),
  ];
  const phone = await logInFrom(user);
  const ended = await readCurrentSessionId(phone.content);
  await end(user, ended);
  const bodies = [];
  for (const sessionId of [await readCurrentSessionId(other), ended, crypto.randomUUID(), 'no-id']) {
    const { status, json } = await end(user, sessionId);
    expect(status).toBe(404);
    bodies.push(JSON.stringify({ ...json, requestId: '' }));
  }
  expect(new Set(bodies).size).toBe(1);
  expect(await isIn(other)).toBe(true);
});

test('SES-9 ending the current session logs out', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const phone = await logInFrom(user);
  const out = await end(phone.content, (await readCurrentSessionId(phone.content)).toUpperCase());
  expect(out.status).toBe(204);
  expect(String(out.headers['set-cookie'])).toContain('Expires=Thu, 01 Jan 1970');
  expect(await isIn(phone.content)).toBe(false);
  expect(await isIn(user)).toBe(true);
});

test('SES-9 all other sessions can be ended in one request', async () => {
  const [user, other] = [
    await registerVerified(app, 'RESEARCHER'),
    await registerVerified(app, 'RESEARCHER'),
  ];
  const [phone, laptop] = [await logInFrom(user), await logInFrom(user)];
  const endOthers = async () => (await app.call(own.endOtherSessions, { as: laptop.content })).content;
  expect(await endOthers()).toEqual({ endedCount: 2 });
  expect(await endOthers()).toEqual({ endedCount: 0 });
  expect([
    await isIn(user),
    await isIn(phone.content),
    await isIn(laptop.content),
    await isIn(other),
  ]).toEqual([false, false, true, true]);
});

test('SES-9 a person has twenty sessions at most: the oldest one ends', async () => {
  const user = await registerVerified(app, 'PARTICIPANT');
  const oldest = await logInFrom(user);
  for (let more = 0; more < 19; more += 1) await logInFrom(user);
  const newest = await logInFrom(user);
  expect(await list(newest.content)).toHaveLength(20);
  expect((await renew(firstCookie(oldest))).status).toBe(401);
  expect(await isIn(oldest.content)).toBe(false);
});
