import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { existsByEmail, resendVerification, resetPassword } from '@app/contracts/identity/account.ts';
import { logIn } from '@app/contracts/identity/session.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { compareTimings, mannWhitney } from '../../../../test/compare-timings.ts';
import { registerPerson } from '@app/contracts/identity/account.ts';
import { PASSWORD } from '../../../../test/people.ts';

const TIMES = 200;
const WARM_UP = 20;
const known = 'known@example.test';
const unknown = 'unknown@example.test';

let app: TestApp;
beforeAll(async () => {
  // Letters are written by workers, at a time of their own.
  app = await startTestApp({}, undefined, { withWorkers: false });
  const person = { firstName: 'Esi', lastName: 'Time', role: 'RESEARCHER', agreedToTerms: true };
  await app.call(registerPerson, { body: { email: known, password: PASSWORD, ...person } });
});
afterAll(() => app.close());

/** The row's own rule: more than a tenth apart, and not by chance. */
const isTold = ({ ratio, p }: { ratio: number; p: number }) => ratio > 1.1 && p < 0.01;

test.each([
  ['AUTH-4 a log-in', 401, (email: string) => app.call(logIn, { body: { email, password: 'wrong' } })],
  ['AUTH-6 a reset', 200, (email: string) => app.call(resetPassword, { body: { email } })],
  ['AUTH-6 a resend', 200, (email: string) => app.call(resendVerification, { body: { email } })],
  ['ABU-1 a check', 200, (email: string) => app.call(existsByEmail, { query: { email } })],
])('%s takes as long for a known address as for an unknown one', async (what, status, call) => {
  const answered = async (email: string) => expect((await call(email)).status).toBe(status);
  const calls = [() => answered(known), () => answered(unknown)] as const;
  const forgetTries = () => sql`delete from identity.password_tries`.execute(app.engine.owner);
  await compareTimings(WARM_UP, calls, forgetTries);
  const comparison = await compareTimings(TIMES, calls, forgetTries);
  console.info(`${what}: medians ${comparison.ratio.toFixed(3)} apart, p ${comparison.p.toFixed(3)}`);
  expect(isTold(comparison)).toBe(false);
});

test('the comparison tells a difference of a fifth', () => {
  const list = (factor: number, shift = 0) =>
    Array.from({ length: TIMES }, (_, index) => factor * (10 + index / 50 + shift));
  expect(mannWhitney(list(1), list(1.2))).toBeLessThan(0.01);
  expect(mannWhitney(list(1), list(1, 0.01))).toBeGreaterThan(0.5);
});
