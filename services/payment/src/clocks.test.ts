import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { createLog } from '@app/kit/log.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { makeBudget } from '@app/test/support/budgets.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { makeOwed } from '@app/test/support/payouts.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import { assertSoundMoney } from '#test/money.ts';
import { advanceLateFundings } from './budgets/prompt-funding.ts';
import type { Deps } from './deps.ts';
import { advanceLatePayouts } from './payouts/sending/advance-payout.ts';

let app: TestApp;
let researcher: SignedInUser;
let provider: FakeProvider;
let lines: string[];
let deps: Deps;
beforeAll(async () => {
  app = await startTestApp({}, undefined, { withWorkers: false });
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(() => {
  provider = createFakeProvider();
  lines = [];
  deps = paymentDeps(app, provider, { log: createLog('warn', { write: (line) => lines.push(line) }) });
});
afterEach(() => assertSoundMoney(app));
afterAll(() => app.close());

const run = (text: string) => sql.raw(text).execute(app.engine.owner);
const logged = () => lines.map((line) => JSON.parse(line) as unknown);

test('a payment that throws holds up none that the clock finds after it, and is logged by its id alone', async () => {
  const payouts: string[] = [];
  for (let hour = 2; hour > 0; hour -= 1) {
    const { payoutId } = await makeOwed(app, { researcher, participant: { userId: crypto.randomUUID() } });
    await run(
      `update payment.payouts set next_at = now() - interval '${hour} hours' where payout_id = '${payoutId}'`,
    );
    payouts.push(payoutId);
  }
  provider.lookUp = async () => {
    provider.lookUp = async () => ({ kind: 'active' });
    throw new Error('+233247654321');
  };
  await advanceLatePayouts(deps);
  expect(provider.sent).toHaveLength(1);
  expect(logged()).toMatchObject([{ payout: payouts[0] }]);
  expect(lines.join('')).not.toContain('233247654321');
});

test('a payment into a budget that throws holds up none that the clock finds after it', async () => {
  const fundings: string[] = [];
  for (let hour = 2; hour > 0; hour -= 1) {
    const { fundingId } = await makeBudget(app, researcher);
    await run(
      `update payment.fundings set next_at = now() - interval '${hour} hours' where funding_id = '${fundingId}'`,
    );
    fundings.push(fundingId);
  }
  provider.meanwhile = async () => {
    provider.meanwhile = async () => {};
    throw new Error('+233247654321');
  };
  await advanceLateFundings(deps);
  expect(provider.sent).toHaveLength(2);
  expect(logged()).toMatchObject([{ funding: expect.toBeOneOf(fundings) }]);
  expect(lines.join('')).not.toContain('233247654321');
});
