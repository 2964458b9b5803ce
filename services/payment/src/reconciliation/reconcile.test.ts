// @module-tag both-engines
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { useApp } from '@app/test/support/app.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { makeBudget } from '@app/test/support/budgets.ts';
import { advancePayoutNow, makeUnsentPayout } from '@app/test/support/payouts.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import { ageFunding, putFundingInState } from '#test/fundings.ts';
import type { Deps } from '../deps.ts';
import { pollReviewedPayout } from '../payouts/sending/poll-or-resend.ts';
import { findPayout } from '../payouts/write-payout.ts';
import { gauges } from '../operator/gauges.ts';
import { listOperatorTasks } from '../operator/open-payments.ts';
import { readTrialBalance } from '../ledger/read-balances.ts';
import { isPaused, pauseProvider } from '../payouts/sending/pauses.ts';
import { reconcileAndEndPauses, watchProviders } from './reconcile-after-restore.ts';
import { reconcile } from './reconcile.ts';

const app = useApp({ BONUS_UNDO_SECONDS: 0 }, undefined, { withWorkers: false });
let researcher: SignedInUser;
let participant: SignedInUser;
let provider: FakeProvider;
let deps: Deps;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});
beforeEach(() => {
  provider = createFakeProvider();
  deps = { ...paymentDeps(app, provider), providers: { mtn: provider } };
});

const run = (text: string) => sql.raw(text).execute(app.engine.owner);
const paid = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '7' } as const;

/** A payment that ended as the provider reports. */
async function settled(says: FakeProvider['says']): Promise<{ payoutId: string; attemptId: string }> {
  const { payoutId } = await makeUnsentPayout(app, { researcher, participant });
  provider.says = says;
  for (let time = 0; time < 2; time += 1) await advancePayoutNow(app, deps, payoutId);
  const { rows } = await sql<{ id: string }>`
    select attempt_id as id from payment.attempts where payout_id = ${payoutId}`.execute(app.engine.owner);
  // Fundings are the subject of other tests.
  await run('update payment.fundings set reconciled_at = now()');
  return { payoutId, attemptId: rows[0]?.id ?? '' };
}
const reconciled = async (attemptId: string) => {
  const { rows } = await sql<{ at: Date | null }>`
    select reconciled_at as at from payment.attempts where attempt_id = ${attemptId}`.execute(
    app.engine.owner,
  );
  return rows[0]?.at !== null;
};
const findDifferences = async (subject: string) =>
  (await reconcile(deps)).differences.filter((difference) => difference.subject === subject);

test('a payment that cannot be compared does not stop the others, and fails the job', async () => {
  const [bad, good] = [await settled(paid), await settled(paid)];
  const { rows } = await sql<{ reference: string }>`
    select reference from payment.attempts where attempt_id = ${bad.attemptId}`.execute(app.engine.owner);
  const query = async (reference: string) => {
    if (reference === rows[0]?.reference) throw new Error('The reply makes no sense');
    return paid;
  };
  const broken = { ...deps, providers: { mtn: { ...provider, query } } };
  await expect(reconcile(broken)).rejects.toThrow(`Failed: ${bad.attemptId}`);
  expect([await reconciled(bad.attemptId), await reconciled(good.attemptId)]).toEqual([false, true]);
});

test.each([
  ['the amount', { ...paid, pesewas: 4999 }, { kind: 'AMOUNT', ours: '5000', theirs: '4999' }],
  ['the outcome', { kind: 'failure', reason: 'OTHER' }, { kind: 'STATUS', ours: 'paid', theirs: 'failure' }],
  [
    'the existence of a payment',
    { kind: 'not-seen' },
    { kind: 'OURS_ONLY', ours: 'paid', theirs: 'not seen' },
  ],
] as const)(
  'B7 a provider that differs about %s is reported, and again while it differs',
  async (_, says, difference) => {
    const { attemptId } = await settled(paid);
    provider.says = says;
    for (let time = 0; time < 2; time += 1)
      expect(await findDifferences(attemptId)).toEqual([
        { ...difference, subject: attemptId, provider: 'mtn' },
      ]);
    const { rows } = await sql`select kind from payment.differences where subject = ${attemptId}`.execute(
      app.engine.owner,
    );
    expect(rows).toHaveLength(1);
    expect(await reconciled(attemptId)).toBe(false);
    provider.says = paid;
    expect(await findDifferences(attemptId)).toEqual([]);
    expect(await reconciled(attemptId)).toBe(true);
  },
);

