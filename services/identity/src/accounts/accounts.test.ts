import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  existsByEmail,
  readResetLink,
  registerPerson,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '@app/contracts/identity/accounts.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { changeOwnPassword, readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { readMe } from '@app/contracts/identity/sessions.ts';
import { LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { emailWords } from '@app/words/emails.ts';
import { validation } from '@app/words/validation.ts';
import { useApp } from '@app/test/support/app.ts';
import { PASSWORD, emailSecret, readEmailLink, registerVerified } from '@app/test/support/people.ts';
import { newKey } from '@app/test/support/secrets.ts';
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
import { readIdentityConfig } from '../config.ts';
import { makeLink } from '../links/make-link.ts';
import { SERVICE_ROLE } from '../open-db.ts';
import type { IdentityTables } from '../schema.ts';

const app = useApp();

describe('register', () => {
  test('S-501 a new person gets an email, and can log in only after following its link (D-22)', async () => {
    const email = 'esi@example.test';
    const registered = await app.call(registerPerson, { body: registration(email) });
    expect(registered.status).toBe(201);
    const early = await tryLogIn(app, email);
    expect(early).toMatchObject({ status: 403, json: { code: 'EMAIL_NOT_VERIFIED' } });

    const token = await verificationToken(app, email);
    const headers = { cookie: firstCookie(registered) };
    const verified = await app.call(verifyEmail, { body: { token }, headers });
    expect(verified.content).toMatchObject({
      email,
      role: 'RESEARCHER',
      firstName: 'Esi',
      lastName: 'Owusu',
      adminVerificationStatus: null,
      hasCompanyInfo: false,
      hasUserInfo: false,
      firstLogin: true,
    });
    expect((await app.call(readMe, { as: verified.content })).content).toEqual(verified.content);
    expect((await tryLogIn(app, email)).status).toBe(200);
  });

  test('AUTH-5 a taken address gets the same answer, its owner is emailed ways to log in, and nothing changes', async () => {
    const owner = await registerVerified(app, 'PARTICIPANT');
    const fresh = await app.call(registerPerson, { body: registration('fresh@example.test') });
    const answer = await app.call(registerPerson, {
      body: { ...registration(owner.email.toUpperCase()), password: 'another good one' },
    });
    expect(answer.status).toBe(fresh.status);
    expect(Object.keys(answer.json)).toEqual(Object.keys(fresh.json));
    for (const { headers } of [answer, fresh])
      expect(String(headers['set-cookie'])).toMatch(
        /^__Host-registered=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
    await readEmailLink(app, owner.email, '/forgot-password');
    const { subject } = emailWords.alreadyRegistered;
    const notice = await emailTo(owner.email, subject);
    expect(notice?.text).toContain('with Google if you use it');
    expect(notice?.links.map((link) => new URL(link).pathname).slice(0, 2)).toEqual([
      '/login',
      '/forgot-password',
    ]);
    expect((await tryLogIn(app, owner.email)).status).toBe(200);
    expect((await tryLogIn(app, owner.email, 'another good one')).status).toBe(401);
  });

  test('people with an address that can no longer be registered can still log in', async () => {
    const { email, userId } = await registerVerified(app, 'PARTICIPANT');
    const former = email.replace('@', '..x.@');
    expect((await app.call(registerPerson, { body: registration(former) })).status).toBe(400);
    await sql`update identity.people set email = ${former} where user_id = ${userId}`.execute(
      app.engine.owner,
    );
    expect((await tryLogIn(app, former)).status).toBe(200);
    for (const call of [resendVerification, resetPassword]) {
      expect((await app.call(call, { body: { email: former } })).status).toBe(200);
    }
    expect((await app.call(existsByEmail, { query: { email: former } })).content).toBe(true);
  });

  test.each([
    [{ email: 'no at sign' }, 'email', validation.email],
    [{ email: 'a@b.c' }, 'email', validation.email],
    [{ email: 'a..b@example.test' }, 'email', validation.email],
    [{ password: '1234567' }, 'password', validation.minLength(8)],
    [{ firstName: '   ' }, 'firstName', validation.firstName],
    [{ firstName: 'http://evil.example/win' }, 'firstName', validation.personName],
    [{ lastName: 'evil.com' }, 'lastName', validation.nameLikeLink],
    [{ firstName: 'You won GHS 900 call 0244123456' }, 'firstName', validation.nameLikeLink],
    [{ firstName: 'Your MoMo is blocked. Dial *170#' }, 'firstName', validation.nameLikeLink],
    [{ firstName: 'ＥＶＩＬ．ＣＯＭ' }, 'firstName', validation.nameLikeLink],
    [{ email: `${'ﬃ'.repeat(240)}@x.test` }, 'email', validation.email],
    [{ lastName: 'Ama\u202egpj' }, 'lastName', validation.personName],
    [{ lastName: undefined }, 'lastName', validation.lastName],
    [{ phoneNumber: null }, 'phoneNumber', validation.valueRequired],
    [{ lastName: 'x'.repeat(51) }, 'lastName', validation.maxLength(50)],
    [{ agreedToTerms: false }, 'agreedToTerms', validation.agreedToTerms],
    [{ role: 'ADMIN' }, 'role', validation.notAnOption],
    [{ phoneNumber: '+44 20 7946 0000' }, 'phoneNumber', validation.phoneNumber],
    [{ emailVerified: true }, 'emailVerified', validation.notAKnownKey('emailVerified')],
  ])('refuses %j', async (change, field, message) => {
    const email = 'refused@example.test';
    const answer = await app.call(registerPerson, { body: { ...registration(email), ...change } });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'INVALID_INPUT', content: [{ field, message }] });
  });

  test('D-22 refuses a password that attackers try first', async () => {
    const body = { ...registration('common@example.test'), password: 'password123' };
    expect((await app.call(registerPerson, { body })).json).toMatchObject({ code: 'PASSWORD_TOO_COMMON' });
  });

  test('AUTH-1 accepts all of 128 characters, and letters of Ghanaian languages', async () => {
    const email = 'long@example.test';
    const password = 'ɛ ɔ ŋ '.repeat(22).slice(0, 127);
    const body = registration(email, { password: `${password}A` });
    const headers = { cookie: firstCookie(await app.call(registerPerson, { body })) };
    const token = await verificationToken(app, email);
    await app.call(verifyEmail, { body: { token }, headers });
    expect((await tryLogIn(app, email, `${password}B`)).status).toBe(401);
    expect((await tryLogIn(app, email, `${password}A`)).status).toBe(200);
  });
});

