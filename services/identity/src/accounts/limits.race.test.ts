import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { existsByEmail } from '@app/contracts/identity/accounts.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerVerified } from '@app/test/support/people.ts';

const CONCURRENT_CALLS = 40;
const app = useApp({
  EMAIL_CHECKS_PER_ADDRESS_PER_10_MINUTES: 80,
  ACCOUNTS_FOUND_PER_ADDRESS_PER_10_MINUTES: 5,
});

test('ABU-1 ABU-3 nodes share a limit under concurrency, and a refusal reveals nothing', async () => {
  const callSecondNode = await app.startNode();
  const { email } = await registerVerified(app, 'PARTICIPANT');
  const checkEmail = (address: string, index: number) =>
    (index % 2 === 0 ? app.call : callSecondNode)(existsByEmail, { query: { email: address } });
  const all = (address: string) =>
    Promise.all(Array.from({ length: CONCURRENT_CALLS }, (_, index) => checkEmail(address, index)));

  const free = await all('nobody@example.test');
  expect(free.filter(({ status }) => status === 200)).toHaveLength(CONCURRENT_CALLS);
  const found = await all(email);
  const count = (status: number) => found.filter((answer) => answer.status === status).length;
  expect([count(200), count(429)]).toEqual([5, CONCURRENT_CALLS - 5]);
  // From here on addresses without an account are refused too, also by a node that starts later.
  const callRestarted = await app.startNode();
  const query = { email: 'nobody@example.test' };
  await sql`update identity.limits set count = 0 where count >= 80`.execute(app.engine.owner);
  expect((await callRestarted(existsByEmail, { query })).status).toBe(429);
});
