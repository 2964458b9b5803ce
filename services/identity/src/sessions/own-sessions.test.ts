import { afterAll, beforeAll, expect, test } from 'vitest';
import * as own from '@app/contracts/identity/own-account.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { logIn, readMe, refreshSession } from '@app/contracts/identity/session.ts';
import { type Answer, type TestApp, startTestApp } from '@app/test/support/app.ts';
import { PASSWORD, registerVerified } from '@app/test/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const PHONE =
  'Mozilla/5.0 (Linux; Android 13; SM-A536B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';

const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
const enter = (user: SignedInUser, userAgent = PHONE) =>
  app.call(logIn, {
    body: { email: user.email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  });
const list = async (as: SignedInUser) => (await app.call(own.listOwnSessions, { as })).content;
const currentOf = async (as: SignedInUser) =>
  (await list(as)).find(({ isCurrent }) => isCurrent)?.sessionId ?? '';
const end = (as: SignedInUser, sessionId: string) =>
  app.call(own.endOwnSession, { as, params: { sessionId } });
const isIn = async (as: SignedInUser) => (await app.call(readMe, { as })).status === 200;

test('SES-9 shows where somebody is signed in, last used first', async () => {
  const [user, other] = [
    await registerVerified(app, 'PARTICIPANT'),
    await registerVerified(app, 'PARTICIPANT'),
  ];
  const phone = await enter(user);
  await enter(other);
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
  const laptop = await enter(user, 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0');
  expect((await list(user)).map(({ device }) => device)).toEqual([
    'Firefox on Linux',
    'Chrome on Android',
    null,
  ]);

  await app.call(refreshSession, { headers: { cookie: cookieOf(phone) } });
  const [first] = await list(laptop.content);
  expect(first).toMatchObject({ device: 'Chrome on Android', startedAt: both[0]?.startedAt });
  expect(Date.parse(first?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(first?.startedAt ?? ''));
});

test.each([
  ['no name', ''],
  ['the name of no browser', 'curl/8.1'],
  ['words of its own', '<b>Your bank</b>/1.0'],
  ['a name without end', 'Mozilla/5.0 ('.repeat(600)],
])('SES-9 a browser that gives %s is shown without one', async (_, userAgent) => {
  const user = await registerVerified(app, 'PARTICIPANT');
  const entered = await enter(user, userAgent);
  expect((await list(entered.content))[0]).toMatchObject({ isCurrent: true, device: null });
});

test('SES-9 ending another session signs it out at once, and only once', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const phone = await enter(user);
  const sessionId = await currentOf(phone.content);
  expect((await end(user, sessionId)).status).toBe(204);
  expect(await isIn(phone.content)).toBe(false);
  expect((await app.call(refreshSession, { headers: { cookie: cookieOf(phone) } })).status).toBe(401);
  expect(await isIn(user)).toBe(true);
  expect((await list(user)).map((session) => session.sessionId)).not.toContain(sessionId);
  expect((await end(user, sessionId)).json).toMatchObject({ code: 'SESSION_NOT_FOUND' });
});

test('AZ-4 another person’s session, an ended one, an unknown one and no id at all answer alike', async () => {
  const [user, other] = [
    await registerVerified(app, 'RESEARCHER'),
    await registerVerified(app, 'RESEARCHER'),
  ];
  const phone = await enter(user);
  const ended = await currentOf(phone.content);
  await end(user, ended);
  const bodies = [];
  for (const sessionId of [await currentOf(other), ended, crypto.randomUUID(), 'no-id']) {
    const { status, json } = await end(user, sessionId);
    expect(status).toBe(404);
    bodies.push(JSON.stringify({ ...json, requestId: '' }));
  }
  expect(new Set(bodies).size).toBe(1);
  expect(await isIn(other)).toBe(true);
});

test('SES-9 ending the session that asks is logging out', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const phone = await enter(user);
  const out = await end(phone.content, (await currentOf(phone.content)).toUpperCase());
  expect(out.status).toBe(204);
  expect(String(out.headers['set-cookie'])).toContain('Expires=Thu, 01 Jan 1970');
  expect(await isIn(phone.content)).toBe(false);
  expect(await isIn(user)).toBe(true);
});

test('SES-9 all others can be ended in one go', async () => {
  const [user, other] = [
    await registerVerified(app, 'RESEARCHER'),
    await registerVerified(app, 'RESEARCHER'),
  ];
  const [phone, laptop] = [await enter(user), await enter(user)];
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

test('SES-9 somebody is signed in twenty times at most: the oldest session ends', async () => {
  const user = await registerVerified(app, 'PARTICIPANT');
  const oldest = await enter(user);
  for (let more = 0; more < 19; more += 1) await enter(user);
  const newest = await enter(user);
  expect(await list(newest.content)).toHaveLength(20);
  const renewed = await app.call(refreshSession, { headers: { cookie: cookieOf(oldest) } });
  expect(renewed.status).toBe(401);
  expect(await isIn(oldest.content)).toBe(false);
});
