import { afterAll, beforeAll, expect, test } from 'vitest';
import { existsByEmail } from '@app/contracts/identity/account.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';

const AT_ONCE = 40;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ EMAIL_CHECKS_PER_ADDRESS_PER_10_MINUTES: '5' });
});
afterAll(() => app.close());

test('ABU-3 nodes share a limit, however many ask at once, and one that starts later knows it', async () => {
  const callSecondNode = await app.startNode();
  const query = { email: 'who@example.test' };
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      (index % 2 === 0 ? app.call : callSecondNode)(existsByEmail, { query }),
    ),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(200), count(429)]).toEqual([5, AT_ONCE - 5]);
  const callRestarted = await app.startNode();
  expect((await callRestarted(existsByEmail, { query })).status).toBe(429);
});
