import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { registerPerson } from '@app/contracts/identity/accounts.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import {
  beginWithGoogle,
  idTokenClaims,
  countPeople,
  finishWithGoogle,
  startForgingGoogle,
} from '@app/test/support/samples/google.ts';
import { registerVerified } from '@app/test/support/people.ts';
import { registration } from '#test/accounts.ts';

let google: Awaited<ReturnType<typeof startForgingGoogle>>;
let app: TestApp;
beforeAll(async () => {
  google = await startForgingGoogle();
  app = await startTestApp(google.settings);
});
afterAll(async () => {
  await app.close();
  await google.close();
});

const CONCURRENT_CALLS = 20;

/** Finishes sign-ins that were all started before, and returns the statuses and the people. */
async function finishAtOnce(claims: Record<string, unknown>) {
  google.says(claims);
  const attempts = [];
  for (let count = 0; count < CONCURRENT_CALLS; count += 1) {
    attempts.push(await google.agree(await beginWithGoogle(app, 'RESEARCHER')));
  }
  const answers = await Promise.all(attempts.map((attempt) => finishWithGoogle(app, attempt)));
  return {
    statuses: [...new Set(answers.map(({ status }) => status))],
    people: [...new Set(answers.map(({ content }) => content.userId))],
  };
}

test.each(['stays', 'changes'])(
  'AUTH-10 twenty concurrent first sign-ins of one subject, while its address %s, create one person',
  async (kind) => {
    const before = await countPeople(app);
    let number = 0;
    const claims = idTokenClaims('first@example.test');
    if (kind === 'changes')
      Object.defineProperty(claims, 'email', {
        enumerable: true,
        get: () => `moving-${(number += 1)}@example.test`,
      });
    else Object.assign(claims, { sub: 'whose address stays' });
    const { statuses, people } = await finishAtOnce(claims);
    expect(statuses).toEqual([200]);
    expect(people).toHaveLength(1);
    expect(await countPeople(app)).toBe(before + 1);
  },
);

test('AUTH-10 twenty concurrent sign-ins add Google to an account once, and notify its owner once', async () => {
  const user = await registerVerified(app, 'PARTICIPANT');
  const { statuses, people } = await finishAtOnce(idTokenClaims(user.email, { hd: 'example.test' }));
  expect([statuses, people]).toEqual([[200], [user.userId]]);
  // The audit row is written in one transaction with the email.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from identity.audit where event = 'GOOGLE_ADDED' and user_id = ${user.userId}
  `.execute(app.engine.owner);
  expect(rows).toEqual([{ count: 1 }]);
});

test('AUTH-10 twenty concurrent sign-ins take over an account that was never verified', async () => {
  const email = 'taken-over@example.test';
  await app.call(registerPerson, { body: registration(email, { role: 'PARTICIPANT' }) });
  const { statuses, people } = await finishAtOnce(idTokenClaims(email));
  expect(statuses).toEqual([200]);
  expect(people).toHaveLength(1);
});
