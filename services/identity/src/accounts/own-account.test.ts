import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { verifyEmail } from '@app/contracts/identity/accounts.ts';
import { agreeToTexts } from '@app/contracts/identity/consents.ts';
import { deleteOwnAccount } from '@app/contracts/identity/account-deletion.ts';
import * as own from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readMe, refreshSession } from '@app/contracts/identity/sessions.ts';
import { LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { validation } from '@app/words/validation.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { listProjects } from '@app/contracts/project/projects.ts';
import { useApp } from '@app/test/support/app.ts';
import { PASSWORD, emailSecret, registerParticipant, registerVerified } from '@app/test/support/people.ts';
import {
  codeOrStatus,
  firstCookie,
  readAuditEvents,
  removePassword,
  setPassword,
  tryLogIn,
} from '#test/accounts.ts';

const app = useApp({ FREE_PASSWORD_TRIES: 4 });

const run = (text: ReturnType<typeof sql>) => text.execute(app.engine.owner);
const NEW_PASSWORD = 'adinkra symbols 84';

const changePassword = (as: SignedInUser, body: object) => app.call(own.changeOwnPassword, { as, body });

describe('the account', () => {
  test('shows the stored data, and the ways to sign in', async () => {
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
      emails: { decisions: true, newStudies: true, applications: true, meetings: true, messages: true },
      isEmailRefused: false,
      pushes: { decisions: true, applications: true, meetings: true, messages: true },
      texts: null,
      ussdCode: null,
    });
    await removePassword(app, user);
    expect(await read()).toEqual({ ...shown, hasPassword: false, hasGoogle: true });
  });

  test('accepts a new name and phone number, each by itself; an empty number removes it', async () => {
    const user = await registerVerified(app, 'PARTICIPANT', { firstName: 'Esi', lastName: 'Owusu' });
    const other = await registerVerified(app, 'PARTICIPANT', { firstName: 'Yaw', lastName: 'Boateng' });
    const change = (body: object) => app.call(own.changeOwnAccount, { as: user, body });
    const phone = async () => (await app.call(own.readOwnAccount, { as: user })).content.phoneNumber;

    expect((await change({ firstName: '  Efua ' })).content).toMatchObject({
      firstName: 'Efua',
      lastName: 'Owusu',
    });
    expect((await change({ phoneNumber: '024 123 4567' })).status).toBe(200);
    expect(await phone()).toBe('+233241234567');
    const renamed = await change({ lastName: 'Mensah' });
    // The token still belongs to this session: a change creates no other.
    expect(renamed.content.token).toBe(user.token);
    expect((await app.call(readMe, { as: renamed.content })).content).toMatchObject({ lastName: 'Mensah' });
    const unchanged = { firstName: 'Yaw', lastName: 'Boateng' };
    expect((await app.call(readMe, { as: other })).content).toMatchObject(unchanged);
    expect(await phone()).toBe('+233241234567');
    await change({ phoneNumber: '' });
    expect(await phone()).toBeNull();
    // Repeating the values is no change, and writes no row.
    for (const same of [{ phoneNumber: '' }, { firstName: 'Efua', lastName: 'Mensah' }])
      expect((await change(same)).status).toBe(200);
    expect((await readAuditEvents(app, user)).filter((event) => event.startsWith('ACCOUNT'))).toEqual(
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
  test('AUTH-9 changes with the current one: every other session ends, this one is renewed, the owner is notified', async () => {
    const user = await registerVerified(app, 'RESEARCHER');
    const elsewhere = await tryLogIn(app, user.email);
    const [reset, verify] = [
      await emailSecret(app, user.userId, 'RESET_PASSWORD'),
      await emailSecret(app, user.userId, 'VERIFY_EMAIL'),
    ];
    const changed = await changePassword(user, { currentPassword: PASSWORD, password: NEW_PASSWORD });
    expect(changed.status).toBe(200);
    expect(changed.content).toMatchObject({ userId: user.userId, email: user.email });

    for (const { token } of [user, elsewhere.content]) {
      expect((await app.call(readMe, { as: { token } })).status).toBe(401);
    }
    const dead = await app.call(refreshSession, { headers: { cookie: firstCookie(elsewhere) } });
    expect(dead.status).toBe(401);
    expect((await app.call(readMe, { as: changed.content })).status).toBe(200);
    expect((await app.call(listProjects, { as: changed.content })).status).toBe(200);
    const renewed = await app.call(refreshSession, { headers: { cookie: firstCookie(changed) } });
    expect(renewed.status).toBe(200);

    expect((await tryLogIn(app, user.email)).status).toBe(401);
    expect((await tryLogIn(app, user.email, NEW_PASSWORD)).status).toBe(200);
    expect(await codeOrStatus(setPassword(app, user, reset, 'third good phrase'))).toBe('TOKEN_NOT_VALID');
    expect((await app.call(verifyEmail, { body: { token: verify } })).status).toBe(409);
    const subjects = async () => (await app.mailbox.read(user.email)).map(({ subject }) => subject).join();
    await expect.poll(subjects).toContain('password was changed');
    expect(await readAuditEvents(app, user)).toContain('PASSWORD_CHANGED OWNER');
  });

  test('AUTH-9 does not change without the current one, or with a wrong one', async () => {
    const user = await registerVerified(app, 'RESEARCHER');
    const field = 'currentPassword';
    const missing = await changePassword(user, { password: NEW_PASSWORD });
    expect(missing).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT', content: [{ field }] } });
    const wrong = await changePassword(user, { currentPassword: 'not the password', password: NEW_PASSWORD });
    expect(wrong).toMatchObject({
      status: 400,
      json: { code: 'WRONG_PASSWORD', content: [{ field, message: validation.currentPassword }] },
    });
    expect(await readAuditEvents(app, user)).toContain('ACCESS_REFUSED WRONG_PASSWORD');
    expect((await app.call(readMe, { as: user })).status).toBe(200);
    expect((await tryLogIn(app, user.email)).status).toBe(200);
  });

  test('ABU-2 wrong current passwords count like wrong log-ins', async () => {
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

  test('D-26 a person without a password sets a first one only soon after a log-in', async () => {
    const user = await registerVerified(app, 'PARTICIPANT');
    await removePassword(app, user);
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
    expect((await tryLogIn(app, user.email, NEW_PASSWORD)).status).toBe(200);
    // The password is required from now on.
    expect((await changePassword(first.content, { password: 'third good phrase' })).status).toBe(400);
  });
});

describe('the legal texts', () => {
  const { TERMS, PRIVACY } = LEGAL_VERSIONS;
  const agree = (as: SignedInUser, body: object) => app.call(agreeToTexts, { as, body });
  const texts = async (as: SignedInUser) => (await app.call(readMe, { as })).content.mustAgreeTo;
  const readConsents = async ({ userId }: SignedInUser) =>
    (
      await run(sql`
      select text, version::text from identity.consents where user_id = ${userId} order by text, version`)
    ).rows;
  /** This makes their consent one to the previous version. */
  const age = ({ userId }: SignedInUser, text: string) =>
    run(
      sql`update identity.consents set version = '2026-11-01' where user_id = ${userId} and text = ${text}`,
    );

  test('a new version asks for consent, blocks nothing meanwhile, and both versions are stored with their dates', async () => {
    const person = await registerParticipant(app, { withProfile: true });
    await age(person, 'TERMS');
    expect(await texts(person)).toEqual(['TERMS']);
    expect((await app.call(browseStudies, { as: person })).status).toBe(200);
    const { content } = await app.call(own.readOwnAccount, { as: person });
    expect(content.consents).toContainEqual(
      expect.objectContaining({ text: 'TERMS', version: '2026-11-01' }),
    );

    expect(await agree(person, { TERMS })).toMatchObject({
      status: 200,
      json: { content: { mustAgreeTo: [] } },
    });
    expect(await texts(person)).toEqual([]);
    expect(await readConsents(person)).toEqual([
      { text: 'PRIVACY', version: PRIVACY },
      { text: 'TERMS', version: '2026-11-01' },
      { text: 'TERMS', version: TERMS },
    ]);
    const { rows } = await run(sql`
    select about from identity.audit where user_id = ${person.userId} and event = 'CONSENTED'`);
    expect(rows).toEqual([{ about: `TERMS ${TERMS}` }]);
  });

  test('consent to one text is not consent to the other', async () => {
    const person = await registerVerified(app, 'PARTICIPANT');
    await age(person, 'TERMS');
    await age(person, 'PRIVACY');
    expect(await texts(person)).toEqual(['TERMS', 'PRIVACY']);
    expect((await agree(person, { PRIVACY })).content.mustAgreeTo).toEqual(['TERMS']);
  });

  test.each([
    [{}, validation.nothingToChange],
    [{ TERMS: '2026-11-01' }, validation.textChanged],
    [{ TERMS: '2036-11-01' }, validation.textChanged],
    [{ TERMS, OTHER: TERMS }, validation.notAKnownKey('OTHER')],
  ])('consent to %j is refused', async (body, message) => {
    const person = await registerVerified(app, 'PARTICIPANT');
    await age(person, 'TERMS');
    expect(await agree(person, body)).toMatchObject({ status: 400, json: { content: [{ message }] } });
    expect(await texts(person)).toEqual(['TERMS']);
  });

  test('many concurrent requests store one row, and deleting the account deletes it', async () => {
    const person = await registerVerified(app, 'PARTICIPANT');
    await age(person, 'TERMS');
    const answers = await Promise.all(Array.from({ length: 8 }, () => agree(person, { TERMS })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await readConsents(person)).toHaveLength(3);
    expect((await app.call(deleteOwnAccount, { as: person, body: { password: PASSWORD } })).status).toBe(204);
    expect(await readConsents(person)).toEqual([]);
  });
});