test('B7 a difference that is gone is deleted, but not while the provider is silent', async () => {
  const { attemptId } = await settled(paid);
  const recorded = async () => {
    await reconcile(deps);
    return (await listOperatorTasks(deps.db)).some(
      ({ what, id }) => what === 'DIFFERENCE' && id === attemptId,
    );
  };
  provider.says = { ...paid, pesewas: 4999 };
  expect(await recorded()).toBe(true);
  provider.says = { kind: 'unknown', cause: 'none' };
  expect(await recorded()).toBe(true);
  provider.says = paid;
  expect(await recorded()).toBe(false);
});

test('B7 a silent provider is logged with its answer and the number of payments that it hid', async () => {
  await settled(paid);
  const alerts: unknown[][] = [];
  const withAlerts = { ...deps, log: { ...deps.log, error: (...given: unknown[]) => alerts.push(given) } };
  provider.says = { kind: 'unknown', cause: '401' };
  provider.balance = async () => ({ said: 'HTTP 401' });
  const { silent } = await reconcile(withAlerts);
  expect(silent).toMatchObject([{ provider: 'mtn', said: 'HTTP 401' }]);
  expect(silent[0]?.payments).toBeGreaterThan(0);
  expect(alerts).toContainEqual([silent[0], 'a provider did not answer the reconciliation']);
});

test('the age of a float counts from the start of watching a provider that never answered', async () => {
  await run('delete from payment.floats');
  await watchProviders(deps);
  await run(`update payment.watched_providers set since = now() - interval '2 days'`);
  // A later start does not restart the watch.
  await watchProviders(deps);
  const gauge = gauges.find(({ name }) => name === 'payment_float_age_seconds');
  const ages = async () =>
    (await gauge!.rows.$castTo<{ provider: string; value: number }>().execute(app.engine.owner)).rows;
  expect(await ages()).toEqual([{ provider: 'mtn', value: expect.closeTo(172_800, -3) as number }]);
  provider.balance = async () => ({ pesewas: 1, said: 'HTTP 200' });
  await reconcile(deps);
  expect((await ages())[0]?.value).toBeLessThan(600);
  await watchProviders({ ...deps, providers: {} });
  expect(await ages()).toEqual([]);
});

test('B7 a failure that was paid after all is not sent again', async () => {
  const { payoutId, attemptId } = await settled({ kind: 'failure', reason: 'OTHER' });
  provider.says = paid;
  expect(await findDifferences(attemptId)).toMatchObject([
    { kind: 'STATUS', ours: 'not paid', theirs: 'success' },
  ]);
  await advancePayoutNow(app, deps, payoutId);
  expect(provider.sent).toHaveLength(1);
});

test('B4 a paid payout that the provider reports as failed is reviewed, and nothing is posted', async () => {
  const { payoutId } = await settled(paid);
  const balances = await readTrialBalance(deps.db);
  provider.says = { kind: 'failure', reason: 'OTHER' };
  await reconcile(deps);
  expect(await findPayout(deps.db, payoutId)).toMatchObject({ state: 'REVIEW' });
  expect(await readTrialBalance(deps.db)).toEqual(balances);
  // When an operator polls it, the provider's answer reverses it, and it may be sent again.
  expect(await pollReviewedPayout(deps, payoutId)).toEqual({ said: 'failure', state: 'REVERSED' });
});

test('B7 an order paid after all, beside its replacement, is a duplicate', async () => {
  const { payoutId, attemptId } = await settled({ kind: 'failure', reason: 'OTHER' });
  await run(`update payment.payouts set state = 'SUCCEEDED', next_at = null where payout_id = '${payoutId}'`);
  provider.says = paid;
  expect(await findDifferences(attemptId)).toMatchObject([{ kind: 'DUPLICATE', theirs: 'success' }]);
});

