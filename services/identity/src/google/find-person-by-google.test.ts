import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SignJWT, generateKeyPair } from 'jose';
import { sql } from 'kysely';
import { registerPerson, resetPassword, verifyEmail } from '@app/contracts/identity/accounts.ts';
import { refreshSession } from '@app/contracts/identity/sessions.ts';
import { createLog } from '@app/kit/log.ts';
import { emailWords } from '@app/words/emails.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import {
  type Attempt,
  beginWithGoogle,
  idTokenClaims,
  countPeople,
  finishWithGoogle,
  readGoogleRefusal,
  startForgingGoogle,
} from '@app/test/support/samples/google.ts';
import { PASSWORD, emailSecret, registerVerified } from '@app/test/support/people.ts';
import { waitForJobs } from '@app/test/support/wait-for-jobs.ts';
import {
  codeOrStatus,
  firstCookie,
  registration,
  resetToken,
  setPassword,
  tryLogIn,
  verificationToken,
} from '#test/accounts.ts';

let google: Awaited<ReturnType<typeof startForgingGoogle>>;
let app: TestApp;
const errors: string[] = [];
beforeAll(async () => {
  google = await startForgingGoogle();
  app = await startTestApp(google.settings, createLog('error', { write: (line) => errors.push(line) }));
});
afterAll(async () => {
  await app.close();
  await google.close();
});
beforeEach(() => google.says(idTokenClaims('honest@example.test')));
const startSignIn = async () => google.agree(await beginWithGoogle(app, 'PARTICIPANT'));
const now = () => Math.floor(Date.now() / 1000);

test.each([
  ['another audience', { aud: 'another' }],
  ['more than one audience', { aud: ['client', 'another'] }],
  ['another issuer', { iss: 'https://accounts.google.com' }],
  ['another nonce', { nonce: 'x'.repeat(43) }],
  ['no nonce', { nonce: undefined }],
  ['no subject', { sub: undefined }],
  ['an overlong subject', { sub: 'x'.repeat(256) }],
  ['no address', { email: undefined }],
  ['several addresses', { email: 'a@example.test, b@example.test' }],
  ['no expiry', { exp: undefined }],
  ['an expiry in the past', { exp: now() - 120 }],
  ['a start in the future', { nbf: now() + 24 * 60 * 60 }],
])('AUTH-10 an ID token with %s signs no one in', async (_, change) => {
  google.says(idTokenClaims('wrong@example.test', change));
  expect(await readGoogleRefusal(app, await startSignIn())).toBe('GOOGLE_SIGN_IN_FAILED');
});

test.each([[false], ['true'], [undefined]])('AUTH-10 email_verified %j is not verified', async (verified) => {
  google.says(idTokenClaims('wrong@example.test', { email_verified: verified }));
  expect(await readGoogleRefusal(app, await startSignIn())).toBe('GOOGLE_EMAIL_NOT_VERIFIED');
});

test('AUTH-10 an ID token without the issuer’s signature signs no one in', async () => {
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
    const attempt = await startSignIn();
    const nonce = new URL(attempt.url).searchParams.get('nonce');
    const payload = { iss: google.issuer, aud: 'client', nonce, iat: now(), exp: now() + 60 };
    const forged = await forge({ ...idTokenClaims('forged@example.test'), ...payload });
    google.says(idTokenClaims('forged@example.test'));
    google.answers((response) => Object.assign(response.body, { id_token: forged }));
    expect(await readGoogleRefusal(app, attempt)).toBe('GOOGLE_SIGN_IN_FAILED');
  }
  google.says(idTokenClaims('forged@example.test'));
  google.answers((response) => Object.assign(response.body, { id_token: undefined }));
  expect(await readGoogleRefusal(app, await startSignIn())).toBe('GOOGLE_SIGN_IN_FAILED');
});

test('AUTH-10 a failing provider answers UNAVAILABLE, and a refusal of it does not', async () => {
  google.answers((response) => Object.assign(response, { statusCode: 503 }));
  expect(await readGoogleRefusal(app, await startSignIn())).toBe('UNAVAILABLE');
  errors.length = 0;
  google.says({});
  google.answers((response) =>
    Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant' } }),
  );
  expect(await readGoogleRefusal(app, await startSignIn())).toBe('GOOGLE_SIGN_IN_FAILED');
  // A wrong client secret is our own fault and affects every sign-in, so it is logged.
  expect(errors).toEqual([]);
  google.says({});
  google.answers((response) =>
    Object.assign(response, { statusCode: 401, body: { error: 'invalid_client' } }),
  );
  expect(await readGoogleRefusal(app, await startSignIn())).toBe('GOOGLE_SIGN_IN_FAILED');
  expect(errors).toEqual([expect.stringContaining('invalid_client')]);
});

