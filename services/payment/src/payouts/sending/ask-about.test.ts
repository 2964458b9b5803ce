import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { moneyCommandWords as words } from '@app/words/payments.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { makeOwed } from '@app/test/support/payouts.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { createFakeProvider } from '#test/fake-provider.ts';
import { assertSoundMoney } from '#test/money.ts';
import { readStudyBalances } from '../../ledger/read-balances.ts';
import type { QueryOutcome } from '../../providers/provider.ts';
import { reconcile } from '../../reconciliation/reconcile.ts';
import { runCommand } from '../../operator/run-command.ts';
import { advancePayout } from './advance-payout.ts';
import { askAboutPayout } from './ask-about.ts';
import { findPayout } from '../write-payout.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, undefined, { withWorkers: false });
});
afterEach(() => assertSoundMoney(app));
afterAll(() => app.close());

const failed = { kind: 'failure', reason: 'OTHER' } as const;
const arrived = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '7' } as const;

/** A payment whose first order failed, and how its time comes. */
async function start() {
  const researcher = await registerResearcher(app, { verified: true });
  const participant = { userId: crypto.randomUUID() };
  const owed = await makeOwed(app, { researcher, participant });
  const provider = createFakeProvider();
  const deps = paymentDeps(app, provider);
  const advance = async () => {
    await sql`update payment.payouts set next_at = now() where payout_id = ${owed.payoutId} and next_at is not null`.execute(
      app.engine.owner,
    );
    await advancePayout(deps, owed);
  };
  provider.says = failed;
  for (let time = 0; time < 3; time += 1) await advance();
  const [first = ''] = provider.sent.map(({ reference }) => reference);
  expect(provider.sent).toHaveLength(2);
  /** By now the first is said to be paid, and of the second what is given. */
  const contradict = (ofSecond: QueryOutcome) => {
    provider.query = async (reference) => (reference === first ? arrived : ofSecond);
  };
  return { ...owed, provider, deps, advance, first, contradict };
}

test('that an order before the last one was paid after all stops the next, and is booked once somebody has looked', async () => {
  const { payoutId, studyId, provider, deps, advance, first, contradict } = await start();
  await advance();
  contradict(failed);
  expect(await askAboutPayout(deps, first)).toBe(true);
  expect(await findPayout(deps.db, payoutId)).toMatchObject({ state: 'REVIEW' });
  await advance();
  expect(provider.sent).toHaveLength(2);
  const said = await runCommand(deps, ['paid', payoutId, 'mtn', 'the', 'first', 'order']);
  expect(said).toBe(words.asked('failure', 'SUCCEEDED'));
  expect((await readStudyBalances(deps.db, studyId)).payable).toBe(0);
  // Somebody has looked: the one that arrived is not to be given back as a second one.
  expect((await reconcile(deps)).filter(({ kind }) => kind === 'DUPLICATE')).toEqual([]);
});

test('where it is said while the next is on its way, no third goes, by itself or by hand', async () => {
  const { payoutId, provider, deps, advance, first, contradict } = await start();
  contradict({ kind: 'pending' });
  expect(await askAboutPayout(deps, first)).toBe(true);
  contradict(failed);
  await advance();
  expect(await findPayout(deps.db, payoutId)).toMatchObject({ state: 'CREATED' });
  await advance();
  expect(await findPayout(deps.db, payoutId)).toMatchObject({ state: 'REVIEW' });
  await runCommand(deps, ['again', payoutId]);
  await advance();
  expect(await findPayout(deps.db, payoutId)).toMatchObject({ state: 'REVIEW' });
  expect(provider.sent).toHaveLength(2);
});
