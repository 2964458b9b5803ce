// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerPerson } from '@app/contracts/identity/accounts.ts';
import {
  changeOwnAccount,
  changeOwnPassword,
  readOwnAccount,
} from '@app/contracts/identity/account-settings.ts';
import {
  askLogInCode,
  askPhoneCode,
  logInByCode,
  provePhone,
  removePhone,
} from '@app/contracts/identity/phones.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readMe } from '@app/contracts/identity/sessions.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { createLog } from '@app/kit/log.ts';
import { phoneEmailWords } from '@app/words/phone-emails.ts';
import { phoneTextWords } from '@app/words/phone-texts.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { findMarkers } from '@app/test/support/every-row.ts';
import { PASSWORD, emailSecret, registerVerified } from '@app/test/support/people.ts';
import { createTestPhones, wrongCode } from '@app/test/support/phones.ts';
import { waitForJobs } from '@app/test/support/wait-for-jobs.ts';
import { type TextPhones, startTextPhones } from '@app/test/support/text-phones.ts';
import {
  codeOrStatus,
  readAuditEvents,
  knownDeviceCookie,
  removePassword,
  setPassword,
  tryLogIn,
} from '#test/accounts.ts';

let app: TestApp;
let texts: TextPhones;
let phones: ReturnType<typeof createTestPhones>;
const lines: string[] = [];
beforeAll(async () => {
  texts = await startTextPhones();
  app = await startTestApp(texts.settings, createLog('debug', { write: (line) => lines.push(line) }));
  phones = createTestPhones(app, texts);
});
afterAll(async () => {
  await app.close();
  await texts.stop();
});
beforeEach(() => phones.forgetWaits());

const run = (text: ReturnType<typeof sql>) => text.execute(app.engine.owner);
const readAccount = async (as: SignedInUser) => (await app.call(readOwnAccount, { as })).content;
const emailsTo = async ({ email }: SignedInUser) => {
  await waitForJobs(app);
  return (await app.mailbox.read(email)).map(({ subject }) => subject);
};
const isLive = async (user: { token: string }) => (await app.call(readMe, { as: user })).status === 200;
const age = ({ userId }: SignedInUser, days: number) =>
  run(
    sql`update identity.phones set proven_at = now() - make_interval(days => ${days}) where user_id = ${userId}`,
  );
/** A person with a proven number who may request another code. */
async function proven(role: SignedInUser['role'] = 'PARTICIPANT') {
  const [person, number] = [await registerVerified(app, role), phones.freshNumber()];
  expect((await phones.prove(person, number)).status).toBe(204);
  await phones.forgetWaits();
  return [person, number] as const;
}

