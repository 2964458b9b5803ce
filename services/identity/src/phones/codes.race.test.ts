import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askLogInCode, askPhoneCode, logInByCode, provePhone } from '@app/contracts/identity/phones.ts';
import { createLog } from '@app/kit/log.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { PASSWORD, registerVerified } from '@app/test/support/people.ts';
import { createTestPhones, insertPhoneCode, insertPhoneNumber, wrongCode } from '@app/test/support/phones.ts';
import { waitForJobs } from '@app/test/support/wait-for-jobs.ts';
import { CODE_NUMBERS } from '@app/test/support/sizes.ts';
import { type TextPhones, startTextPhones } from '@app/test/support/text-phones.ts';
import { firstCookie, knownDeviceCookie, tryLogIn } from '#test/accounts.ts';

const GUESSES = 200;
const GUESSERS = 8;
/** Strangers may use a third of these. */
const UNUSED_CODES = 24;
let app: TestApp;
let texts: TextPhones;
let phones: ReturnType<typeof createTestPhones>;
const lines: string[] = [];
let callSecondNode: TestApp['call'];
beforeAll(async () => {
  texts = await startTextPhones();
  app = await startTestApp(texts.settings, createLog('warn', { write: (line) => lines.push(line) }));
  phones = createTestPhones(app, texts);
  callSecondNode = await app.startNode();
});
afterAll(async () => {
  await app.close();
  await texts.stop();
});

const callNodeAt = (index: number) => (index % 2 === 0 ? app.call : callSecondNode);
const checks = async () =>
  (
    await sql<{
      count: number;
    }>`select coalesce(sum(wrong_tries), 0)::int as count from identity.phone_codes`.execute(app.engine.owner)
  ).rows[0]?.count;

test.each(['known', 'unknown'])(
  'of 200 concurrent guesses on two nodes, five are checked: a number that is %s',
  async (kind) => {
    await sql`delete from identity.phone_codes`.execute(app.engine.owner);
    const [person, phoneNumber] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
    if (kind === 'known') {
      await phones.prove(person, phoneNumber);
      await phones.forgetWaits();
    }
    const { cookie } = await phones.askToLogIn(phoneNumber);
    const code = kind === 'known' ? phones.codeTo(phoneNumber) : '000000';
    const body = { phoneNumber, code: wrongCode(code) };
    const answers = await Promise.all(
      Array.from({ length: GUESSES }, (_, index) =>
        callNodeAt(index)(logInByCode, { body, headers: { cookie } }),
      ),
    );
    expect(answers.filter(({ json }) => json['code'] === 'CODE_WRONG')).toHaveLength(GUESSES);
    expect(await checks()).toBe(5);
    expect((await phones.give(cookie, { phoneNumber, code })).status).toBe(400);
  },
);