describe('emails with links', () => {
  test('S-106 an email to an unverified address contains no name, whatever requested it', async () => {
    const email = 'nameless@example.test';
    const names = { firstName: 'Winner', lastName: 'Ofninehundred' };
    await app.call(registerPerson, { body: registration(email, names) });
    await app.call(resendVerification, { body: { email } });
    await app.call(resetPassword, { body: { email } });
    await waitForJobs(app);
    const emails = await app.mailbox.read(email);
    expect(emails).toHaveLength(3);
    for (const { subject, text, html } of emails) {
      expect(text.split('\n', 1)).toEqual(['Hello,']);
      expect(`${subject} ${text} ${html}`).not.toMatch(/winner|ofninehundred/i);
    }
  });

  test('S-106 a verification link works once, and not after it has expired', async () => {
    const email = 'once@example.test';
    const headers = { cookie: firstCookie(await app.call(registerPerson, { body: registration(email) })) };
    const token = await verificationToken(app, email);
    const endIn = (time: string) =>
      sql`
      update identity.email_tokens set expires_at = now() + ${time}::interval
      where user_id = (select user_id from identity.people where email = ${email})`.execute(app.engine.owner);
    await endIn('0 minutes');
    for (const given of [{ body: { token }, headers }, { body: { token, password: PASSWORD } }])
      expect(await app.call(verifyEmail, given)).toMatchObject({
        status: 400,
        json: { code: 'TOKEN_NOT_VALID' },
      });
    await endIn('10 minutes');
    expect((await app.call(verifyEmail, { body: { token }, headers })).status).toBe(200);
    const again = await app.call(verifyEmail, { body: { token } });
    expect(again).toMatchObject({ status: 409, json: { code: 'EMAIL_ALREADY_VERIFIED' } });
    expect(again.headers['set-cookie']).toBeUndefined();
    const madeUp = await app.call(verifyEmail, { body: { token: 'made up' } });
    expect(madeUp).toMatchObject({ status: 400, json: { code: 'TOKEN_NOT_VALID' } });
  });

  test('S-504 resending sends another link; an unknown address answers the same', async () => {
    const email = 'resend@example.test';
    await app.call(registerPerson, { body: registration(email) });
    await readEmailLink(app, email, '/verify-email/');
    const before = (await app.mailbox.read(email)).length;
    const known = await app.call(resendVerification, { body: { email } });
    const unknown = await app.call(resendVerification, { body: { email: 'nobody@example.test' } });
    expect([known.status, Object.keys(known.json)]).toEqual([unknown.status, Object.keys(unknown.json)]);
    await expect.poll(async () => (await app.mailbox.read(email)).length).toBe(before + 1);
    expect(await app.mailbox.read('nobody@example.test')).toEqual([]);
  });

  test('S-107 a reset link sets a new password, ends the sessions and works only for its person', async () => {
    const [user, other] = [
      await registerVerified(app, 'RESEARCHER'),
      await registerVerified(app, 'RESEARCHER'),
    ];
    await app.call(resetPassword, { body: { email: user.email } });
    const token = await resetToken(app, user.email);
    const change = (person: SignedInUser, password = 'a better phrase') =>
      setPassword(app, person, token, password);
    const readLink = async (id: string) =>
      (await app.call(readResetLink, { params: { id }, query: { token } })).json;

    expect((await change(other)).json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    expect((await change(user, 'short')).status).toBe(400);
    expect(await readLink(other.userId)).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    expect(await readLink(user.userId)).toEqual({ content: { userId: user.userId } });
    expect((await change(user)).status).toBe(200);
    expect(await readLink(user.userId)).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    expect((await change(user)).json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    expect((await tryLogIn(app, user.email)).status).toBe(401);
    expect((await tryLogIn(app, user.email, 'a better phrase')).status).toBe(200);
    await readEmailLink(app, user.email, '/forgot-password');
  });
});

test('S-502 AUTH-10 an address counts as taken once its link was followed, in every spelling', async () => {
  const email = 'not.taken@example.test';
  await app.call(registerPerson, { body: registration(email) });
  const exists = async (address: string) =>
    (await app.call(existsByEmail, { query: { email: address } })).content;
  for (const address of [email, 'nobody@example.test', 'not an address'])
    expect(await exists(address)).toBe(false);
  const token = await verificationToken(app, email);
  await app.call(verifyEmail, { body: { token, password: PASSWORD } });
  for (const address of [email, email.toUpperCase()]) expect(await exists(address)).toBe(true);
});

const run = (text: ReturnType<typeof sql>) => text.execute(app.engine.owner);
/** Emails are sent concurrently, so the newest need not be the last one requested. */
const emailTo = async (address: string, subject: string) => {
  await waitForJobs(app);
  return (await app.mailbox.read(address)).find((message) => message.subject === subject);
};

test('S-107 the audit distinguishes a password set by email from one changed by its owner', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const before = Date.now();
  const token = await emailSecret(app, user.userId, 'RESET_PASSWORD');
  await setPassword(app, user, token, 'a better phrase');
  const byEmail = await emailTo(user.email, emailWords.passwordSet.subject);
  expect(byEmail).toBeDefined();
  for (const part of [byEmail?.text, byEmail?.html]) {
    expect(part).toContain('If you logged in with Google before, that is now off');
    const [, at = ''] = /This happened on (.+) GMT\./.exec(part ?? '') ?? [];
    const statedAt = Date.parse(`${at.replace(' at', '')} UTC`);
    // The time is cut to the minute.
    expect([statedAt > before - 60_000, statedAt <= Date.now()]).toEqual([true, true]);
  }

  const owner = await registerVerified(app, 'RESEARCHER');
  const body = { currentPassword: PASSWORD, password: 'another better phrase' };
  expect((await app.call(changeOwnPassword, { as: owner, body })).status).toBe(200);
  const byOwner = await emailTo(owner.email, emailWords.passwordChanged.subject);
  expect(byOwner?.text).not.toContain('Google');
  expect(byOwner?.text).toContain('This happened on');
});

const verifyLinks = async (email: string) => {
  const emails = await app.mailbox.read(email);
  return emails.flatMap(({ links }) => links.filter((link) => link.includes('/verify-email/')));
};
/**
 * Registers each in its own browser and returns their cookies. Registrations and their emails run one after
 * the other, because two workers may change their order.
 */
const register = async (...bodies: object[]) => {
  const cookies: string[] = [];
  for (const body of bodies) {
    cookies.push(firstCookie(await app.call(registerPerson, { body })));
    await waitForJobs(app);
  }
  return cookies;
};
/** Opens the link in the browser of the cookie, and sends the password that its page asks for. */
const follow = (link: string | undefined, cookie?: string, password?: string) =>
  app.call(verifyEmail, {
    body: { token: new URL(link ?? '').pathname.split('/').at(-1), password },
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
const logInWith = async (email: string, password: string) => (await tryLogIn(app, email, password)).status;
const stranger = {
  firstName: 'Evil',
  lastName: 'Twin',
  role: 'PARTICIPANT',
  phoneNumber: '024 123 4567',
  password: 'a stranger chose this',
};
const OWNERS_PASSWORD = 'the owner chose this';

test('AUTH-5 signing up again before verifying sends another link, and the newest details count', async () => {
  const email = 'again@example.test';
  const [, cookie] = await register(registration(email), registration(email, { firstName: 'Esther' }));
  const [newest, oldest] = await verifyLinks(email);
  expect((await follow(newest, cookie)).content).toMatchObject({ firstName: 'Esther', role: 'RESEARCHER' });
  expect((await follow(oldest, cookie)).json).toMatchObject({ code: 'EMAIL_ALREADY_VERIFIED' });
});

test.each([
  ['oldest', 1, PASSWORD, 'Esi'],
  ['newest', 0, OWNERS_PASSWORD, 'Esther'],
])(
  'AUTH-10 a person who signs up twice in one browser gets the details that the %s link was sent for',
  async (_, at, password, firstName) => {
    const email = `twice-${at}@example.test`;
    const [cookie = ''] = await register(registration(email));
    const second = registration(email, { firstName: 'Esther', password: OWNERS_PASSWORD });
    const again = await app.call(registerPerson, { body: second, headers: { cookie } });
    expect(firstCookie(again)).toBe(cookie);
    await waitForJobs(app);
    const links = await verifyLinks(email);
    expect((await follow(links[at], cookie)).content).toMatchObject({ firstName });
    expect(await logInWith(email, password)).toBe(200);
  },
);

test('AUTH-10 a link opened in another browser verifies nothing until that browser sends a password', async () => {
  const email = 'elsewhere@example.test';
  const [cookie, other] = await register(registration(email), registration('other@example.test'));
  const [link] = await verifyLinks(email);
  for (const wrong of [undefined, other, '__Host-registered=x', `__Host-registered=${'x'.repeat(43)}`]) {
    const refused = await follow(link, wrong);
    expect(refused).toMatchObject({ status: 409, json: { code: 'PASSWORD_NEEDED' } });
    expect(refused.headers['set-cookie']).toBeUndefined();
  }
  expect((await follow(link, undefined, 'short')).json).toMatchObject({ code: 'INVALID_INPUT' });
  expect((await follow(link, undefined, 'password123')).json).toMatchObject({ code: 'PASSWORD_TOO_COMMON' });
  expect((await tryLogIn(app, email)).json).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
  expect((await follow(link, cookie)).status).toBe(200);
  expect(await logInWith(email, PASSWORD)).toBe(200);
});

test('AUTH-10 nothing that a stranger chose can open the account that its owner verifies', async () => {
  const email = 'registered.by.a.stranger@example.test';
  const [strangers] = await register(registration(email, stranger));
  await run(sql`update identity.registrations set agreed_to = '{"TERMS": "2026-11-01"}'
    where user_id = (select user_id from identity.people where email = ${email})`);
  const [link] = await verifyLinks(email);
  expect((await follow(link)).json).toMatchObject({ code: 'PASSWORD_NEEDED' });
  const owner = await follow(link, undefined, OWNERS_PASSWORD);
  expect(owner).toMatchObject({ status: 200, content: { email, mustAgreeTo: [] } });
  expect(await logInWith(email, stranger.password)).toBe(401);
  expect((await follow(link, strangers, stranger.password)).json).toMatchObject({
    code: 'EMAIL_ALREADY_VERIFIED',
  });
  expect(await logInWith(email, OWNERS_PASSWORD)).toBe(200);
  const { content } = await app.call(readOwnAccount, { as: owner.content });
  expect(content).toMatchObject({ phoneNumber: null, hasPassword: true });
  const { userId } = owner.content;
  expect((await run(sql`select from identity.registrations where user_id = ${userId}`)).rows.length).toBe(0);
});

test.each([
  ['the stranger first, by the owner’s link', true, 0],
  ['the stranger first, by the stranger’s link', true, 1],
  ['the owner first, by the owner’s link', false, 1],
  ['the owner first, by the stranger’s link', false, 0],
])('AUTH-10 of several registrations, the one of this browser counts: %s', async (_, isFirst, at) => {
  const email = `contested-${String(isFirst)}-${at}@example.test`;
  const both = [registration(email, stranger), registration(email)];
  const cookies = await register(...(isFirst ? both : both.toReversed()));
  const links = await verifyLinks(email);
  const verified = await follow(links[at], cookies[isFirst ? 1 : 0]);
  expect(verified.content).toMatchObject({ firstName: 'Esi', role: 'RESEARCHER' });
  expect(await logInWith(email, stranger.password)).toBe(401);
  expect(await logInWith(email, PASSWORD)).toBe(200);
});

test('AUTH-10 no statement gives a password to an account whose email is not verified', async () => {
  const email = 'by.another.statement@example.test';
  await register(registration(email, stranger));
  const { rows } = await run(sql`
    update identity.people set password_hash = registration.password_hash
    from identity.registrations as registration
    where people.email = ${email} and registration.user_id = people.user_id and email_verified_at is null
    returning people.password_hash as hash`);
  expect(rows).toEqual([{ hash: null }]);
  await run(sql`update identity.people set email_verified_at = now() where email = ${email}`);
  await run(sql`delete from identity.registrations
    where user_id = (select user_id from identity.people where email = ${email})`);
  expect(await logInWith(email, stranger.password)).toBe(401);
});

test('AUTH-10 a reset for a stranger’s registration leads the owner to sign up with their own details', async () => {
  const email = 'before.its.owner@example.test';
  await register(registration(email, stranger));
  await run(sql`update identity.registrations set agreed_to = '{"TERMS": "2026-11-01"}'
    where user_id = (select user_id from identity.people where email = ${email})`);
  await app.call(resetPassword, { body: { email } });
  await waitForJobs(app);
  const emails = await app.mailbox.read(email);
  const message = emails.find(({ subject }) => subject === emailWords.signUpFirst.subject);
  expect(message?.links.map((link) => new URL(link).pathname).slice(0, 2)).toEqual([
    '/participant-signup',
    '/signup',
  ]);
  expect(emails.flatMap(({ links }) => links).filter((link) => link.includes('/reset-password/'))).toEqual(
    [],
  );

  const [cookie] = await register(registration(email));
  const [own] = await verifyLinks(email);
  const owner = (await follow(own, cookie)).content;
  expect(owner).toMatchObject({ firstName: 'Esi', role: 'RESEARCHER', mustAgreeTo: [] });
  const { content } = await app.call(readOwnAccount, { as: owner });
  expect(content).toMatchObject({ phoneNumber: null, hasPassword: true });
  const { rows } = await run(sql`
    select text, version::text from identity.consents where user_id = ${owner.userId} order by text`);
  expect(rows).toEqual(
    (['PRIVACY', 'TERMS'] as const).map((text) => ({ text, version: LEGAL_VERSIONS[text] })),
  );
});

test('AUTH-10 no link sets a password of an unverified account, and the link stays usable', async () => {
  const email = 'unverified@example.test';
  await register(registration(email, stranger));
  const { rows } = await run(sql`select user_id as "userId" from identity.people where email = ${email}`);
  const [{ userId }] = rows as [{ userId: string }];
  const token = await emailSecret(app, userId, 'RESET_PASSWORD');
  const password = 'the owner chose this';
  expect(await codeOrStatus(setPassword(app, { userId }, token, password))).toBe('TOKEN_NOT_VALID');
  expect(await logInWith(email, password)).toBe(401);
  const [link] = await verifyLinks(email);
  expect((await follow(link, undefined, password)).content).toMatchObject({ firstName: stranger.firstName });
});

test('a person who follows the link has consented at registration, to the versions shown then', async () => {
  const email = 'agreed@example.test';
  const [cookie] = await register(registration(email));
  await run(sql`update identity.registrations
    set agreed_to = '{"TERMS": "2026-11-01", "PRIVACY": "2026-11-02"}', registered_at = '2026-11-03T04:05:06Z'
    where user_id = (select user_id from identity.people where email = ${email})`);
  expect(
    (await run(sql`select 1 from identity.consents natural join identity.people where email = ${email}`))
      .rows,
  ).toEqual([]);
  const [link] = await verifyLinks(email);
  const { content: person } = await follow(link, cookie);
  expect(person.mustAgreeTo).toEqual(['TERMS', 'PRIVACY']);
  const { content } = await app.call(readOwnAccount, { as: person });
  expect(content.consents).toEqual([
    { text: 'PRIVACY', version: '2026-11-02', agreedAt: '2026-11-03T04:05:06.000Z' },
    { text: 'TERMS', version: '2026-11-01', agreedAt: '2026-11-03T04:05:06.000Z' },
  ]);
});

const identityDb = () => app.engine.connect<IdentityTables>(SERVICE_ROLE);

test('an email that is retried under a new signing key keeps its link', async () => {
  const { userId } = await registerVerified(app, 'RESEARCHER');
  const [old, newest] = [await newKey(), await newKey()];
  const tryUnder = (keys: object[], emailId: string) => {
    const config = readIdentityConfig({ ...app.settings, IDENTITY_SIGNING_KEYS: JSON.stringify(keys) });
    return makeLink({ db: identityDb(), config }, { emailId, userId, purpose: 'RESET_PASSWORD' });
  };
  const [earlier, later] = [crypto.randomUUID(), crypto.randomUUID()];
  const secret = await tryUnder([old, newest], earlier);
  expect(await tryUnder([newest, old], earlier)).toBe(secret);

  const other = await tryUnder([newest, old], later);
  expect(await tryUnder([newest], later)).toBe(other);
  expect(await tryUnder([old], later)).not.toBe(other);
});

test('AUTH-7 an email that is sent after the password was set contains no link', async () => {
  const { userId, email } = await registerVerified(app, 'RESEARCHER');
  const config = readIdentityConfig(app.settings);
  const make = (askedAt: string) =>
    makeLink(
      { db: identityDb(), config },
      { emailId: crypto.randomUUID(), userId, purpose: 'RESET_PASSWORD', askedAt },
    );
  const requestedAt = new Date().toISOString();
  expect(await make(requestedAt)).toBeTypeOf('string');
  await app.call(resetPassword, { body: { email } });
  const token = await resetToken(app, email);
  expect((await setPassword(app, { userId }, token, 'a better phrase')).status).toBe(200);
  expect(await make(requestedAt)).toBeUndefined();
  expect(await make(new Date().toISOString())).toBeTypeOf('string');
});

test('AUTH-7 a verification link that was created late signs no one in', async () => {
  const { userId } = await registerVerified(app, 'RESEARCHER');
  const config = readIdentityConfig(app.settings);
  const emailId = crypto.randomUUID();
  const token = await makeLink({ db: identityDb(), config }, { emailId, userId, purpose: 'VERIFY_EMAIL' });
  const late = await app.call(verifyEmail, { body: { token } });
  expect(late).toMatchObject({ status: 409, json: { code: 'EMAIL_ALREADY_VERIFIED' } });
  expect(late.headers['set-cookie']).toBeUndefined();
});
