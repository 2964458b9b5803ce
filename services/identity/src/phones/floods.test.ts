// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { registerPerson, verifyEmail } from '@app/contracts/identity/accounts.ts';
import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { askLogInCode, askPhoneCode, logInByCode, provePhone } from '@app/contracts/identity/phones.ts';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { PASSWORD, registerVerified } from '@app/test/support/people.ts';
import { createTestPhones, insertPhoneNumber } from '@app/test/support/phones.ts';
import { waitForJobs } from '@app/test/support/wait-for-jobs.ts';
import { type TextPhones, startTextPhones } from '@app/test/support/text-phones.ts';
import { firstCookie, knownDeviceCookie, registration, verificationToken } from '#test/accounts.ts';

/** The attacker uses all these addresses; the honest person shares the first one. */
const ADDRESSES = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '2001:db8:1::1', '2001:db8:2::1'];
const [SHARED] = ADDRESSES;
const PER_ADDRESS = 6;
const TRIES_PER_ADDRESS = 3 * PER_ADDRESS;
const PER_MAILBOX = 4;
const PER_NUMBER = 10;
const PER_NUMBER_AND_HOUR = 8;
let app: TestApp;
let texts: TextPhones;
let phones: ReturnType<typeof createTestPhones>;
beforeAll(async () => {
  texts = await startTextPhones();
  app = await startTestApp({
    ...texts.settings,
    PHONE_CODES_PER_PERSON_PER_DAY: PER_MAILBOX,
    PHONE_CODES_PER_MAILBOX_PER_DAY: PER_MAILBOX,
    PHONE_CODES_PER_NUMBER_PER_HOUR: PER_NUMBER_AND_HOUR,
    PHONE_CODES_PER_NUMBER_PER_DAY: PER_NUMBER,
    PHONE_CODES_PER_ADDRESS_PER_HOUR: PER_ADDRESS,
    CODES_ASKED_PER_ADDRESS_PER_HOUR: PER_ADDRESS,
    CODES_ASKED_PER_DEVICE_PER_HOUR: PER_ADDRESS,
    CODES_TRIED_PER_ADDRESS_PER_10_MINUTES: TRIES_PER_ADDRESS,
    WRONG_CODES_PER_ADDRESS_PER_HOUR: PER_ADDRESS,
    UNUSED_CODES_PER_INSTALLATION_PER_HOUR: '60',
  });
  phones = createTestPhones(app, texts);
});
afterAll(async () => {
  await app.close();
  await texts.stop();
});
beforeEach(() => sql`delete from identity.limits`.execute(app.engine.owner));

const askToProve = (as: SignedInUser, phoneNumber: string, from = SHARED) =>
  app.call(askPhoneCode, { as, body: { phoneNumber, password: PASSWORD }, from });
const codesOrStatuses = (answers: { status: number; json: Record<string, unknown> }[]) =>
  answers.map(({ status, json }) => json['code'] ?? status);

const makeOld = ({ userId }: SignedInUser) =>
  sql`update identity.people set created_at = now() - interval '25 hours' where user_id = ${userId}`.execute(
    app.engine.owner,
  );

/**
 * Requests codes for unknown numbers and for a member's, and tries wrong codes, until every address is
 * refused.
 */
async function floodLogIns(member: string): Promise<void> {
  for (const from of ADDRESSES) {
    const answer = await app.call(askLogInCode, { body: { phoneNumber: member }, from });
    const cookie = firstCookie(answer);
    for (let call = 0; call < TRIES_PER_ADDRESS; call += 1) {
      const phoneNumber = call % 2 ? member : phones.freshNumber();
      await app.call(logInByCode, { body: { phoneNumber, code: '000000' }, headers: { cookie }, from });
      await app.call(askLogInCode, { body: { phoneNumber: phones.freshNumber() }, from });
    }
    const last = await app.call(askLogInCode, { body: { phoneNumber: phones.freshNumber() }, from });
    expect(last.json).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  }
}

/** Requests texts to any number, from accounts of one mailbox. */
async function floodProofs(): Promise<void> {
  const accounts: SignedInUser[] = [];
  for (let at = 0; at < 5; at += 1)
    accounts.push(await registerVerified(app, 'PARTICIPANT', { email: `pump+${at}@gmail.com` }));
  const answers = [];
  for (const as of accounts)
    for (let at = 0; at < PER_MAILBOX; at += 1) answers.push(await askToProve(as, phones.freshNumber()));
  expect(codesOrStatuses(answers).filter((code) => code === 200)).toHaveLength(PER_MAILBOX);
}