test('of many concurrent uses of one code, one succeeds', async () => {
  const [person, phoneNumber] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
  await phones.prove(person, phoneNumber);
  await phones.forgetWaits();
  const { cookie } = await phones.askToLogIn(phoneNumber);
  const body = { phoneNumber, code: phones.codeTo(phoneNumber) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => callNodeAt(index)(logInByCode, { body, headers: { cookie } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('of many concurrent requests for a code, one sends a text', async () => {
  const phoneNumber = phones.freshNumber();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => callNodeAt(index)(askLogInCode, { body: { phoneNumber } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(19);
});

test('a number that its next owner proves never opens the old account, at any moment', async () => {
  const [old, phoneNumber] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
  await phones.prove(old, phoneNumber);
  const next = await registerVerified(app, 'PARTICIPANT');
  await phones.forgetWaits();
  await phones.askToProve(next, phoneNumber);
  const proof = { phoneNumber, code: phones.codeTo(phoneNumber) };
  await Promise.all([
    app.call(provePhone, { as: next, body: proof }),
    ...Array.from({ length: 10 }, (_, index) => callNodeAt(index)(logInByCode, { body: proof })),
  ]);
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from identity.phones where user_id in (${old.userId}, ${next.userId})`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ userId: next.userId }]);
  const live = sql`select from identity.sessions where is_by_code and user_id = ${old.userId} and ended_at is null`;
  expect((await live.execute(app.engine.owner)).rows).toEqual([]);
});

test('guesses at many numbers are limited by the codes for strangers, and no right code is refused', async () => {
  lines.length = 0;
  const narrow = await app.startNode({
    settings: { UNUSED_CODES_PER_INSTALLATION_PER_HOUR: String(UNUSED_CODES) },
  });
  await sql`delete from identity.limits`.execute(app.engine.owner);
  await sql`delete from identity.phone_codes`.execute(app.engine.owner);
  const numbers = Array.from({ length: UNUSED_CODES }, () => phones.freshNumber());
  for (const number of numbers)
    await insertPhoneNumber(app, await registerVerified(app, 'PARTICIPANT'), number);
  const nobodys = Array.from({ length: CODE_NUMBERS }, () => phones.freshNumber());
  const statuses = new Map<number, number>();
  const guessAt = async (phoneNumber: string) => {
    const { headers } = await narrow(askLogInCode, { body: { phoneNumber } });
    const cookie = firstCookie({ headers });
    for (let guess = 0; guess < 7; guess += 1) {
      const body = { phoneNumber, code: String(guess).padStart(6, '0') };
      const { status } = await narrow(logInByCode, { body, headers: { cookie } });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const remaining = [...nobodys, ...numbers].values();
  await Promise.all(
    Array.from({ length: GUESSERS }, async () => {
      for (const number of remaining) await guessAt(number);
    }),
  );
  expect([...statuses.keys()]).toEqual([400]);
  const { rows } = await sql<{ codes: number; tries: number }>`
    select count(*)::int as codes, coalesce(sum(wrong_tries), 0)::int as tries from identity.phone_codes
    where code_id in (select (data ->> 'codeId')::uuid from identity_jobs.job where data ->> 'userId' is not null)`.execute(
    app.engine.owner,
  );
  const share = UNUSED_CODES / 3;
  const { codes = 0, tries = 0 } = rows[0] ?? {};
  // The end of the share varies, so that it reveals nothing.
  expect([codes <= share, codes >= share - share / 4, tries <= 5 * codes]).toEqual([true, true, true]);
  expect(lines.filter((line) => line.includes('codes by text are used up'))).toHaveLength(1);
  // The used-up share refuses no right code.
  const person = await registerVerified(app, 'PARTICIPANT');
  const flow = crypto.randomUUID();
  const body = await insertPhoneCode(app, { purpose: 'LOG_IN', user: person, flow });
  await insertPhoneNumber(app, person, body.phoneNumber);
  expect((await narrow(logInByCode, { body, headers: { cookie: `__Host-code=${flow}` } })).status).toBe(200);
});

test('once the codes for strangers are used up, any number gets the same refusal, and nothing is stored', async () => {
  const narrow = await app.startNode({ settings: { UNUSED_CODES_PER_INSTALLATION_PER_HOUR: '1' } });
  await sql`delete from identity.limits`.execute(app.engine.owner);
  const member = async () => {
    const [person, number] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
    await insertPhoneNumber(app, person, number);
    return [person, number] as const;
  };
  const [[, first], [owner, known]] = [await member(), await member()];
  const requestCode = (phoneNumber: string, cookie = '') =>
    narrow(askLogInCode, { body: { phoneNumber }, headers: { cookie } });
  // Unknown numbers use up nothing.
  for (let requests = 0; requests < 3; requests += 1)
    expect((await requestCode(phones.freshNumber())).status).toBe(200);
  expect((await requestCode(first)).status).toBe(200);
  await phones.forgetWaits();
  const state = async () =>
    (
      await sql`select number_hash, code_id, sends, next_at from identity.phone_codes order by 1`.execute(
        app.engine.owner,
      )
    ).rows;
  const before = await state();
  const answers = await Promise.all(
    [first, known, phones.freshNumber()].map((number) => requestCode(number)),
  );
  for (const { status, json, headers } of answers) {
    expect([status, json['code'], headers['set-cookie']]).toEqual([429, 'NO_TEXT_SENT', undefined]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
  }
  expect(await state()).toEqual(before);
  await waitForJobs(app);
  expect(phones.textsTo(known)).toEqual([]);
  // A known device of the owner has a separate share.
  const cookie = knownDeviceCookie(await tryLogIn(app, owner.email));
  expect((await requestCode(known, cookie)).status).toBe(200);
  await waitForJobs(app);
  expect(phones.textsTo(known)).toHaveLength(1);
});

test('once the hourly proofs are used up, another is refused without a wait, and log-ins still work', async () => {
  const narrow = await app.startNode({ settings: { UNUSED_CODES_PER_INSTALLATION_PER_HOUR: '1' } });
  await sql`delete from identity.limits`.execute(app.engine.owner);
  const as = await registerVerified(app, 'PARTICIPANT');
  const [first, second, known] = [phones.freshNumber(), phones.freshNumber(), phones.freshNumber()];
  const requestCode = async (call: TestApp['call'], phoneNumber: string) =>
    (await call(askPhoneCode, { as, body: { phoneNumber, password: PASSWORD } })).status;
  expect([
    await requestCode(narrow, first),
    await requestCode(narrow, second),
    await requestCode(app.call, second),
  ]).toEqual([200, 429, 200]);
  await insertPhoneNumber(app, await registerVerified(app, 'PARTICIPANT'), known);
  expect((await narrow(askLogInCode, { body: { phoneNumber: known } })).status).toBe(200);
  await waitForJobs(app);
  expect([phones.textsTo(second), phones.textsTo(known)].map(({ length }) => length)).toEqual([1, 1]);
  // Accounts older than a day have a separate share.
  await sql`update identity.people set created_at = now() - interval '25 hours' where user_id = ${as.userId}`.execute(
    app.engine.owner,
  );
  expect(await requestCode(narrow, phones.freshNumber())).toBe(200);
});

test('a proof that waits while a password reset ends its session stores no number', async () => {
  const [as, phoneNumber] = [await registerVerified(app, 'PARTICIPANT'), phones.freshNumber()];
  await phones.askToProve(as, phoneNumber);
  const body = { phoneNumber, code: phones.codeTo(phoneNumber) };
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and query like '%identity"."people"%for update%' and wait_event_type = 'Lock'`;
  const proof = await app.engine.owner.transaction().execute(async (trx) => {
    await sql`select from identity.people where user_id = ${as.userId} for update`.execute(trx);
    const answer = app.call(provePhone, { as, body });
    await expect.poll(async () => (await waiting.execute(app.engine.owner)).rows.length).toBe(1);
    await sql`update identity.sessions set ended_at = now() where user_id = ${as.userId}`.execute(trx);
    return { answer };
  });
  expect((await proof.answer).json).toMatchObject({ code: 'CODE_WRONG' });
  const { rows } = await sql`select from identity.phones where user_id = ${as.userId}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([]);
});
