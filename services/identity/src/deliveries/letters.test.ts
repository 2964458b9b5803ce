// @module-tag both-engines
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  registerPerson,
  resetPassword,
  updatePassword,
  verifyEmail,
} from '@app/contracts/identity/account.ts';
import { decideCompany, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { changeOwnPassword } from '@app/contracts/identity/own-account.ts';
import { letterWords as words } from '@app/words/letters.ts';
import type { DeliveredLetter } from '@app/kit/mail.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import {
  PASSWORD,
  companyBody,
  letterSecret,
  registerResearcher,
  registerVerified,
} from '@app/test/support/people.ts';
import { settled } from '@app/test/support/settled.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function lettersTo(address: string): Promise<DeliveredLetter[]> {
  await settled(app);
  return app.mailbox.read(address);
}

/** Letters are sent side by side: the newest need not be the last that was asked for. */
const letterTo = async (address: string, subject: string) =>
  (await lettersTo(address)).find((letter) => letter.subject === subject);
const subjectsTo = async (address: string) => (await lettersTo(address)).map(({ subject }) => subject);

test('S-107 a password set by a letter is told apart from one that its owner changed', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const before = Date.now();
  const token = await letterSecret(app, user.userId, 'RESET_PASSWORD');
  const params = { id: user.userId };
  await app.call(updatePassword, { params, query: { token }, body: { password: 'a better phrase' } });
  const byLetter = await letterTo(user.email, words.passwordSet.subject);
  expect(byLetter).toBeDefined();
  for (const part of [byLetter?.text, byLetter?.html]) {
    expect(part).toContain('signing in with Google was taken off');
    const [, at = ''] = /This happened on (.+) GMT\./.exec(part ?? '') ?? [];
    const toldAt = Date.parse(`${at.replace(' at', '')} UTC`);
    // Minutes are cut off.
    expect([toldAt > before - 60_000, toldAt <= Date.now()]).toEqual([true, true]);
  }

  const owner = await registerVerified(app, 'RESEARCHER');
  const body = { currentPassword: PASSWORD, password: 'another better phrase' };
  expect((await app.call(changeOwnPassword, { as: owner, body })).status).toBe(200);
  const byOwner = await letterTo(owner.email, words.passwordChanged.subject);
  expect(byOwner?.text).not.toContain('Google');
  expect(byOwner?.text).toContain('This happened on');
});

test('AUTH-10 whoever verified an address that several registered with is asked to set a password', async () => {
  const person = {
    email: 'several@example.test',
    password: PASSWORD,
    firstName: 'Esi',
    lastName: 'Owusu',
    role: 'RESEARCHER',
    agreedToTerms: true,
  };
  await app.call(registerPerson, { body: person });
  await app.call(registerPerson, { body: { ...person, firstName: 'Kofi', password: 'not the same at all' } });
  const [verification] = await lettersTo(person.email);
  const token = new URL(verification?.links[0] ?? '').pathname.split('/').at(-1);
  const verified = await app.call(verifyEmail, { body: { token } });

  const [letter] = await lettersTo(person.email);
  expect(letter?.subject).toBe(words.setPassword.subject);
  expect(letter?.text).not.toContain('You asked');
  const link = new URL(letter?.links[0] ?? '');
  expect(link.pathname).toBe(`/reset-password/${verified.content.userId}`);
  const query = { token: link.searchParams.get('token') ?? '' };
  const params = { id: verified.content.userId };
  const set = await app.call(updatePassword, { params, query, body: { password: 'a better phrase' } });
  expect(set.status).toBe(200);
});

test('AUTH-5 whoever registers again is told the ways in', async () => {
  const user = await registerVerified(app, 'PARTICIPANT');
  const { email, firstName, lastName, role } = user;
  const body = { email, firstName, lastName, role, password: PASSWORD, agreedToTerms: true };
  await app.call(registerPerson, { body });
  await app.call(resetPassword, { body: { email } });
  const letters = await lettersTo(email);
  const notice = letters.find(({ subject }) => subject === words.alreadyRegistered.subject);
  expect(notice?.text).toContain('with Google if you use it');
  expect(notice?.links.map((link) => new URL(link).pathname).slice(0, 2)).toEqual([
    '/login',
    '/forgot-password',
  ]);
  expect(await subjectsTo(email)).toContain(words.resetPassword.subject);
});

test('D-25 the admin reads who asks, and the researcher the whole reason', async () => {
  const user = await registerResearcher(app);
  const website = `https://evil.example/accept-company/x?a='"<b>&`;
  const company = { ...companyBody(user.userId), companyName: '<b>Salt & "Co"</b>', website };
  expect((await app.call(submitCompanyInformation, { as: user, body: company })).status).toBe(200);
  const letters = await lettersTo('admin@demo.test');
  const letter = letters.find(({ text }) => text.includes(user.email));
  expect(letter?.text).toContain(`Asked by: ${user.firstName} ${user.lastName}, ${user.email}`);
  expect(letter?.html).toContain('&lt;b&gt;Salt &amp; &quot;Co&quot;&lt;/b&gt;');
  expect(letter?.html).toContain('href="https://evil.example/accept-company/x?a=%27%22%3Cb%3E&amp;"');
  const [accept = '', decline = ''] = letter?.links ?? [];
  expect(new URL(accept)).toMatchObject({ host: 'localhost:3000' });
  expect(accept.replace('/accept-', '/decline-')).toBe(decline);

  const token = new URL(accept).pathname.split('/')[2];
  const body = { token, decision: 'DECLINE', reason: 'The site <is> down.\nPlease mend it.' };
  await app.call(decideCompany, { params: { userId: user.userId }, body });
  const [declined] = await lettersTo(user.email);
  expect(declined?.html).toContain('The site &lt;is&gt; down.<br>Please mend it.');
  expect(new URL(declined?.links[0] ?? '').pathname).toBe('/dashboard/kyc');
});
