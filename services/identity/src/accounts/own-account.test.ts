import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetPassword, updatePassword, verifyEmail } from '@app/contracts/identity/account.ts';
import * as own from '@app/contracts/identity/own-account.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { logIn, readMe, refreshSession } from '@app/contracts/identity/session.ts';
import { LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { validation } from '@app/words/validation.ts';
import { listProjects } from '@app/contracts/project/projects.ts';
import { type Answer, type TestApp, startTestApp } from '@app/test/support/app.ts';
import { PASSWORD, letterSecret, registerVerified } from '@app/test/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ FREE_PASSWORD_TRIES: 4 });
});
afterAll(() => app.close());

const NEW_PASSWORD = 'adinkra symbols 84';

const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
const enter = (user: SignedInUser, password = PASSWORD) =>
  app.call(logIn, { body: { email: user.email, password } });
const changePassword = (as: SignedInUser, body: object) => app.call(own.changeOwnPassword, { as, body });

async function eventsOf({ userId }: SignedInUser) {
  const { rows } = await sql<{ event: string; about: string | null }>`
    select event, about from identity.audit where user_id = ${userId} order by audit_id`.execute(
    app.engine.owner,
  );
  return rows.map(({ event, about }) => `${event} ${about}`);
}

/** Makes the person one who came by Google alone. */
async function removePassword({ userId }: SignedInUser) {
  await sql`update identity.people set password_hash = null where user_id = ${userId}`.execute(
    app.engine.owner,
  );
  await sql`insert into identity.google_accounts (issuer, subject, user_id)
    values ('https://issuer.example', ${userId}, ${userId})`.execute(app.engine.owner);
}

test('every call of the own account asks for a log-in', async () => {
  const params = { sessionId: crypto.randomUUID() };
  for (const endpoint of Object.values(own)) {
    if (!('method' in endpoint) || endpoint.access === 'ANYONE') continue;
    expect(
      await app.call(endpoint, { params, body: endpoint.method === 'GET' ? undefined : {} }),
    ).toMatchObject({
      status: 401,
    });
  }
});

describe('the account', () => {
  test('shows what is kept, and by what it can be signed in to', async () => {
    const user = await registerVerified(app, 'RESEARCHER', { firstName: 'Esi', lastName: 'Owusu' });
    const read = async () => (await app.call(own.readOwnAccount, { as: user })).content;
    const shown = await read();
    expect(shown).toEqual({
      userId: user.userId,
      email: user.email,
      firstName: 'Esi',
      lastName: 'Owusu',
      phoneNumber: null,
      hasPassword: true,
      hasGoogle: false,
      canText: false,
      phone: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      consents: (['PRIVACY', 'TERMS'] as const).map((text) => ({
        text,
        version: LEGAL_VERSIONS[text],
        agreedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      })),
      letters: { decisions: true, newStudies: true, applications: true, meetings: true, messages: true },
      isEmailRefused: false,
      pushes: { decisions: true, applications: true, meetings: true, messages: true },
      texts: null,
      ussdCode: null,
    });
    await removePassword(user);
    expect(await read()).toEqual({ ...shown, hasPassword: false, hasGoogle: true });
  });

  test('takes a new name and phone number, each by itself; an empty number removes it', async () => {
    const user = await registerVerified(app, 'PARTICIPANT', { firstName: 'Esi', lastName: 'Owusu' });
    const change = (body: object) => app.call(own.changeOwnAccount, { as: user, body });
    const phone = async () => (await app.call(own.readOwnAccount, { as: user })).content.phoneNumber;

    expect((await change({ firstName: '  Efua ' })).content).toMatchObject({
      firstName: 'Efua',
      lastName: 'Owusu',
    });
    expect((await change({ phoneNumber: '024 123 4567' })).status).toBe(200);
    expect(await phone()).toBe('+233241234567');
    const renamed = await change({ lastName: 'Mensah' });
    // The token that they came with: a token makes no other.
    expect(renamed.content.token).toBe(user.token);
    expect((await app.call(readMe, { as: renamed.content })).content).toMatchObject({ lastName: 'Mensah' });
    expect(await phone()).toBe('+233241234567');
    await change({ phoneNumber: '' });
    expect(await phone()).toBeNull();
    // The same again is no change, and leaves no row.
    for (const same of [{ phoneNumber: '' }, { firstName: 'Efua', lastName: 'Mensah' }])
      expect((await change(same)).status).toBe(200);
    expect((await eventsOf(user)).filter((event) => event.startsWith('ACCOUNT'))).toEqual(
      ['firstName', 'phoneNumber', 'lastName', 'phoneNumber'].map((about) => `ACCOUNT_CHANGED ${about}`),
    );
  });

  test.each([
    [{}, undefined, validation.nothingToChange],
    [{ firstName: ' ' }, 'firstName', validation.firstName],
    [{ lastName: 'x'.repeat(51) }, 'lastName', validation.maxLength(50)],
    [{ phoneNumber: '+44 20 7946 0000' }, 'phoneNumber', validation.phoneNumber],
    [{ firstName: 'Efua', email: 'other@example.test' }, 'email', validation.notAKnownKey('email')],
    [{ firstName: 'Efua', role: 'RESEARCHER' }, 'role', validation.notAKnownKey('role')],
  ])('refuses %j and changes nothing', async (body, field, message) => {
    const user = await registerVerified(app, 'PARTICIPANT');
    const before = (await app.call(own.readOwnAccount, { as: user })).content;
    const refused = await app.call(own.changeOwnAccount, { as: user, body });
    expect(refused).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT', content: [{ message }] } });
    expect(refused.content).toMatchObject([field === undefined ? { message } : { message, field }]);
    expect((await app.call(own.readOwnAccount, { as: user })).content).toEqual(before);
  });
});