test('everything that is not reconciled is checked, however much it is', async () => {
  const settledOnes = [await settled(paid), await settled(paid), await settled(paid)];
  // The provider never answers about the first one.
  const silent = settledOnes[0]!.attemptId;
  const { rows } = await sql<{ reference: string }>`
    select reference from payment.attempts where attempt_id = ${silent}`.execute(app.engine.owner);
  provider.query = async (reference) =>
    reference === rows[0]?.reference ? { kind: 'unknown', cause: 'nothing' } : paid;
  await reconcile(deps, 1);
  expect(await Promise.all(settledOnes.map(({ attemptId }) => reconciled(attemptId)))).toEqual([
    false,
    true,
    true,
  ]);
});

test('B9-4 money in transit is with the provider, and the float is its balance', async () => {
  await settled({ kind: 'pending' });
  const { differences: before } = await reconcile(deps);
  expect(before.filter(({ kind }) => kind === 'IN_TRANSIT' || kind === 'LEDGER')).toEqual([]);
  const { rows } = await sql<{ float: number }>`
    select sum(case when debit = 'provider:mtn:float' then pesewas else -pesewas end)::bigint as float
    from payment.postings where 'provider:mtn:float' in (debit, credit)`.execute(app.engine.owner);
  const float = rows[0]?.float ?? 0;
  const differencesFor = async (balance: number) => {
    provider.balance = async () => ({ pesewas: balance, said: 'HTTP 200' });
    return (await reconcile(deps)).differences.filter(({ kind }) => kind === 'FLOAT');
  };
  // One payment of 5,000 is in transit; the provider may have deducted it already.
  expect([
    ...(await differencesFor(float)),
    ...(await differencesFor(float - 100)),
    ...(await differencesFor(float + 5000)),
  ]).toEqual([]);
  // Recent prompts may have been paid; one that expired long ago was not.
  const { fundingId } = await makeBudget(app, researcher);
  await putFundingInState(app, fundingId, 'EXPIRED');
  expect(await differencesFor(float + 5001)).toEqual([]);
  await ageFunding(app, fundingId, '73 hours');
  const alerts: unknown[] = [];
  const withAlerts = { ...deps, log: { ...deps.log, error: (...given: unknown[]) => alerts.push(given) } };
  const isLow = () => alerts.some((given) => JSON.stringify(given).includes('the float is low'));
  provider.balance = async () => ({ pesewas: 1_000_000_000, said: 'HTTP 200' });
  await reconcile(withAlerts);
  expect(isLow()).toBe(false);
  provider.balance = async () => ({ pesewas: 1, said: 'HTTP 200' });
  await reconcile(withAlerts);
  expect(isLow()).toBe(true);
  expect(await differencesFor(float - 101)).toMatchObject([{ subject: 'mtn' }]);
  expect(await differencesFor(float + 5001)).toMatchObject([{ subject: 'mtn' }]);
  const { attemptId } = await settled({ kind: 'pending' });
  await run(`update payment.attempts set state = 'FAILED_PROVEN' where attempt_id = '${attemptId}'`);
  expect(await findDifferences(attemptId)).toMatchObject([{ kind: 'IN_TRANSIT', ours: '5000', theirs: '0' }]);
});

test('B9-7 a pause that starts while providers are polled is not ended by their earlier answers', async () => {
  const { attemptId } = await settled(paid);
  await run(`update payment.attempts set reconciled_at = null where attempt_id = '${attemptId}'`);
  provider.balance = async () => ({ pesewas: 0, said: 'HTTP 200' });
  provider.query = async () => {
    provider.query = async () => paid;
    await pauseProvider(deps.db, 'mtn', 'REOPENED');
    return paid;
  };
  await reconcileAndEndPauses(deps);
  expect(await isPaused(deps.db, 'mtn')).toBe(true);
  await reconcileAndEndPauses(deps);
  expect(await isPaused(deps.db, 'mtn')).toBe(false);
});
