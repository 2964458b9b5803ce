import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SignJWT, generateKeyPair } from 'jose';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { beginWithGoogle, claimsOf, refusalOf, startLiar } from '@app/test/support/samples/google.ts';

let google: Awaited<ReturnType<typeof startLiar>>;
let app: TestApp;
beforeAll(async () => {
  google = await startLiar();
  app = await startTestApp(google.settings);
});
afterAll(async () => {
  await app.close();
  await google.close();
});
beforeEach(() => google.says(claimsOf('honest@example.test')));
const begun = async () => google.agree(await beginWithGoogle(app, 'PARTICIPANT'));
const now = () => Math.floor(Date.now() / 1000);

test.each([
  ['another audience', { aud: 'another' }],
  ['more than one audience', { aud: ['client', 'another'] }],
  ['another issuer', { iss: 'https://accounts.google.com' }],
  ['another nonce', { nonce: 'x'.repeat(43) }],
  ['no nonce', { nonce: undefined }],
  ['no subject', { sub: undefined }],
  ['an endless subject', { sub: 'x'.repeat(256) }],
  ['no address', { email: undefined }],
  ['no single address', { email: 'a@example.test, b@example.test' }],
  ['no end', { exp: undefined }],
])('AUTH-10 an ID token with %s signs nobody in', async (_, change) => {
  google.says(claimsOf('wrong@example.test', change));
  expect(await refusalOf(app, await begun())).toBe('GOOGLE_SIGN_IN_FAILED');
});

test('AUTH-10 an expired ID token, or one for later, signs nobody in', async () => {
  for (const change of [{ exp: now() - 120 }, { nbf: now() + 120 }]) {
    google.says(claimsOf('wrong@example.test', change));
    expect(await refusalOf(app, await begun())).toBe('GOOGLE_SIGN_IN_FAILED');
  }
});

test.each([[false], ['true'], [undefined]])('AUTH-10 email_verified %j is not verified', async (verified) => {
  google.says(claimsOf('wrong@example.test', { email_verified: verified }));
  expect(await refusalOf(app, await begun())).toBe('GOOGLE_EMAIL_NOT_VERIFIED');
});

test('AUTH-10 an ID token without the issuer’s signature signs nobody in', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const bytes = (text: string) => new TextEncoder().encode(text);
  const forgeries: ((payload: Record<string, unknown>) => string | Promise<string>)[] = [
    (payload) => `${part({ alg: 'none' })}.${part(payload)}.`,
    (payload) => `${part({ alg: 'RS256', kid: google.keyId })}.${part(payload)}.`,
    (payload) => new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(bytes('secret'.repeat(8))),
    (payload) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: google.keyId }).sign(privateKey),
    (payload) => new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'another' }).sign(privateKey),
    () => 'not a token',
  ];
  for (const forge of forgeries) {
    const attempt = await begun();
    const nonce = new URL(attempt.url).searchParams.get('nonce');
    const payload = { iss: google.issuer, aud: 'client', nonce, iat: now(), exp: now() + 60 };
    const forged = await forge({ ...claimsOf('forged@example.test'), ...payload });
    google.says(claimsOf('forged@example.test'));
    google.answers((response) => Object.assign(response.body, { id_token: forged }));
    expect(await refusalOf(app, attempt)).toBe('GOOGLE_SIGN_IN_FAILED');
  }
  google.says(claimsOf('forged@example.test'));
  google.answers((response) => Object.assign(response.body, { id_token: undefined }));
  expect(await refusalOf(app, await begun())).toBe('GOOGLE_SIGN_IN_FAILED');
});

test('AUTH-10 a provider in trouble is UNAVAILABLE, and its refusal is not', async () => {
  google.answers((response) => Object.assign(response, { statusCode: 503 }));
  expect(await refusalOf(app, await begun())).toBe('UNAVAILABLE');
  google.says({});
  google.answers((response) =>
    Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant' } }),
  );
  expect(await refusalOf(app, await begun())).toBe('GOOGLE_SIGN_IN_FAILED');
});
