import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  registerPerson,
  resetPassword,
  updatePassword,
  verifyEmail,
} from '@app/contracts/identity/account.ts';
import { readOwnAccount } from '@app/contracts/identity/own-account.ts';
import { LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { letterWords } from '@app/words/letters.ts';
import { logIn } from '@app/contracts/identity/session.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { settled } from '@app/test/support/settled.ts';
import { PASSWORD, letterSecret, linkTo } from '@app/test/support/people.ts';

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

const verifyLinks = async (email: string) => {
  const letters = await app.mailbox.read(email);
  return letters.flatMap(({ links }) => links.filter((link) => link.includes('/verify-email/')));
};
/** One after the other, letters among it: those of two workers may overtake each other. */
const register = async (...bodies: object[]) => {
  for (const body of bodies) {
    await app.call(registerPerson, { body });
    await settled(app);
  }
};
const follow = (link: string | undefined) =>
  app.call(verifyEmail, { body: { token: new URL(link ?? '').pathname.split('/').at(-1) } });
const logInWith = async (email: string, password: string) =>
  (await app.call(logIn, { body: { email, password } })).status;
const stranger = {
  firstName: 'Evil',
  lastName: 'Twin',
  role: 'PARTICIPANT',
  password: 'a stranger chose this',
};

test('AUTH-5 signing up again before verifying sends a link again, and the newest words count', async () => {
  const email = 'again@example.test';
  await register(registration(email), { ...registration(email), firstName: 'Esther' });
  const [newest, oldest] = await verifyLinks(email);
  expect((await follow(newest)).content).toMatchObject({ firstName: 'Esther', role: 'RESEARCHER' });
  expect((await follow(oldest)).json).toMatchObject({ code: 'EMAIL_ALREADY_VERIFIED' });
});

test('AUTH-10 who signs up twice with the same password keeps it', async () => {
  const email = 'twice@example.test';
  await register(registration(email), { ...registration(email), firstName: 'Esther' });
  const [, oldest] = await verifyLinks(email);
  expect((await follow(oldest)).content).toMatchObject({ firstName: 'Esi', needsPassword: false });
  expect(await logInWith(email, PASSWORD)).toBe(200);
});

test.each([
  ['the stranger first', true],
  ['the owner first', false],
])('AUTH-10 no password of a stranger opens the account of whoever has the mailbox: %s', async (_, first) => {
  const email = `contested-${String(first)}@example.test`;
  const both = [{ ...registration(email), ...stranger }, registration(email)];
  await register(...(first ? both : both.toReversed()));
  // Newest first; the owner's own link makes the owner's own account.
  const links = await verifyLinks(email);
  const verified = await follow(links[first ? 0 : 1]);
  expect(verified.content).toMatchObject({ firstName: 'Esi', role: 'RESEARCHER', needsPassword: true });
  expect(await logInWith(email, stranger.password)).toBe(401);
  expect(await logInWith(email, PASSWORD)).toBe(401);

  const token = (await linkTo(app, email, '/reset-password/')).searchParams.get('token') ?? '';
  const body = { password: 'the owner chose this' };
  await app.call(updatePassword, { params: { id: verified.content.userId }, query: { token }, body });
  expect(await logInWith(email, body.password)).toBe(200);
  expect(await logInWith(email, stranger.password)).toBe(401);
});

test('AUTH-10 nor does it after the owner follows the stranger’s link', async () => {
  const email = 'followed@example.test';
  await register(registration(email), { ...registration(email), ...stranger });
  const [newest] = await verifyLinks(email);
  expect((await follow(newest)).status).toBe(200);
  expect(await logInWith(email, stranger.password)).toBe(401);
});

const run = (text: ReturnType<typeof sql>) => text.execute(app.engine.owner);

test('AUTH-10 who asks for a password of what a stranger registered is led to sign up, and is who they say then', async () => {
  const email = 'before.its.owner@example.test';
  await register({ ...registration(email), ...stranger, phoneNumber: '024 123 4567' });
  await run(sql`update identity.registrations set agreed_to = '{"TERMS": "2026-11-01"}'
    where user_id = (select user_id from identity.people where email = ${email})`);
  await app.call(resetPassword, { body: { email } });
  await settled(app);
  const letters = await app.mailbox.read(email);
  const letter = letters.find(({ subject }) => subject === letterWords.signUpFirst.subject);
  expect(letter?.links.map((link) => new URL(link).pathname).slice(0, 2)).toEqual([
    '/participant-signup',
    '/signup',
  ]);
  expect(letters.flatMap(({ links }) => links).filter((link) => link.includes('/reset-password/'))).toEqual(
    [],
  );

  await register(registration(email));
  const [own] = await verifyLinks(email);
  const owner = (await follow(own)).content;
  expect(owner).toMatchObject({ firstName: 'Esi', role: 'RESEARCHER', mustAgreeTo: [] });
  const { content } = await app.call(readOwnAccount, { as: owner });
  expect(content).toMatchObject({ phoneNumber: null, hasPassword: false });
  const { rows } = await run(sql`
    select text, version::text from identity.consents where user_id = ${owner.userId} order by text`);
  expect(rows).toEqual(
    (['PRIVACY', 'TERMS'] as const).map((text) => ({ text, version: LEGAL_VERSIONS[text] })),
  );
});

test('AUTH-10 no link sets a password of an account that nobody has verified, and nothing of it is used up', async () => {
  const email = 'unverified@example.test';
  await register({ ...registration(email), ...stranger });
  const { rows } = await run(sql`select user_id as "userId" from identity.people where email = ${email}`);
  const [{ userId }] = rows as [{ userId: string }];
  const token = await letterSecret(app, userId, 'RESET_PASSWORD');
  const given = { params: { id: userId }, query: { token }, body: { password: 'the owner chose this' } };
  expect((await app.call(updatePassword, given)).json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
  expect(await logInWith(email, given.body.password)).toBe(401);
  const [link] = await verifyLinks(email);
  expect((await follow(link)).content).toMatchObject({ firstName: stranger.firstName });
});

test('who followed a link agreed when they registered, to the versions that they saw', async () => {
  const email = 'agreed@example.test';
  await register(registration(email));
  await run(sql`update identity.registrations
    set agreed_to = '{"TERMS": "2026-11-01", "PRIVACY": "2026-11-02"}', registered_at = '2026-11-03T04:05:06Z'
    where user_id = (select user_id from identity.people where email = ${email})`);
  expect(
    (await run(sql`select 1 from identity.consents natural join identity.people where email = ${email}`))
      .rows,
  ).toEqual([]);
  const [link] = await verifyLinks(email);
  const { content: person } = await follow(link);
  expect(person.mustAgreeTo).toEqual(['TERMS', 'PRIVACY']);
  const { content } = await app.call(readOwnAccount, { as: person });
  expect(content.consents).toEqual([
    { text: 'PRIVACY', version: '2026-11-02', agreedAt: '2026-11-03T04:05:06.000Z' },
    { text: 'TERMS', version: '2026-11-01', agreedAt: '2026-11-03T04:05:06.000Z' },
  ]);
});
