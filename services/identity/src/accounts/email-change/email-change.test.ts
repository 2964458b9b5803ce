import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { registerPerson, resetPassword } from '@app/contracts/identity/accounts.ts';
import { askEmailChange, changeEmail, sendEmailChangeCode } from '@app/contracts/identity/email-change.ts';
import { deleteOwnAccount } from '@app/contracts/identity/account-deletion.ts';
import { downloadOwnData } from '@app/contracts/identity/data-export.ts';
import { changeOwnPassword, readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readMe, refreshSession } from '@app/contracts/identity/sessions.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { createLog } from '@app/kit/log.ts';
import { emailWords } from '@app/words/emails.ts';
import { validation } from '@app/words/validation.ts';
import { useApp } from '@app/test/support/app.ts';
import { findMarkers } from '@app/test/support/every-row.ts';
import { PASSWORD, emailSecret, registerVerified } from '@app/test/support/people.ts';
import { waitForJobs } from '@app/test/support/wait-for-jobs.ts';
import {
  codeOrStatus,
  firstCookie,
  readAuditEvents,
  registration,
  removePassword,
  setPassword,
  tryLogIn,
} from '#test/accounts.ts';

const app = useApp(
  { NOTICES_PER_MAILBOX_PER_HOUR: 1 },
  createLog('debug', { write: (line) => lines.push(line) }),
);
const lines: string[] = [];

const run = (text: ReturnType<typeof sql>) => text.execute(app.engine.owner);
let number = 0;
const freshEmail = () => `moved-${(number += 1)}@example.test`;

const requestChange = async (as: SignedInUser, email: string, by: object = { password: PASSWORD }) => {
  const answer = await app.call(askEmailChange, { as, body: { email, ...by } });
  await waitForJobs(app);
  return answer;
};
const follow = (as: { token: string }, token: string) => app.call(changeEmail, { as, body: { token } });
/** Newest first. */
const tokensTo = async (email: string) =>
  (await app.mailbox.read(email))
    .flatMap(({ links }) => links)
    .filter((link) => link.includes('/change-email/'))
    .map((link) => new URL(link).pathname.split('/').at(-1) ?? '');
const subjectsTo = async (email: string) => (await app.mailbox.read(email)).map(({ subject }) => subject);
const emailTo = async (email: string, subject: string) =>
  (await app.mailbox.read(email)).find((message) => message.subject === subject);
const readEmailRows = async ({ userId }: SignedInUser) =>
  (await run(sql`select email from identity.people where user_id = ${userId}`)).rows;

