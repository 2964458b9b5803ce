import { createHook } from 'node:async_hooks';
import { DefaultQueryExecutor, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  existsByEmail,
  registerPerson,
  resendVerification,
  resetPassword,
} from '@app/contracts/identity/accounts.ts';
import { askLogInCode, logInByCode } from '@app/contracts/identity/phones.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { compareTimings, mannWhitney } from '@app/test/support/compare-timings.ts';
import { registerVerified } from '@app/test/support/people.ts';
import { insertPhoneNumber } from '@app/test/support/phones.ts';
import { TIMED_CALLS } from '@app/test/support/sizes.ts';
import { registration, tryLogIn } from '#test/accounts.ts';

const WARM_UP = 20;
const verified = 'verified@example.test';
const unverified = 'unverified@example.test';
const unknown = 'unknown@example.test';
const provenNumber = '+233240000001';
const unknownNumber = '+233240000002';

let app: TestApp;
beforeAll(async () => {
  // Workers write the emails at their own time, so they are excluded.
  const gateway = { SMS_GATEWAY: 'arkesel', SMS_KEY: 'key', SMS_SENDER: 'Test' };
  app = await startTestApp(gateway, undefined, { withWorkers: false });
  await app.call(registerPerson, { body: registration(unverified) });
  await insertPhoneNumber(app, await registerVerified(app, 'RESEARCHER', { email: verified }), provenNumber);
});
afterAll(() => app.close());

const askCode = (phoneNumber: string) => app.call(askLogInCode, { body: { phoneNumber } });

async function askAndGuess(phoneNumber: string) {
  const cookie = String((await askCode(phoneNumber)).headers['set-cookie']).split(';', 1)[0] ?? '';
  return app.call(logInByCode, { body: { phoneNumber, code: '000000' }, headers: { cookie } });
}

const calls: [
  string,
  number,
  (who: string) => Promise<{ status: number }>,
  known?: string,
  unknown?: string,
][] = [
  ['AUTH-4 asking for a code', 200, askCode, provenNumber, unknownNumber],
  ['AUTH-4 a wrong code', 400, askAndGuess, provenNumber, unknownNumber],
  ['AUTH-4 a log-in', 401, (email) => tryLogIn(app, email, 'wrong')],
  ['AUTH-6 a reset', 200, (email) => app.call(resetPassword, { body: { email } })],
  ['AUTH-6 a reset', 200, (email) => app.call(resetPassword, { body: { email } }), unverified],
  ['AUTH-6 a resend', 200, (email) => app.call(resendVerification, { body: { email } }), unverified],
  ['ABU-1 a check', 200, (email) => app.call(existsByEmail, { query: { email } })],
];
const deletePasswordTries = async () => {
  await sql`delete from identity.password_tries`.execute(app.engine.owner);
  await sql`delete from identity.phone_codes`.execute(app.engine.owner);
};

/** Node uses this name for argon2's native work, and for nothing else here. */
const HASH = 'undefined';

/** Measures the database statements of a call, in order, and how many passwords it hashes. */
async function measureWork(call: () => Promise<unknown>) {
  const queries = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  let hashes = 0;
  const hook = createHook({ init: (_, type) => void (hashes += type === HASH ? 1 : 0) }).enable();
  await call();
  hook.disable();
  const statements = queries.mock.calls.map(([query]) => query.sql);
  queries.mockRestore();
  return { statements, hashes };
}

test.each(calls)(
  '%s does the same work for an unknown address as for a known one',
  async (what, status, call, known = verified, stranger = unknown) => {
    const answered = async (email: string) => expect((await call(email)).status).toBe(status);
    await deletePasswordTries();
    await answered(stranger);
    await deletePasswordTries();
    const work = await measureWork(() => answered(known));
    await deletePasswordTries();
    expect(await measureWork(() => answered(stranger))).toEqual(work);
    expect(work.statements).not.toEqual([]);
    expect(work.hashes).toBe(what === 'AUTH-4 a log-in' ? 1 : 0);
  },
);

/** Medians that differ by more than a tenth, and not by chance, reveal who has an account. */
const isDistinguishable = ({ ratio, p }: { ratio: number; p: number }) => ratio > 1.1 && p < 0.01;

// A busy machine can disturb the comparison, so it runs in the full form only.
test.each(TIMED_CALLS > 0 ? calls : [])(
  '%s takes as long for a known address as for an unknown one',
  async (what, status, call, known = verified, stranger = unknown) => {
    const answered = async (email: string) => expect((await call(email)).status).toBe(status);
    const sides = [() => answered(known), () => answered(stranger)] as const;
    await compareTimings(WARM_UP, sides, deletePasswordTries);
    const comparison = await compareTimings(TIMED_CALLS, sides, deletePasswordTries);
    console.info(`${what}: medians ${comparison.ratio.toFixed(3)} apart, p ${comparison.p.toFixed(3)}`);
    expect(isDistinguishable(comparison)).toBe(false);
  },
);

test('the comparison detects a difference of a fifth', () => {
  const list = (factor: number, shift = 0) =>
    Array.from({ length: 200 }, (_, index) => factor * (10 + index / 50 + shift));
  expect(mannWhitney(list(1), list(1.2))).toBeLessThan(0.01);
  expect(mannWhitney(list(1), list(1, 0.01))).toBeGreaterThan(0.5);
});