describe('a person’s own number', () => {
  test('is proven by a code in a text, with the password, and its owner is notified by email', async () => {
    const [person, number] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
    expect((await readAccount(person)).phone).toBeNull();
    const requested = await phones.askToProve(person, number.replace('+233', '0'));
    expect(requested).toMatchObject({ status: 200, content: { secondsToNext: 60 } });
    const [text = ''] = phones.textsTo(number);
    const host = new URL(app.settings['PUBLIC_URL'] ?? '').hostname;
    expect(text).toBe(
      text.slice(0, 6) +
        ` is your ${PRODUCT_NAME} code. It works for 10 minutes. Never share it.\n\n@${host} #` +
        text.slice(0, 6),
    );
    const code = phones.codeTo(number);
    expect(code).toMatch(/^\d{6}$/);
    expect((await readAccount(person)).phone).toBeNull();
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const proof = { phoneNumber: number, code: spaced };
    expect((await app.call(provePhone, { as: person, body: proof })).status).toBe(204);
    expect((await readAccount(person)).phone).toMatchObject({ counts: true, isDead: false });
    expect((await readAccount(person)).phone?.number).not.toContain(number.slice(4, 9));
    expect(await emailsTo(person)).toContain(phoneEmailWords.ADDED.subject);
    expect(await readAuditEvents(app, person)).toContain('PHONE_PROVEN');
    // A code works once.
    expect(await codeOrStatus(app.call(provePhone, { as: person, body: proof }))).toBe('CODE_WRONG');
    const marks = [number, number.slice(4), code];
    expect(marks.filter((mark) => lines.join('\n').includes(mark))).toEqual([]);
    // The queued code is encrypted, and this decrypts it; the code itself is stored nowhere.
    expect(await findMarkers(app, [number, code])).toEqual(
      ['phone_codes', 'phones'].map((table) => `identity.${table}: ${number}`),
    );
    const stored = await sql<{ number: string }>`
      select coded_number as number from identity.phone_codes where user_id = ${person.userId}
      union all select proven_number from identity.phones where user_id = ${person.userId}`.execute(
      app.engine.owner,
    );
    expect(stored.rows.map((row) => row.number)).toEqual(
      stored.rows.map(() => expect.stringMatching(/^sealed:/)),
    );
  });

  test.each([
    ['302 123 456', 'mobileNumber'],
    ['0800 12345', 'mobileNumber'],
    ['+44 7700 900123', 'phoneNumber'],
  ])('is a mobile number of Ghana, and %s is not', async (phoneNumber, code) => {
    const as = await registerVerified(app, 'RESEARCHER');
    for (const answer of [
      await app.call(askPhoneCode, { as, body: { phoneNumber, password: PASSWORD } }),
      await app.call(askLogInCode, { body: { phoneNumber } }),
    ])
      expect(answer).toMatchObject({ status: 400, json: { content: [{ field: 'phoneNumber', code }] } });
  });

  test('needs the password, or a log-in of the last minutes that was not by code', async () => {
    const [person, number] = await proven();
    const body = { phoneNumber: phones.freshNumber() };
    const without = await app.call(askPhoneCode, { as: person, body });
    expect(without.json).toMatchObject({ code: 'INVALID_INPUT', content: [{ field: 'password' }] });
    expect(await codeOrStatus(phones.askToProve(person, body.phoneNumber, 'not the password'))).toBe(
      'WRONG_PASSWORD',
    );
    expect(phones.textsTo(body.phoneNumber)).toEqual([]);
    await removePassword(app, person);
    const { content: byCode } = await phones.logIn(number);
    expect((await app.call(askPhoneCode, { as: byCode, body })).json).toMatchObject({ code: 'LOG_IN_AGAIN' });
    expect(await codeOrStatus(app.call(removePhone, { as: byCode, body: {} }))).toBe('LOG_IN_AGAIN');
    const first = { password: 'adinkra symbols 84' };
    expect(await codeOrStatus(app.call(changeOwnPassword, { as: byCode, body: first }))).toBe('LOG_IN_AGAIN');
    expect((await app.call(askPhoneCode, { as: person, body })).status).toBe(200);
  });

  test('needs no password in the first hour of an account, if it was given at sign-up', async () => {
    const [person, phoneNumber] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
    await run(sql`update identity.people set phone_number = ${phoneNumber} where user_id = ${person.userId}`);
    const requestCode = (number = phoneNumber) =>
      codeOrStatus(app.call(askPhoneCode, { as: person, body: { phoneNumber: number } }));
    const createdAt = (at: ReturnType<typeof sql>) =>
      run(sql`update identity.people set created_at = ${at} where user_id = ${person.userId}`);
    expect(await requestCode(phones.freshNumber())).toBe('INVALID_INPUT');
    await createdAt(sql`now() - interval '61 minutes'`);
    expect(await requestCode()).toBe('INVALID_INPUT');
    await createdAt(sql`now()`);
    expect(await requestCode()).toBe(200);
    // A stranger at an open session would change the number first.
    const another = await registerVerified(app, 'PARTICIPANT');
    const changed = { phoneNumber: phones.freshNumber() };
    await app.call(changeOwnAccount, { as: another, body: changed });
    expect(await codeOrStatus(app.call(askPhoneCode, { as: another, body: changed }))).toBe('INVALID_INPUT');
    await waitForJobs(app);
    const body = { phoneNumber, code: phones.codeTo(phoneNumber) };
    expect((await app.call(provePhone, { as: person, body })).status).toBe(204);
    await phones.forgetWaits();
    // The account now has a proven number, which another one would replace.
    expect(await requestCode()).toBe('INVALID_INPUT');
  });

  test('allows five tries a code and ten a day; a new code invalidates the previous one', async () => {
    const [as, phoneNumber] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
    const submitCode = async (code: string) =>
      (await app.call(provePhone, { as, body: { phoneNumber, code } })).status;
    await phones.askToProve(as, phoneNumber);
    const first = phones.codeTo(phoneNumber);
    await run(sql`update identity.phone_codes set next_at = now()`);
    await phones.askToProve(as, phoneNumber);
    const second = phones.codeTo(phoneNumber);
    if (first !== second) expect(await submitCode(first)).toBe(400);
    for (let tries = 1; tries < 5; tries += 1) expect(await submitCode(wrongCode(second))).toBe(400);
    expect(await submitCode(second)).toBe(400);
    await run(sql`update identity.phone_codes set next_at = now()`);
    await phones.askToProve(as, phoneNumber);
    for (let tries = 0; tries < 5; tries += 1) await submitCode(wrongCode(phones.codeTo(phoneNumber)));
    await run(sql`update identity.phone_codes set next_at = now()`);
    const refused = await phones.askToProve(as, phoneNumber);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60);
  });

  test('allows ten wrong tries a day, across all its codes', async () => {
    const [as, phoneNumber] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
    const submitCode = async (code: string) =>
      (await app.call(provePhone, { as, body: { phoneNumber, code } })).status;
    for (const wrong of [4, 4, 2]) {
      await run(sql`update identity.phone_codes set next_at = now()`);
      await phones.askToProve(as, phoneNumber);
      for (let tries = 0; tries < wrong; tries += 1) await submitCode(wrongCode(phones.codeTo(phoneNumber)));
    }
    expect(await submitCode(phones.codeTo(phoneNumber))).toBe(400);
  });

  test('refuses an impossible code without counting a try; the whole text message is accepted as its code', async () => {
    const [as, phoneNumber] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
    await phones.askToProve(as, phoneNumber);
    const [text = ''] = phones.textsTo(phoneNumber);
    for (const code of ['12345', '1234567', 'not yet', ' ', ...Array<string>(5).fill('123')])
      expect((await app.call(provePhone, { as, body: { phoneNumber, code } })).json).toMatchObject({
        code: 'INVALID_INPUT',
        content: [{ field: 'code', code: 'codeDigits' }],
      });
    expect((await app.call(provePhone, { as, body: { phoneNumber, code: text } })).status).toBe(204);
    await phones.forgetWaits();
    const { cookie } = await phones.askToLogIn(phoneNumber);
    const typed = phones.codeTo(phoneNumber).replace(/(?<=^...)/, '\u2013');
    expect((await phones.give(cookie, { phoneNumber, code: `${typed}\u200b` })).status).toBe(200);
  });

  test('waits 1, 2, 10 and 60 minutes between codes, and gets five a day', async () => {
    const [as, number] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
    const waits: number[] = [];
    for (let sends = 0; sends < 5; sends += 1) {
      const { content } = await phones.askToProve(as, number);
      waits.push(Math.round(content.secondsToNext / 60));
      const { status, headers } = await phones.askToProve(as, number);
      expect([status, Math.round(Number(headers['retry-after']) / 60)]).toEqual([429, waits.at(-1)]);
      await run(sql`update identity.phone_codes set next_at = now() - interval '1 second'`);
    }
    expect(waits).toEqual([1, 2, 10, 60, 24 * 60]);
    expect((await phones.askToProve(as, number)).status).toBe(429);
    expect(phones.textsTo(number)).toHaveLength(5);
  });

  test('can be proven although a stranger used up its daily codes for log-in', async () => {
    const [person, number] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
    for (let sends = 0; sends < 5; sends += 1) {
      expect((await phones.askToLogIn(number)).answer.status).toBe(200);
      await run(sql`update identity.phone_codes set next_at = now()`);
    }
    const { answer, cookie } = await phones.askToLogIn(number);
    expect(answer.status).toBe(429);
    for (let tries = 0; tries < 5; tries += 1)
      await phones.give(cookie, { phoneNumber: number, code: '000000' });
    expect((await phones.prove(person, number)).status).toBe(204);
  });

  test('is bound to the requesting session, its person and the number, for ten minutes', async () => {
    const [person, number] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
    await phones.askToProve(person, number);
    const body = { phoneNumber: number, code: phones.codeTo(number) };
    const { content: elsewhere } = await tryLogIn(app, person.email);
    const other = await registerVerified(app, 'PARTICIPANT');
    for (const as of [elsewhere, other])
      expect((await app.call(provePhone, { as, body })).json).toMatchObject({ code: 'CODE_WRONG' });
    expect((await app.call(logInByCode, { body })).json).toMatchObject({ code: 'CODE_WRONG' });
    const ofOther = { ...body, phoneNumber: phones.freshNumber() };
    expect(await codeOrStatus(app.call(provePhone, { as: person, body: ofOther }))).toBe('CODE_WRONG');
    await run(sql`update identity.phone_codes set expires_at = now()`);
    expect((await app.call(provePhone, { as: person, body })).json).toMatchObject({ code: 'CODE_WRONG' });
  });

  test('that another person proves is removed from the old account, which keeps its password and gets an email', async () => {
    const [old, number] = await proven('RESEARCHER');
    const { content: byCode } = await phones.logIn(number);
    for (const role of ['RESEARCHER', 'PARTICIPANT'] as const) {
      const holder = await registerVerified(app, role);
      await phones.forgetWaits();
      expect((await phones.prove(holder, number)).status).toBe(204);
      await phones.forgetWaits();
      expect((await phones.logIn(number)).content).toMatchObject({ userId: holder.userId });
    }
    expect((await readAccount(old)).phone).toBeNull();
    expect(await isLive(byCode)).toBe(false);
    expect(await emailsTo(old)).toContain(phoneEmailWords.RELEASED.subject);
    expect((await tryLogIn(app, old.email)).status).toBe(200);
    expect(await readAuditEvents(app, old)).toContain('PHONE_RELEASED');
  });

  test('is also removed from an account of the same role on a device that knows it', async () => {
    const [old, number] = await proven();
    const onDevice = await tryLogIn(app, old.email);
    const next = await registerVerified(app, 'PARTICIPANT');
    const proof = await phones.prove(next, number, { cookie: knownDeviceCookie(onDevice) });
    expect(proof.status).toBe(204);
    expect((await readAccount(old)).phone).toBeNull();
  });

  test('that changes notifies the old number by text and its owner by email, and ends sessions opened by code', async () => {
    const [person, first] = await proven();
    const second = phones.freshNumber();
    const { content: byCode } = await phones.logIn(first);
    expect((await phones.prove(person, second)).status).toBe(204);
    expect(await emailsTo(person)).toContain(phoneEmailWords.CHANGED.subject);
    expect(phones.textsTo(first)).toContain(phoneTextWords.replaced);
    expect([await isLive(byCode), await isLive(person)]).toEqual([false, true]);
    await phones.forgetWaits();
    expect((await phones.logIn(first)).status).toBe(400);
  });

  test('that is removed, or removed by a password reset, opens no account any more', async () => {
    const [person, number] = await proven();
    const { content: byCode } = await phones.logIn(number);
    expect((await app.call(removePhone, { as: person, body: {} })).status).toBe(400);
    expect((await app.call(removePhone, { as: person, body: { password: PASSWORD } })).status).toBe(204);
    expect([await isLive(byCode), await isLive(person)]).toEqual([false, true]);
    expect(await emailsTo(person)).toContain(phoneEmailWords.REMOVED.subject);
    await phones.forgetWaits();
    expect((await phones.logIn(number)).status).toBe(400);
    await phones.forgetWaits();
    await phones.prove(person, number);
    const token = await emailSecret(app, person.userId, 'RESET_PASSWORD');
    await setPassword(app, person, token, 'adinkra symbols 84');
    await phones.forgetWaits();
    expect((await phones.logIn(number)).status).toBe(400);
  });
});