test('at an attacker’s IP address, a person registers, logs in, proves a number and gets a code', async () => {
  const [member, number] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
  await insertPhoneNumber(app, member, number);
  await floodLogIns(number);
  await floodProofs();

  const email = 'honest@example.test';
  await app.call(registerPerson, { body: registration(email, { role: 'PARTICIPANT' }), from: SHARED });
  const token = await verificationToken(app, email);
  expect((await app.call(verifyEmail, { body: { token, password: PASSWORD }, from: SHARED })).status).toBe(
    200,
  );
  const entered = await app.call(logIn, { body: { email, password: PASSWORD }, from: SHARED });
  const [as, known] = [entered.content, knownDeviceCookie(entered)];
  const own = phones.freshNumber();
  expect((await askToProve(as, own)).status).toBe(200);
  await waitForJobs(app);
  await app.call(provePhone, { as, body: { phoneNumber: own, code: phones.codeTo(own) }, from: SHARED });
  expect((await app.call(readOwnAccount, { as })).content.phone).toMatchObject({ counts: true });
  await phones.forgetWaits();

  const answer = await app.call(askLogInCode, {
    body: { phoneNumber: own },
    headers: { cookie: known },
    from: SHARED,
  });
  expect(answer.status).toBe(200);
  await waitForJobs(app);
  const body = { phoneNumber: own, code: phones.codeTo(own) };
  const headers = { cookie: firstCookie(answer) };
  expect((await app.call(logInByCode, { body, headers, from: SHARED })).status).toBe(200);
});

test('when strangers use up a number’s codes, its owner still gets one on a known device, and it stays valid', async () => {
  const [owner, number] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
  await insertPhoneNumber(app, owner, number);
  const known = knownDeviceCookie(
    await app.call(logIn, { body: { email: owner.email, password: PASSWORD } }),
  );
  const requestCode = (cookie = '') =>
    app.call(askLogInCode, { body: { phoneNumber: number }, headers: { cookie } });
  const requestedHere = await requestCode(known);
  await waitForJobs(app);
  const code = phones.codeTo(number);
  for (let sends = 0; sends < 5; sends += 1) {
    const { status } = await requestCode();
    expect(status).toBe(200);
    await sql`update identity.phone_codes set next_at = now()`.execute(app.engine.owner);
    await sql`delete from identity.limits`.execute(app.engine.owner);
  }
  expect(Number((await requestCode()).headers['retry-after'])).toBeGreaterThan(23 * 60 * 60);
  const headers = { cookie: firstCookie(requestedHere) };
  expect((await app.call(logInByCode, { body: { phoneNumber: number, code }, headers })).status).toBe(200);
  expect((await requestCode(known)).status).toBe(200);
});