test('AUTH-10 if the account with this address is deleted during the sign-up, the person is asked to retry', async () => {
  const run = (text: string) => sql.raw(text).execute(app.engine.owner);
  // The insert does nothing, as if it had met an account that is gone by the next statement.
  await run(
    `create function identity.insert_nobody() returns trigger language plpgsql as 'begin return null; end'`,
  );
  await run(`create trigger insert_nobody before insert on identity.people
    for each row when (new.email = 'vanished@gmail.com') execute function identity.insert_nobody()`);
  google.says(idTokenClaims('vanished@gmail.com'));
  expect(await readGoogleRefusal(app, await startSignIn())).toBe('UNAVAILABLE');
  await run('drop function identity.insert_nobody cascade');
});

async function signInWith(claims: Record<string, unknown>, role: Attempt['collaborator']) {
  google.says(claims);
  return finishWithGoogle(app, await google.agree(await beginWithGoogle(app, role)));
}
const signIn = (claims: Record<string, unknown>) => signInWith(claims, 'PARTICIPANT');
/** The request has no role. */
const logInWith = (claims: Record<string, unknown>) => signInWith(claims, undefined);

test('S-503 a log-in creates no account, and no role that the person did not choose', async () => {
  const claims = idTokenClaims('undecided@gmail.com');
  const before = await countPeople(app);
  expect(await logInWith(claims)).toMatchObject({ status: 404, json: { code: 'GOOGLE_ACCOUNT_UNKNOWN' } });
  const email = 'unfinished@gmail.com';
  await app.call(registerPerson, { body: registration(email) });
  expect((await logInWith(idTokenClaims(email))).json).toMatchObject({ code: 'GOOGLE_ACCOUNT_UNKNOWN' });
  expect(await countPeople(app)).toBe(before + 1);

  const signedUp = await signInWith(claims, 'RESEARCHER');
  expect(signedUp.content).toMatchObject({ role: 'RESEARCHER' });
  expect((await logInWith(claims)).content).toMatchObject({ userId: signedUp.content.userId });
  const user = await registerVerified(app, 'PARTICIPANT');
  const added = await logInWith(idTokenClaims(user.email, { hd: 'example.test' }));
  expect(added.content).toMatchObject({ userId: user.userId });
});

test('AUTH-10 a log-in cannot turn into a sign-up on its way back', async () => {
  google.says(idTokenClaims('turned@gmail.com'));
  const attempt = await google.agree(await beginWithGoogle(app, undefined));
  const failed = await finishWithGoogle(app, { ...attempt, collaborator: 'RESEARCHER' });
  expect(failed.json).toMatchObject({ code: 'GOOGLE_SIGN_IN_FAILED' });
});

test('AUTH-10 a password that a stranger registered before the owner becomes invalid', async () => {
  const email = 'victim@example.test';
  const thiefs = { firstName: 'Mallory', lastName: 'Thief', phoneNumber: '024 123 4567' };
  const cookie = firstCookie(await app.call(registerPerson, { body: registration(email, thiefs) }));
  const token = await verificationToken(app, email);
  const owner = await signIn(idTokenClaims(email));
  expect(owner.content).toMatchObject({ email, role: 'PARTICIPANT', firstName: 'Esi', lastName: 'Owusu' });
  const thief = await tryLogIn(app, email);
  expect(thief.json).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  expect(await codeOrStatus(app.call(verifyEmail, { body: { token }, headers: { cookie } }))).toBe(
    'EMAIL_ALREADY_VERIFIED',
  );
  const { rows } = await sql`select phone_number from identity.people where email = ${email}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ phone_number: null }]);
});

test('S-503 Google is added to a verified account, which keeps role and password, and its owner is notified', async () => {
  const user = await registerVerified(app, 'RESEARCHER', { firstName: 'Ama' });
  const ofIssuer = { hd: 'example.test' };
  const added = await signIn(idTokenClaims(user.email.toUpperCase(), ofIssuer));
  expect(added.content).toMatchObject({ userId: user.userId, role: 'RESEARCHER', firstName: 'Ama' });
  expect((await tryLogIn(app, user.email)).status).toBe(200);
  await waitForJobs(app);
  const subjects = async () => (await app.mailbox.read(user.email)).map(({ subject }) => subject);
  expect(await subjects()).toContain(emailWords.googleAdded.subject);
  const emails = (await subjects()).length;
  expect((await signIn(idTokenClaims(user.email.toUpperCase()))).status).toBe(200);
  await waitForJobs(app);
  expect(await subjects()).toHaveLength(emails);
});

test('AUTH-10 a mailbox that Google does not run opens no account that another person verified', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const refused = await signIn(idTokenClaims(user.email));
  expect(refused).toMatchObject({ status: 409, json: { code: 'GOOGLE_ACCOUNT_EXISTS' } });
  expect(refused.headers['set-cookie']).not.toContain('__Host-refresh=');
  const { rows } = await sql`select 1 from identity.google_accounts where user_id = ${user.userId}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([]);
});

