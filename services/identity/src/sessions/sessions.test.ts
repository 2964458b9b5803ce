import { afterAll, beforeAll, expect, test } from 'vitest';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { logIn, logOut, readMe, refreshSession } from '@app/contracts/identity/session.ts';
import { readSigningKeys } from '@app/contracts/identity/people.ts';
import { listProjects } from '@app/contracts/project/projects.ts';
import type { Answer, TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { PASSWORD, registerResearcher, registerVerified } from '../../../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';

test('AUTH-4 an unknown address and a wrong password answer alike', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const wrong = await app.call(logIn, { body: { email: user.email, password: 'not the password' } });
  const unknown = await app.call(logIn, {
    body: { email: 'nobody@example.test', password: 'not the password' },
  });
  const { requestId: _, ...problem } = wrong.json;
  expect(unknown).toMatchObject({ status: 401, json: problem });
});

test('SES-2 the refresh secret is in a host cookie that no script reads, and nowhere in the body', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const answer = await app.call(logIn, { body: { email: user.email, password: PASSWORD } });
  const header = String(answer.headers['set-cookie']);
  expect(header).toMatch(
    /^__Host-refresh=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect(JSON.stringify(answer.json)).not.toContain(cookieOf(answer).split('=')[1]);
});

test('SES-3 refreshing rotates the cookie; within the grace an old one serves a second tab', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const first = cookieOf(await app.call(logIn, { body: { email: user.email, password: PASSWORD } }));
  const renewed = await app.call(refreshSession, { headers: { cookie: first } });
  expect(renewed.status).toBe(200);
  expect(cookieOf(renewed)).not.toBe(first);
  const secondTab = await app.call(refreshSession, { headers: { cookie: first } });
  expect([secondTab.status, secondTab.headers['set-cookie']]).toEqual([200, undefined]);
  expect((await app.call(refreshSession, { headers: { cookie: cookieOf(renewed) } })).status).toBe(200);
});

test('D-23 logging out ends the session of the cookie', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const cookie = cookieOf(await app.call(logIn, { body: { email: user.email, password: PASSWORD } }));
  const out = await app.call(logOut, { headers: { cookie } });
  expect(out.status).toBe(204);
  expect(String(out.headers['set-cookie'])).toContain('Expires=Thu, 01 Jan 1970');
  expect((await app.call(refreshSession, { headers: { cookie } })).status).toBe(401);
});

test('SES-4 another site cannot use the cookie', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const cookie = cookieOf(await app.call(logIn, { body: { email: user.email, password: PASSWORD } }));
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    expect((await app.call(refreshSession, { headers: { cookie, ...headers } })).json).toMatchObject({
      code: 'CROSS_SITE',
    });
    expect((await app.call(logOut, { headers: { cookie, ...headers } })).json).toMatchObject({
      code: 'CROSS_SITE',
    });
  }
  expect((await app.call(refreshSession, { headers: { cookie } })).status).toBe(200);
});

test('SES-5 both services refuse tokens that the identity service did not sign for them', async () => {
  const user = await registerResearcher(app);
  const [header = '', payload = '', signature = ''] = user.token.split('.');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
  const publicKey = (await app.call(readSigningKeys)).json['keys'];
  const { privateKey } = await generateKeyPair('EdDSA');
  const sign = (change: object, head: object = {}) =>
    new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'at+jwt', ...head })
      .sign(privateKey);
  const { publicKey: foreign } = await generateKeyPair('EdDSA', { extractable: true });
  const variants = [
    '',
    'emoji😀',
    `${header}.${payload}.`,
    `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    `${header}.${part({ ...claims, role: 'PARTICIPANT' })}.${signature}`,
    `${part({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' })
      .sign(new TextEncoder().encode(JSON.stringify(publicKey))),
    await sign({}),
    await sign({}, { kid: 'another' }),
    await sign({}, { jwk: await exportJWK(foreign) }),
    await sign({ exp: 1 }),
    'x'.repeat(3000),
  ];
  expect((await app.call(listProjects, { as: user })).status).toBe(200);
  for (const token of variants) {
    for (const endpoint of [readMe, listProjects]) {
      const answer = await app.call(endpoint, { as: { token: encodeURI(token) } });
      expect([token.slice(0, 20), answer.status]).toEqual([token.slice(0, 20), 401]);
    }
  }
});

test('SES-1 the access token names nobody and ends within ten minutes', async () => {
  const user = await registerVerified(app, 'RESEARCHER', { firstName: 'Unmistakable' });
  const text = Buffer.from(user.token.split('.')[1] ?? '', 'base64url').toString();
  expect(text).not.toContain('Unmistakable');
  expect(text).not.toContain(user.email);
  const { exp, iat } = JSON.parse(text) as { exp: number; iat: number };
  expect(exp - iat).toBe(600);
});
