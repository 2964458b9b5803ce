// @module-tag both-engines
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerPerson, updatePassword, verifyEmail } from '@app/contracts/identity/account.ts';
import { logIn } from '@app/contracts/identity/session.ts';
import type { TestApp } from '../../../../../test/app.ts';
import { startTestApp } from '../../../../../test/app.ts';
import { settled } from '../../../../../test/settled.ts';
import { PASSWORD, linkTo } from '../../../../../test/people.ts';

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
  expect((await follow(oldest)).content).toMatchObject({ firstName: 'Esi' });
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
  expect(verified.content).toMatchObject({ firstName: 'Esi', role: 'RESEARCHER' });
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