describe('a log-in by code', () => {
  test.each(['RESEARCHER', 'PARTICIPANT'] as const)('opens the account of a %s once', async (role) => {
    const [person, number] = await proven(role);
    const { cookie } = await phones.askToLogIn(number);
    const body = { phoneNumber: number, code: phones.codeTo(number) };
    expect(await phones.give('', body)).toMatchObject({ status: 400, json: { code: 'CODE_WRONG' } });
    const wrong = await phones.give(cookie, { ...body, code: wrongCode(body.code) });
    expect(wrong.json).toMatchObject({ code: 'CODE_WRONG', content: [{ field: 'code' }] });
    const right = await phones.give(cookie, body);
    expect(right).toMatchObject({ status: 200, content: { userId: person.userId, role } });
    expect(await isLive(right.content)).toBe(true);
    // A person who has the phone for a while must not count as its owner later.
    expect(knownDeviceCookie(right)).toBe('');
    // After a used code, the next one needs no wait.
    expect((await phones.askToLogIn(number)).answer.status).toBe(200);
    expect((await phones.give(cookie, body)).status).toBe(400);
    expect(await readAuditEvents(app, person)).toContain('LOGGED_IN CODE');
  });

  test('is announced to its owner by email, but not on a device that has logged in to the account', async () => {
    const [person, number] = await proven();
    const known = knownDeviceCookie(await tryLogIn(app, person.email));
    const { subject } = phoneEmailWords.LOGGED_IN;
    const logInWith = async (cookies: string) => {
      const { cookie } = await phones.askToLogIn(number);
      const body = { phoneNumber: number, code: phones.codeTo(number) };
      expect((await phones.give(`${cookie}; ${cookies}`, body)).status).toBe(200);
      return (await emailsTo(person)).filter((one) => one === subject).length;
    };
    expect(await logInWith(known)).toBe(0);
    expect(await logInWith('')).toBe(1);
    const message = (await app.mailbox.read(person.email)).find((one) => one.subject === subject);
    expect(message?.text).toContain(phoneEmailWords.LOGGED_IN.ifNotYou);
    expect(message?.text).toMatch(/This happened on .* at .* GMT/);
  });

  test('works with the previous code if another one is refused because the number must wait', async () => {
    const [, number] = await proven();
    const { cookie } = await phones.askToLogIn(number);
    const refused = await app.call(askLogInCode, { body: { phoneNumber: number }, headers: { cookie } });
    expect([refused.status, refused.headers['set-cookie']]).toEqual([429, undefined]);
    expect((await phones.give(cookie, { phoneNumber: number, code: phones.codeTo(number) })).status).toBe(
      200,
    );
  });

  test('asks for the role if one person has two accounts that the device knows', async () => {
    const [researcher, number] = await proven('RESEARCHER');
    const participant = await registerVerified(app, 'PARTICIPANT');
    const onDevice = await tryLogIn(app, researcher.email);
    await phones.prove(participant, number, { cookie: knownDeviceCookie(onDevice) });
    await phones.forgetWaits();
    const { cookie } = await phones.askToLogIn(number);
    const body = { phoneNumber: number, code: phones.codeTo(number) };
    for (let times = 0; times < 6; times += 1)
      expect(await phones.give(cookie, body)).toMatchObject({ status: 409, json: { code: 'ROLE_NEEDED' } });
    const chosen = await phones.give(cookie, { ...body, role: 'RESEARCHER' });
    expect(chosen.content).toMatchObject({ userId: researcher.userId });
  });

  test('does not accept a number that is unproven, proven too long ago, or dead', async () => {
    const number = phones.freshNumber();
    const person = { email: 'typed@example.test', firstName: 'Esi', lastName: 'Owusu', role: 'PARTICIPANT' };
    await app.call(registerPerson, {
      body: { ...person, password: PASSWORD, phoneNumber: number, agreedToTerms: true },
    });
    const requested = await phones.askToLogIn(number);
    expect([requested.answer.status, phones.textsTo(number)]).toEqual([200, []]);
    expect((await phones.give(requested.cookie, { phoneNumber: number, code: '000000' })).status).toBe(400);

    const owner = await registerVerified(app, 'PARTICIPANT');
    await phones.forgetWaits();
    await phones.prove(owner, number);
    await age(owner, 181);
    await phones.forgetWaits();
    const before = phones.textsTo(number).length;
    expect((await phones.askToLogIn(number)).answer.status).toBe(200);
    expect(phones.textsTo(number)).toHaveLength(before);
    expect((await readAccount(owner)).phone).toMatchObject({ counts: false });
    await age(owner, 179);
    await phones.forgetWaits();
    const late = await phones.askToLogIn(number);
    await run(sql`update identity.phones set dead_at = now() where user_id = ${owner.userId}`);
    const body = { phoneNumber: number, code: phones.codeTo(number) };
    expect((await phones.give(late.cookie, body)).status).toBe(400);
    await phones.forgetWaits();
    await phones.prove(owner, number);
    await phones.forgetWaits();
    expect((await phones.logIn(number)).status).toBe(200);
  });

  test('tells a suspended person so, but only after the code', async () => {
    const [person, number] = await proven();
    await run(
      sql`update identity.people set suspended_at = now(), suspend_reason = 'x' where user_id = ${person.userId}`,
    );
    const { answer, cookie } = await phones.askToLogIn(number);
    expect(answer.status).toBe(200);
    const body = { phoneNumber: number, code: phones.codeTo(number) };
    expect((await phones.give(cookie, { ...body, code: wrongCode(body.code) })).status).toBe(400);
    expect((await phones.give(cookie, body)).json).toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
  });
});

test('is not offered where no texts are sent', async () => {
  const without = await startTestApp();
  const as = await registerVerified(without, 'PARTICIPANT');
  const body = { phoneNumber: '024 123 4567' };
  const proof = { ...body, code: '123456' };
  const codes = [
    await without.call(askPhoneCode, { as, body: { ...body, password: PASSWORD } }),
    await without.call(provePhone, { as, body: proof }),
    await without.call(askLogInCode, { body }),
    await without.call(logInByCode, { body: proof }),
  ].map(({ status, json }) => [status, json['code']]);
  expect(codes).toEqual(codes.map(() => [404, 'TEXTS_NOT_OFFERED']));
  expect((await without.call(readOwnAccount, { as })).content).toMatchObject({ canText: false, phone: null });
  await without.close();
});