describe('the password', () => {
  test('AUTH-9 changes with the current one: every session ends, this one goes on anew, the owner is told', async () => {
    const user = await registerVerified(app, 'RESEARCHER');
    const elsewhere = await enter(user);
    const [reset, verify] = [
      await letterSecret(app, user.userId, 'RESET_PASSWORD'),
      await letterSecret(app, user.userId, 'VERIFY_EMAIL'),
    ];
    const changed = await changePassword(user, { currentPassword: PASSWORD, password: NEW_PASSWORD });
    expect(changed.status).toBe(200);
    expect(changed.content).toMatchObject({ userId: user.userId, email: user.email });

    for (const { token } of [user, elsewhere.content]) {
      expect((await app.call(readMe, { as: { token } })).status).toBe(401);
    }
    const dead = await app.call(refreshSession, { headers: { cookie: cookieOf(elsewhere) } });
    expect(dead.status).toBe(401);
    expect((await app.call(readMe, { as: changed.content })).status).toBe(200);
    expect((await app.call(listProjects, { as: changed.content })).status).toBe(200);
    const renewed = await app.call(refreshSession, { headers: { cookie: cookieOf(changed) } });
    expect(renewed.status).toBe(200);

    expect((await enter(user)).status).toBe(401);
    expect((await enter(user, NEW_PASSWORD)).status).toBe(200);
    const byLetter = await app.call(updatePassword, {
      params: { id: user.userId },
      query: { token: reset },
      body: { password: 'third good phrase' },
    });
    expect(byLetter.json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
    expect((await app.call(verifyEmail, { body: { token: verify } })).status).toBe(409);
    const subjects = async () => (await app.mailbox.read(user.email)).map(({ subject }) => subject).join();
    await expect.poll(subjects).toContain('password was changed');
    expect(await eventsOf(user)).toContain('PASSWORD_CHANGED OWNER');
  });

  test('AUTH-9 without the current one, or with a wrong one, nothing changes', async () => {
    const user = await registerVerified(app, 'RESEARCHER');
    const field = 'currentPassword';
    const missing = await changePassword(user, { password: NEW_PASSWORD });
    expect(missing).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT', content: [{ field }] } });
    const wrong = await changePassword(user, { currentPassword: 'not the password', password: NEW_PASSWORD });
    expect(wrong).toMatchObject({
      status: 400,
      json: { code: 'WRONG_PASSWORD', content: [{ field, message: validation.currentPassword }] },
    });
    expect(await eventsOf(user)).toContain('ACCESS_REFUSED WRONG_PASSWORD');
    expect((await app.call(readMe, { as: user })).status).toBe(200);
    expect((await enter(user)).status).toBe(200);
  });

  test('ABU-2 wrong current passwords are counted like wrong log-ins', async () => {
    const user = await registerVerified(app, 'RESEARCHER');
    const answers = [];
    for (let number = 0; number < 8; number += 1) {
      const body = { currentPassword: `wrong ${number}`, password: NEW_PASSWORD };
      answers.push((await changePassword(user, body)).json['code']);
    }
    expect(answers.slice(0, 4)).toEqual(Array(4).fill('WRONG_PASSWORD'));
    expect(answers.at(-1)).toBe('TOO_MANY_REQUESTS');
    expect((await changePassword(user, { currentPassword: PASSWORD, password: NEW_PASSWORD })).status).toBe(
      429,
    );
  });

  test('a second change with the old password finds a new one', async () => {
    const user = await registerVerified(app, 'RESEARCHER');
    const body = { currentPassword: PASSWORD, password: NEW_PASSWORD };
    const changed = await changePassword(user, body);
    expect((await changePassword(user, body)).status).toBe(401);
    expect((await changePassword(changed.content, body)).json).toMatchObject({ code: 'WRONG_PASSWORD' });
  });

  test('D-26 somebody without a password sets a first one, soon after a log-in only', async () => {
    const user = await registerVerified(app, 'PARTICIPANT');
    await removePassword(user);
    const age = (minutes: number) =>
      sql`update identity.sessions set created_at = now() - make_interval(mins => ${minutes}::int)
        where user_id = ${user.userId}`.execute(app.engine.owner);
    await age(16);
    const late = await changePassword(user, { password: NEW_PASSWORD });
    expect(late).toMatchObject({ status: 403, json: { code: 'LOG_IN_AGAIN' } });
    await age(14);
    const first = await changePassword(user, { password: NEW_PASSWORD });
    expect(first.status).toBe(200);
    expect((await app.call(own.readOwnAccount, { as: first.content })).content.hasPassword).toBe(true);
    expect((await enter(user, NEW_PASSWORD)).status).toBe(200);
    // From now on it is asked for.
    expect((await changePassword(first.content, { password: 'third good phrase' })).status).toBe(400);
  });

  test('a lost password is still reset by letter', async () => {
    const user = await registerVerified(app, 'RESEARCHER');
    const changed = await changePassword(user, { currentPassword: PASSWORD, password: NEW_PASSWORD });
    expect((await app.call(resetPassword, { body: { email: user.email } })).status).toBe(200);
    const token = await letterSecret(app, user.userId, 'RESET_PASSWORD');
    const given = { params: { id: user.userId }, query: { token }, body: { password: 'third good phrase' } };
    expect((await app.call(updatePassword, given)).status).toBe(200);
    expect((await app.call(readMe, { as: changed.content })).status).toBe(401);
  });
});