describe('a change of email', () => {
  test('happens by the link in the new mailbox; the old one is notified twice, and other sessions end', async () => {
    const person = await registerVerified(app, 'PARTICIPANT', { firstName: 'Esi' });
    const elsewhere = await tryLogIn(app, person.email);
    const reset = await emailSecret(app, person.userId, 'RESET_PASSWORD');
    const email = freshEmail();
    expect(await requestChange(person, `  ${email.toUpperCase()} `)).toMatchObject({
      status: 200,
      json: { content: { email } },
    });
    expect(await readEmailRows(person)).toEqual([{ email: person.email }]);
    expect((await tryLogIn(app, email)).status).toBe(401);
    const notice = await emailTo(person.email, emailWords.emailChangeAsked.subject);
    expect(notice?.text).toContain(email);

    // The new address is not verified, so its email contains no name.
    const toNew = await emailTo(email, emailWords.confirmNewEmail.subject);
    expect([toNew?.text.split('\n', 1), toNew?.text.includes('Esi')]).toEqual([['Hello,'], false]);

    const [token = ''] = await tokensTo(email);
    const changed = await follow(person, token);
    expect(changed).toMatchObject({ status: 200, json: { content: { userId: person.userId, email } } });
    for (const { token: old } of [person, elsewhere.content])
      expect((await app.call(readMe, { as: { token: old } })).status).toBe(401);
    const dead = await app.call(refreshSession, { headers: { cookie: firstCookie(elsewhere) } });
    expect(dead.status).toBe(401);
    expect((await app.call(listOwnApplications, { as: changed.content })).status).toBe(200);
    expect((await tryLogIn(app, person.email)).status).toBe(401);
    expect((await tryLogIn(app, email)).status).toBe(200);

    await waitForJobs(app);
    expect(await subjectsTo(person.email)).toContain(emailWords.emailChanged.subject);
    expect(await subjectsTo(email)).not.toContain(emailWords.emailChanged.subject);
    expect(await codeOrStatus(setPassword(app, person, reset, 'adinkra symbols 84'))).toBe('TOKEN_NOT_VALID');
    await app.call(resetPassword, { body: { email: person.email } });
    await waitForJobs(app);
    expect(await subjectsTo(person.email)).not.toContain(emailWords.resetPassword.subject);
    expect((await follow(changed.content, token)).json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    const events = await readAuditEvents(app, person);
    for (const event of ['EMAIL_CHANGE_ASKED', 'EMAIL_CHANGED', 'LINK_REFUSED CHANGE_EMAIL'])
      expect(events).toContain(event);
    expect([email, person.email].filter((mark) => lines.join('\n').includes(mark))).toEqual([]);
  });

  test('an email to the old address that is sent after the change contains no link', async () => {
    const person = await registerVerified(app, 'PARTICIPANT');
    const email = freshEmail();
    await requestChange(person, email);
    const [token = ''] = await tokensTo(email);
    const at = new Date().toISOString();
    await follow(person, token);
    const late = { id: crypto.randomUUID(), kind: 'RESET_PASSWORD', userId: person.userId, at };
    await run(sql`insert into identity_jobs.job (id, name, data)
      values (${late.id}, 'emails', ${JSON.stringify(late)}::jsonb)`);
    await waitForJobs(app);
    for (const address of [person.email, email])
      expect(await subjectsTo(address)).not.toContain(emailWords.resetPassword.subject);
  });

  test('accepts only another address, the newest unexpired link, and its own person', async () => {
    const person = await registerVerified(app, 'RESEARCHER');
    const [first, second] = [freshEmail(), freshEmail()];
    const message = validation.otherEmail;
    expect((await requestChange(person, person.email)).json).toMatchObject({
      content: [{ field: 'email', message }],
    });
    await requestChange(person, first);
    await requestChange(person, second);
    const [older = ''] = await tokensTo(first);
    const [newer = ''] = await tokensTo(second);
    expect((await follow(person, older)).json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    const other = await registerVerified(app, 'RESEARCHER');
    expect((await follow(other, newer)).json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    expect((await app.call(changeEmail, { body: { token: newer } })).status).toBe(401);
    await run(sql`update identity.email_tokens set expires_at = now() where user_id = ${person.userId}`);
    expect((await follow(person, newer)).json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    expect(await readEmailRows(person)).toEqual([{ email: person.email }]);
  });

  test('is cancelled by a new password, which the owner sets if they did not request it', async () => {
    const person = await registerVerified(app, 'PARTICIPANT');
    const email = freshEmail();
    await requestChange(person, email);
    const [token = ''] = await tokensTo(email);
    const body = { currentPassword: PASSWORD, password: 'adinkra symbols 84' };
    const changed = await app.call(changeOwnPassword, { as: person, body });
    expect((await follow(changed.content, token)).json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
  });

  test.each([
    [{ password: 'not the password' }, 'WRONG_PASSWORD', 'password', validation.currentPassword],
    [{}, 'INVALID_INPUT', 'password', validation.valueRequired],
    [{ code: '12345678' }, 'INVALID_INPUT', 'password', validation.valueRequired],
    [{ password: PASSWORD, email: 'no address' }, 'INVALID_INPUT', 'email', validation.email],
  ])('cannot be requested with %j', async (by, code, field, message) => {
    const person = await registerVerified(app, 'PARTICIPANT');
    const email = freshEmail();
    const refused = await requestChange(person, email, by);
    expect(refused).toMatchObject({ status: 400, json: { code, content: [{ field, message }] } });
    expect(await subjectsTo(email)).toEqual([]);
    expect(await subjectsTo(person.email)).not.toContain(emailWords.emailChangeAsked.subject);
    const waiting = sql`select from identity.email_changes where user_id = ${person.userId}`;
    expect((await run(waiting)).rows).toEqual([]);
  });
});

describe('an address that is taken', () => {
  test('gets the same answer as any other, its owner gets a notice, and nothing changes', async () => {
    const [person, owner] = [
      await registerVerified(app, 'PARTICIPANT'),
      await registerVerified(app, 'RESEARCHER'),
    ];
    const answerForTaken = await requestChange(person, owner.email);
    const free = await requestChange(person, freshEmail());
    expect(answerForTaken.status).toBe(free.status);
    expect(Object.keys(answerForTaken.json)).toEqual(Object.keys(free.json));
    expect(answerForTaken.content).toEqual({ email: owner.email });
    expect(await tokensTo(owner.email)).toEqual([]);
    expect(await subjectsTo(owner.email)).toContain(emailWords.emailWanted.subject);
    // The limit is one an hour for all requesters together.
    await requestChange(await registerVerified(app, 'PARTICIPANT'), owner.email);
    const notices = (await subjectsTo(owner.email)).filter((one) => one === emailWords.emailWanted.subject);
    expect(notices).toHaveLength(1);
    expect((await tryLogIn(app, owner.email)).status).toBe(200);
  });

  test('taken between request and confirmation makes the link fail, and its account stays unchanged', async () => {
    const person = await registerVerified(app, 'PARTICIPANT');
    const email = freshEmail();
    await requestChange(person, email);
    const [token = ''] = await tokensTo(email);
    const owner = await registerVerified(app, 'RESEARCHER', { email });
    expect((await follow(person, token)).json).toMatchObject({ code: 'EMAIL_IN_USE' });
    expect((await app.call(readMe, { as: person })).status).toBe(200);
    expect((await tryLogIn(app, email)).content).toMatchObject({ userId: owner.userId });
  });

  test('taken by an unverified registration still goes to its owner', async () => {
    const person = await registerVerified(app, 'PARTICIPANT');
    const email = freshEmail();
    const password = 'a stranger chose this';
    await app.call(registerPerson, { body: registration(email, { password }) });
    await requestChange(person, email);
    const [token = ''] = await tokensTo(email);
    expect((await follow(person, token)).content).toMatchObject({ userId: person.userId, email });
    expect((await tryLogIn(app, email, password)).status).toBe(401);
    expect((await tryLogIn(app, email)).status).toBe(200);
    expect(await readAuditEvents(app, person)).toContain('EMAIL_CHANGED TAKEN_OVER');
  });
});

test('a person from Google confirms with an emailed code and still signs in to the same account', async () => {
  const person = await registerVerified(app, 'PARTICIPANT');
  await removePassword(app, person);
  const email = freshEmail();
  expect((await requestChange(person, email, { password: PASSWORD })).json).toMatchObject({
    content: [{ field: 'code', message: validation.valueRequired }],
  });
  await app.call(sendEmailChangeCode, { as: person });
  await waitForJobs(app);
  const [message] = await app.mailbox.read(person.email);
  const code = /\b\d{4} \d{4}\b/.exec(message?.text ?? '')?.[0] ?? '';
  const wrong = String((Number(code.replace(' ', '')) + 1) % 1e8).padStart(8, '0');
  expect((await requestChange(person, email, { code: wrong })).json).toMatchObject({
    code: 'CODE_NOT_VALID',
  });
  // This code does not delete the account.
  const deletion = await app.call(deleteOwnAccount, { as: person, body: { code } });
  expect(deletion.json).toMatchObject({ code: 'CODE_NOT_VALID' });
  expect((await requestChange(person, email, { code })).status).toBe(200);
  expect((await requestChange(person, freshEmail(), { code })).json).toMatchObject({
    code: 'CODE_NOT_VALID',
  });
  const [token = ''] = await tokensTo(email);
  const changed = await follow(person, token);
  expect(changed.content).toMatchObject({ email });
  const { content } = await app.call(readOwnAccount, { as: changed.content });
  expect(content).toMatchObject({ hasGoogle: true, hasPassword: false });
});

test('the data file contains the changes, and deleting the account deletes them', async () => {
  const person = await registerVerified(app, 'PARTICIPANT');
  const [email, next] = [freshEmail(), freshEmail()];
  await requestChange(person, email);
  const [token = ''] = await tokensTo(email);
  const as = (await follow(person, token)).content;
  await requestChange(as, next);
  const { bytes } = await app.call(downloadOwnData, { as });
  expect(Buffer.from(bytes).toString('latin1')).toContain('Changes of your email.csv');
  expect((await app.call(deleteOwnAccount, { as, body: { password: PASSWORD } })).status).toBe(204);
  await waitForJobs(app);
  expect(await findMarkers(app, [person.email, email, next])).toEqual([]);
});