test('a mailbox has a daily limit of proofs, and new accounts at an IP address an hourly one', async () => {
  const [one, other] = [
    await registerVerified(app, 'PARTICIPANT', { email: 'two.accounts@gmail.com' }),
    await registerVerified(app, 'PARTICIPANT', { email: 'twoaccounts+2@gmail.com' }),
  ];
  const answers = [];
  for (const as of [one, other, one, other, one, other])
    answers.push(await askToProve(as, phones.freshNumber()));
  expect(codesOrStatuses(answers)).toEqual([200, 200, 200, 200, 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);

  const newcomers = [];
  for (let at = 0; at < 3; at += 1) newcomers.push(await registerVerified(app, 'PARTICIPANT'));
  const [, , last] = newcomers as [SignedInUser, SignedInUser, SignedInUser];
  const theirs = [];
  for (const as of newcomers) theirs.push(await askToProve(as, phones.freshNumber()));
  // Refused requests have used up nothing.
  expect(codesOrStatuses(theirs)).toEqual([200, 200, 'TOO_MANY_REQUESTS']);
  expect((await askToProve(last, phones.freshNumber(), ADDRESSES[1])).status).toBe(200);
  await makeOld(last);
  expect((await askToProve(last, phones.freshNumber())).status).toBe(200);
});

test('accounts older than a day have an hourly limit at an IP address, and a proven number makes room', async () => {
  const old: SignedInUser[] = [];
  for (let at = 0; at < 3; at += 1) {
    const as = await registerVerified(app, 'PARTICIPANT');
    await makeOld(as);
    old.push(as);
  }
  const answers = [];
  for (const as of old)
    for (let at = 0; at < 3; at += 1) answers.push(await askToProve(as, phones.freshNumber()));
  expect(codesOrStatuses(answers).filter((code) => code === 200)).toHaveLength(PER_ADDRESS);
  const [first, , last] = old as [SignedInUser, SignedInUser, SignedInUser];
  const own = phones.freshNumber();
  expect(codesOrStatuses([await askToProve(last, own)])).toEqual(['TOO_MANY_REQUESTS']);
  expect((await askToProve(await registerVerified(app, 'PARTICIPANT'), own)).status).toBe(200);
  // Otherwise the order of the two texts would be random.
  await waitForJobs(app);
  // The first of them who proves a number makes room for another.
  expect((await askToProve(first, own, ADDRESSES[1])).status).toBe(200);
  await waitForJobs(app);
  const body = { phoneNumber: own, code: phones.codeTo(own) };
  expect((await app.call(provePhone, { as: first, body, from: SHARED })).status).toBe(204);
  expect(codesOrStatuses([await askToProve(last, phones.freshNumber())])).toEqual([200]);
});

test('strangers’ codes to a person’s number neither end nor use up the owner’s, and do not flood it', async () => {
  const number = phones.freshNumber();
  const skipWaits = () => sql`update identity.phone_codes set next_at = now()`.execute(app.engine.owner);
  const requestCode = async (as: SignedInUser, from?: string) => {
    await skipWaits();
    return askToProve(as, number, from);
  };
  const owner = await registerVerified(app, 'PARTICIPANT');
  expect((await requestCode(owner)).status).toBe(200);
  await waitForJobs(app);
  const code = phones.codeTo(number);
  const strangers: SignedInUser[] = [];
  for (let at = 0; at < 3; at += 1) strangers.push(await registerVerified(app, 'PARTICIPANT'));
  // A second spelling of a mailbox shares its row, so its codes replace the first one's.
  const [one, two] = [
    await registerVerified(app, 'PARTICIPANT', { email: 'owner.of.none@gmail.com' }),
    await registerVerified(app, 'PARTICIPANT', { email: 'ownerofnone+2@gmail.com' }),
  ];
  await skipWaits();
  expect((await askToProve(one, number, ADDRESSES[1])).status).toBe(200);
  expect((await askToProve(two, number, ADDRESSES[1])).status).toBe(429);

  const [as] = strangers as [SignedInUser];
  for (let sends = 0; sends < PER_MAILBOX; sends += 1) expect((await requestCode(as)).status).toBe(200);
  expect((await requestCode(as)).status).toBe(429);
  await waitForJobs(app);
  expect((await app.call(provePhone, { as: owner, body: { phoneNumber: number, code } })).status).toBe(204);

  const askFurther = async () => {
    const further = [];
    for (const stranger of strangers.slice(1))
      for (let sends = 0; sends < PER_MAILBOX; sends += 1)
        further.push(await requestCode(stranger, ADDRESSES[2]));
    return codesOrStatuses(further).filter((status) => status === 200).length;
  };
  // The owner's code, one of a mailbox and four of a stranger came before.
  expect(await askFurther()).toBe(PER_NUMBER_AND_HOUR - 2 - PER_MAILBOX);
  await sql`delete from identity.limits where ends_at <= now() + interval '1 hour'`.execute(app.engine.owner);
  expect(await askFurther()).toBe(PER_NUMBER - PER_NUMBER_AND_HOUR);
  await sql`delete from identity.limits where ends_at <= now() + interval '1 hour'`.execute(app.engine.owner);
  expect((await requestCode(await registerVerified(app, 'PARTICIPANT'), ADDRESSES[3])).status).toBe(429);
  const older = await registerVerified(app, 'PARTICIPANT');
  await makeOld(older);
  expect((await requestCode(older, ADDRESSES[3])).status).toBe(200);
});

test('wrong codes from an IP address write a limited number of audit rows, and block no right code', async () => {
  const [owner, number] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
  await insertPhoneNumber(app, owner, number);
  const countRecorded = async () =>
    (
      await sql`select from identity.audit where event = 'LOG_IN_REFUSED' and about = 'CODE'`.execute(
        app.engine.owner,
      )
    ).rows.length;
  const before = await countRecorded();
  const submitCode = (phoneNumber: string, code: string, cookie = '') =>
    app.call(logInByCode, { body: { phoneNumber, code }, headers: { cookie }, from: SHARED });
  for (let tries = 0; tries < TRIES_PER_ADDRESS; tries += 1)
    expect((await submitCode(phones.freshNumber(), '000000')).json).toMatchObject({ code: 'CODE_WRONG' });
  expect((await countRecorded()) - before).toBe(PER_ADDRESS);
  expect((await submitCode(phones.freshNumber(), '000000')).status).toBe(429);
  const { cookie } = await phones.askToLogIn(number);
  expect((await submitCode(number, phones.codeTo(number), cookie)).status).toBe(200);
});
