// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moneyCommandWords as words } from '@app/words/payments.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { paymentDeps } from '../../../../test/payment-deps.ts';
import { makeOwed } from '../../../../test/payouts.ts';
import { registerResearcher } from '../../../../test/people.ts';
import { createFakeProvider } from '../../test/fake-provider.ts';
import { assertSoundMoney } from '../../test/money.ts';
import { readStudyBalances } from '../ledger/read-balances.ts';
import { runCommand } from '../operator/run-command.ts';
import { advancePayout } from './advance-payout.ts';
import { askAboutPayout } from './ask-about.ts';
import { findPayout } from './write-payout.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, undefined, { withWorkers: false });
});
afterAll(() => app.close());

test('that an order before the last one was paid after all stops the next, and is booked once somebody has looked', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const participant = { userId: crypto.randomUUID() };
  const { payoutId, studyId } = await makeOwed(app, { researcher, participant });
  const provider = createFakeProvider();
  const deps = paymentDeps(app, provider);
  /** As if the time had come. */
  const advance = async () => {
    await sql`update payment.payouts set next_at = now() where payout_id = ${payoutId} and next_at is not null`.execute(
      app.engine.owner,
    );
    await advancePayout(deps, { payoutId });
  };
  provider.says = { kind: 'failure', reason: 'OTHER' };
  for (let time = 0; time < 4; time += 1) await advance();
  const [first = ''] = provider.sent.map(({ reference }) => reference);
  expect(provider.sent).toHaveLength(2);
  provider.query = async (reference) =>
    reference === first
      ? { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '7' }
      : { kind: 'failure', reason: 'OTHER' };
  expect(await askAboutPayout(deps, first)).toBe(true);
  expect(await findPayout(deps.db, payoutId)).toMatchObject({ state: 'REVIEW' });
  await advance();
  expect(provider.sent).toHaveLength(2);
  const said = await runCommand(deps, ['paid', payoutId, 'mtn', 'the', 'first', 'order']);
  expect(said).toBe(words.asked('failure', 'SUCCEEDED'));
  expect((await readStudyBalances(deps.db, studyId)).payable).toBe(0);
  await assertSoundMoney(app);
});