test('AUTH-10 a reset by email removes Google from the account', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const claims = idTokenClaims(user.email, { hd: 'example.test', sub: 'a guest' });
  expect((await signIn(claims)).status).toBe(200);
  const token = await emailSecret(app, user.userId, 'RESET_PASSWORD');
  await setPassword(app, user, token, 'a better phrase');
  expect((await signIn({ ...claims, hd: undefined })).json).toMatchObject({ code: 'GOOGLE_ACCOUNT_EXISTS' });
  const { rows } = await sql`
    select event, about from identity.audit where event in ('GOOGLE_ADDED', 'GOOGLE_REMOVED') and user_id = ${user.userId}
    union all select event, about from identity.audit where about = 'GOOGLE_ACCOUNT_EXISTS' limit 3`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([
    { event: 'GOOGLE_ADDED', about: null },
    { event: 'GOOGLE_REMOVED', about: null },
    { event: 'LOG_IN_REFUSED', about: 'GOOGLE_ACCOUNT_EXISTS' },
  ]);
});

test('AUTH-10 the subject identifies the person, whatever address it has now', async () => {
  const before = await signIn(idTokenClaims('before@example.test', { sub: 'the same' }));
  const after = await signIn(idTokenClaims('after@example.test', { sub: 'the same' }));
  expect(after.content).toMatchObject({ userId: before.content.userId, email: 'before@example.test' });
});

test('S-503 a person who came by Google has no password until a reset email sets one', async () => {
  const email = 'google-only@example.test';
  const { content } = await signIn(idTokenClaims(email));
  const wrong = await tryLogIn(app, email);
  expect(wrong.json).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  await app.call(resetPassword, { body: { email } });
  expect((await setPassword(app, content, await resetToken(app, email), PASSWORD)).status).toBe(200);
  expect((await tryLogIn(app, email)).status).toBe(200);
  expect((await signIn(idTokenClaims(email, { hd: 'example.test' }))).content).toMatchObject({
    userId: content.userId,
  });
});

test.each([
  [{ given_name: undefined, name: 'Ama Ata Aidoo' }, 'Ama Ata Aidoo', ''],
  [{ given_name: undefined, family_name: undefined }, 'name', ''],
  [{ given_name: 'Dr.Kofi K.A.', family_name: 'St.Clair' }, 'Dr.Kofi K.A.', 'St.Clair'],
  [{ given_name: 'www.evil', family_name: 'J.evil.com' }, 'www. evil', 'J. evil. com'],
  [{ given_name: ' \u0000 ', family_name: 7, name: null }, 'name', ''],
  [{ given_name: '\u0000Ɛsi\n', family_name: 'ɔ'.repeat(80) }, 'Ɛsi', 'ɔ'.repeat(50)],
  [{ given_name: 'x'.repeat(49) + '😀😀', family_name: '\ud800' }, `${'x'.repeat(49)}😀`, '\ufffd'],
])('S-503 names from Google are adapted to our rules: %j', async (change, firstName, lastName) => {
  const email = `name@${crypto.randomUUID().slice(0, 8)}.test`;
  const { content } = await signIn(idTokenClaims(email, change));
  expect(content).toMatchObject({ email, firstName, lastName });
});

test('SES-2 a session from a Google sign-in is refreshed like any other', async () => {
  const { headers } = await signIn(idTokenClaims('renews@example.test'));
  const cookies = [headers['set-cookie']].flat().map((line) => String(line).split(';', 1)[0] ?? '');
  const cookie = cookies.find((pair) => pair.startsWith('__Host-refresh=')) ?? '';
  const renewed = await app.call(refreshSession, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  expect(renewed.status).toBe(200);
});
