import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishGoogleSignIn, startGoogleSignIn } from '@app/contracts/identity/google.ts';
import { readMe } from '@app/contracts/identity/sessions.ts';
import { GOOGLE_PEOPLE } from '@app/demo/google-people.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import {
  type Attempt,
  beginWithGoogle,
  readGoogleRefusal,
  finishWithGoogle,
  startForgingGoogle,
  startStandIn,
} from '@app/test/support/samples/google.ts';
import { startRelay } from '@app/test/support/relay.ts';
import { testSecrets } from '@app/test/support/secrets.ts';
import { readIdentityConfig } from '../config.ts';

describe('with the demo’s provider', () => {
  let google: Awaited<ReturnType<typeof startStandIn>>;
  let app: TestApp;
  beforeAll(async () => {
    google = await startStandIn();
    app = await startTestApp(google.settings);
  });
  afterAll(async () => {
    await app.close();
    await google.close();
  });
  const { adwoa, kwesi, esi } = GOOGLE_PEOPLE;
  const signInAs = async (sub: string, collaborator: Attempt['collaborator'] = 'RESEARCHER') =>
    google.choose(await beginWithGoogle(app, collaborator), sub);

  test('S-503 D-26 the first sign-in registers with the role it started with, and later ones keep it', async () => {
    const first = await finishWithGoogle(app, await signInAs(kwesi.sub, 'PARTICIPANT'));
    expect(first.status).toBe(200);
    expect(first.content).toMatchObject({
      email: kwesi.email,
      role: 'PARTICIPANT',
      firstName: kwesi.givenName,
      lastName: kwesi.familyName,
      hasUserInfo: false,
      firstLogin: true,
      mustAgreeTo: [],
    });
    expect((await app.call(readMe, { as: first.content })).content).toEqual(first.content);
    const again = await finishWithGoogle(app, await signInAs(kwesi.sub, 'RESEARCHER'));
    expect(again.content).toMatchObject({ userId: first.content.userId, role: 'PARTICIPANT' });
  });

  test('AUTH-10 the request has state, nonce and an S256 challenge; scripts cannot read the host-only cookie', async () => {
    const started = await app.call(startGoogleSignIn, { body: { collaborator: 'RESEARCHER' } });
    const { searchParams } = new URL(started.content.url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `${google.settings['PUBLIC_URL']}/google-sign-in`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    }
    expect(String(started.headers['set-cookie'])).toMatch(
      /^__Host-google=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  test('AUTH-10 a code works once', async () => {
    const attempt = await signInAs(adwoa.sub);
    const used = await finishWithGoogle(app, attempt);
    expect(used.status).toBe(200);
    expect(String(used.headers['set-cookie'])).toContain('__Host-google=; ');
    expect(await readGoogleRefusal(app, attempt)).toBe('GOOGLE_SIGN_IN_FAILED');
  });

  test('AUTH-10 an answer is accepted only with the browser, the state and the verifier of its attempt', async () => {
    const [mine, other] = [await signInAs(adwoa.sub), await beginWithGoogle(app, 'RESEARCHER')];
    const [role, state, nonce, verifier] = mine.cookie.split('.');
    const [, otherState, otherNonce, otherVerifier] = other.cookie.split('.');
    const cookies = [
      '',
      other.cookie,
      '__Host-google=nonsense',
      [role, otherState, nonce, verifier].join('.'),
      [role, state, otherNonce, verifier].join('.'),
      [role, state, nonce, otherVerifier].join('.'),
    ];
    for (const cookie of cookies) {
      const { answer } = await google.choose({ ...mine }, adwoa.sub);
      expect(await readGoogleRefusal(app, { ...mine, cookie, answer })).toBe('GOOGLE_SIGN_IN_FAILED');
    }
    const { answer } = mine;
    const { iss: _, ...withoutIssuer } = answer;
    for (const change of [
      { answer: { ...answer, state: String(otherState) } },
      { answer: { ...answer, iss: 'https://evil.example' } },
      { answer: withoutIssuer },
      { answer: { ...answer, code: 'made up' } },
      { collaborator: 'PARTICIPANT' as const },
    ])
      expect(await readGoogleRefusal(app, { ...mine, ...change })).toBe('GOOGLE_SIGN_IN_FAILED');
    expect((await finishWithGoogle(app, mine)).status).toBe(200);
  });

  test('AUTH-10 only a researcher or a participant can start, and only our own page can finish', async () => {
    for (const collaborator of ['ADMIN', '', 'researcher']) {
      const refused = await app.call(startGoogleSignIn, { body: { collaborator } });
      expect(refused.json).toMatchObject({ code: 'INVALID_INPUT', content: [{ field: 'collaborator' }] });
    }
    const { cookie, answer } = await signInAs(adwoa.sub);
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const query = { collaborator: 'RESEARCHER', ...answer };
      const refused = await app.call(finishGoogleSignIn, { query, headers: { cookie, ...headers } });
      expect(refused.json).toMatchObject({ code: 'CROSS_SITE' });
    }
  });

  test('AUTH-10 an address that Google has not verified opens no account', async () => {
    expect(await readGoogleRefusal(app, await signInAs(esi.sub))).toBe('GOOGLE_EMAIL_NOT_VERIFIED');
  });

  test('D-12 the page asks again at each visit, with a strict policy', async () => {
    const { url } = await beginWithGoogle(app, 'RESEARCHER');
    const page = await fetch(url);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await page.text();
    for (const { email } of Object.values(GOOGLE_PEOPLE)) expect(text).toContain(email);
    expect(text).not.toMatch(/<script|style="/);
    const elsewhere = new URL(url);
    elsewhere.searchParams.set('redirect_uri', 'https://evil.example');
    expect((await fetch(elsewhere)).status).toBe(400);
  });
});

describe('settings', () => {
  test('without a client, sign-in with Google is not offered', async () => {
    const app = await startTestApp();
    const started = await app.call(startGoogleSignIn, { body: { collaborator: 'RESEARCHER' } });
    const query = { collaborator: 'RESEARCHER', code: 'c', state: 's' };
    const finished = await app.call(finishGoogleSignIn, { query });
    for (const { status, json } of [started, finished]) {
      expect([status, json['code']]).toEqual([404, 'GOOGLE_NOT_OFFERED']);
    }
    await app.close();
  });

  test('an unreachable provider answers UNAVAILABLE, and is used again once it is back', async () => {
    const relay = await startRelay();
    const client = { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' };
    const app = await startTestApp({ GOOGLE_ISSUER: `http://localhost:${relay.port}`, ...client });
    const start = () => app.call(startGoogleSignIn, { body: { collaborator: 'RESEARCHER' } });
    expect((await start()).json).toMatchObject({ code: 'UNAVAILABLE' });
    const google = await startForgingGoogle(relay);
    expect((await start()).status).toBe(200);
    await google.close();
    relay.close();
    await app.close();
  });

  test.each([
    [{ GOOGLE_CLIENT_ID: 'client' }, /GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: must be set both or neither/],
    [
      { GOOGLE_CLIENT_SECRET: 'secret' },
      /GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: must be set both or neither/,
    ],
    [{ GOOGLE_ISSUER: 'accounts.google.com' }, /GOOGLE_ISSUER/],
  ])('contradictory settings are refused: %j', async (settings, message) => {
    const secrets = await testSecrets();
    expect(() => readIdentityConfig({ ...secrets, ...settings })).toThrow(message);
    expect(() => readIdentityConfig({ ...secrets, ...settings })).not.toThrow(/: secret/);
  });
});
