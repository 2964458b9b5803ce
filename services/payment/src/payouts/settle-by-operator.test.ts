import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import { listPayouts } from '@app/contracts/payment/payouts.ts';
import { Failure } from '@app/kit/problem.ts';
import { moneyCommandWords as words } from '@app/words/money-commands.ts';
import { useApp } from '@app/test/support/app.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import {
  advancePayoutNow,
  makeUnsentPayout,
  makeStudyWithPromisedPlaces,
  putInState,
} from '@app/test/support/payouts.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import { assertConsistentLedger } from '#test/money.ts';
import type { Deps } from '../deps.ts';
import { findObstacles } from '../account-deletion/find-obstacles.ts';
import {
  readLedgerFloat,
  readInTransit,
  readStudyBalances,
  readTrialBalance,
} from '../ledger/read-balances.ts';
import { runCommand } from '../operator/run-command.ts';
import type { QueryOutcome } from '../provider.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { pollPayout } from './sending/poll-provider.ts';
import { findPayout } from './write-payout.ts';

const app = useApp({}, undefined, { withWorkers: false });
let researcher: SignedInUser;
let participant: { userId: string };
let provider: FakeProvider;
let deps: Deps;
beforeEach(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = { userId: crypto.randomUUID() };
  provider = createFakeProvider();
  deps = paymentDeps(app, provider);
});
afterEach(() => assertConsistentLedger(app));

const advance = (payoutId: string) => advancePayoutNow(app, deps, payoutId);
const run = (...given: string[]) => runCommand(deps, given);
const saysPaid = (payoutId: string) => run('paid', payoutId, 'mtn', 'their', 'receipt', '17');
const read = async (payoutId: string) => (await findPayout(deps.db, payoutId))?.state;
const readStudyBudget = async (studyId: string) =>
  (await app.call(readBudget, { as: researcher, params: { studyId } })).content;
const recorded = async (payoutId: string) => {
  const { rows } = await sql<{ about: string }>`
    select about from payment.audit where event = 'PAYOUT_PAID' and about like ${`${payoutId}%`}`.execute(
    app.engine.owner,
  );
  return rows.map(({ about }) => about);
};
const readAttemptIds = async (payoutId: string) => {
  const { rows } = await sql<{ id: string }>`
    select attempt_id as id from payment.attempts where payout_id = ${payoutId}`.execute(app.engine.owner);
  return rows.map(({ id }) => id);
};
const arrived = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '77' } as const;
const failed = { kind: 'failure', reason: 'OTHER' } as const;

/** A payment under review whose order ended in these states. */
async function ordered(...outcomes: FakeProvider['says'][]) {
  const unsentPayout = await makeUnsentPayout(app, { researcher, participant });
  await advance(unsentPayout.payoutId);
  for (const outcome of outcomes) {
    provider.says = outcome;
    await advance(unsentPayout.payoutId);
  }
  await putInState(app, unsentPayout.payoutId, 'REVIEW');
  return unsentPayout;
}

test('a refund without a phone ends once it is paid by hand, and its researcher can delete the account', async () => {
  const studyId = await makeStudyWithPromisedPlaces(app, researcher);
  await app.call(closeBudget, { as: researcher, params: { studyId } });
  const { content } = await app.call(listPayouts, { as: researcher, query: { studyId } });
  const payoutId = content[0]?.id ?? '';
  provider.knows = { kind: 'not-registered' };
  await advance(payoutId);
  expect(await findObstacles(deps.db, researcher.userId)).toEqual(['PAYMENT_NOT_FINAL']);
  const float = await readLedgerFloat(deps.db, 'mtn');
  expect(await run('paid', payoutId, 'mtn')).toBe(words.usage);
  expect(await run('paid', payoutId, 'nobody', 'a', 'receipt')).toBe(words.usage);
  expect(await saysPaid(payoutId)).toBe(words.asked('nothing', 'SUCCEEDED'));
  expect(await readStudyBudget(studyId)).toMatchObject({ refundDueInPesewas: 0 });
  expect(float - (await readLedgerFloat(deps.db, 'mtn'))).toBe(51_000 + provider.payoutFeeInPesewas);
  expect(await saysPaid(payoutId)).toBe(words.notInReview);
  expect(await recorded(payoutId)).toEqual([`${payoutId} mtn their receipt 17 by an operator`]);
  expect(await findObstacles(deps.db, researcher.userId)).toEqual([]);
});

test('a payable of a deleted person ends so too; it is never sent again, and reconciling ignores it', async () => {
  const callIdentity = (async () => {
    throw new Failure('PERSON_NOT_FOUND');
  }) as Deps['callIdentity'];
  const { payoutId, studyId } = await makeUnsentPayout(app, { researcher, participant });
  const { callIdentity: known } = deps;
  deps = { ...deps, callIdentity };
  await advance(payoutId);
  expect(await read(payoutId)).toBe('ACTION_NEEDED');
  expect(await run('review')).not.toContain(payoutId);
  await sql`insert into payment.left_people (user_id) values (${participant.userId})`.execute(
    app.engine.owner,
  );
  expect(await run('review')).toContain(`"id":"${payoutId}","why":"ACTION_NEEDED NO_ACCOUNT"`);
  expect(await saysPaid(payoutId)).toBe(words.asked('nothing', 'SUCCEEDED'));
  expect(await readStudyBudget(studyId)).toMatchObject({ payableInPesewas: 0, promisedInPesewas: 45_900 });
  const pages = { queryRefund: async () => ({ kind: 'not-seen' }) } as never;
  deps = { ...deps, callIdentity: known, providers: { mtn: { ...provider, pages } } };
  const [order] = await readAttemptIds(payoutId);
  expect((await reconcile(deps)).differences.map(({ subject }) => subject)).not.toContain(order);
  await putInState(app, payoutId, 'REVIEW');
  await run('again', payoutId);
  expect([await read(payoutId), provider.sent.length]).toEqual(['REVIEW', 0]);
  const balances = await readTrialBalance(deps.db);
  await saysPaid(payoutId);
  expect(await read(payoutId)).toBe('SUCCEEDED');
  expect(await readTrialBalance(deps.db)).toEqual(balances);
});

test.each([
  ['pending', []],
  ['failed', [failed]],
] as const)(
  'an order that is %s and reported as paid with another amount is booked with its own amount',
  async (_, says) => {
    const { payoutId, studyId } = await ordered(...says);
    provider.says = { ...arrived, pesewas: 5001 };
    expect(await run('ask', payoutId)).toBe(words.asked('success', 'REVIEW'));
    expect(await saysPaid(payoutId)).toBe(words.asked('success', 'SUCCEEDED'));
    expect(await readStudyBudget(studyId)).toMatchObject({ payableInPesewas: 0, paidInPesewas: 5000 });
    const orders = await readAttemptIds(payoutId);
    expect(orders).toHaveLength(1);
    const moving = (await readInTransit(deps.db, 'mtn')).map(({ subject }) => subject);
    expect(moving).not.toContain(orders[0]);
    expect(await recorded(payoutId)).toHaveLength(1);
  },
);

test.each([failed, { kind: 'not-seen' }, { kind: 'reversed' }] as const)(
  'a failed payout that the provider reports as $kind ends once it is paid by hand',
  async (says) => {
    const { payoutId, studyId } = await ordered(failed);
    provider.says = says;
    expect(await saysPaid(payoutId)).toBe(words.asked(says.kind, 'SUCCEEDED'));
    expect(await readStudyBudget(studyId)).toMatchObject({ payableInPesewas: 0, promisedInPesewas: 45_900 });
  },
);

test('an amount that its researcher never funds is paid by hand at the platform’s cost', async () => {
  const studyId = await makeStudyWithPromisedPlaces(app, researcher);
  await app.call(closeBudget, { as: researcher, params: { studyId } });
  expect(await findObstacles(deps.db, researcher.userId)).toEqual(['PAYMENT_NOT_FINAL']);
  const { payoutId } = await makeUnsentPayout(app, { researcher, participant }, studyId);
  expect(await findObstacles(deps.db, researcher.userId)).toContain('BUDGET_IS_OPEN');
  expect(await run('review')).toContain(`"id":"${payoutId}","why":"UNFUNDED"`);
  expect(await saysPaid(payoutId)).toBe(words.asked('nothing', 'SUCCEEDED'));
  expect(await saysPaid(payoutId)).toBe(words.notInReview);
  expect(await readStudyBudget(studyId)).toMatchObject({
    unfundedPlaces: 0,
    paidInPesewas: 5000,
    payableInPesewas: 0,
  });
  expect(await readTrialBalance(deps.db)).toContainEqual({
    account: 'platform:writeoff',
    debit: 5100,
    credit: 0,
  });
});

test('a missing payment that its provider no longer knows is paid as booked', async () => {
  const { payoutId } = await ordered(arrived);
  provider.says = { kind: 'not-seen' };
  expect(await run('ask', payoutId)).toBe(words.asked('not-seen', 'REVIEW'));
  const balances = await readTrialBalance(deps.db);
  expect(await saysPaid(payoutId)).toBe(words.asked('not-seen', 'SUCCEEDED'));
  expect(await readTrialBalance(deps.db)).toEqual(balances);
  expect(await recorded(payoutId)).toHaveLength(1);
});

test.each([
  { order: 'pending', ends: [], says: { kind: 'pending' } },
  { order: 'pending', ends: [], says: { kind: 'not-seen' } },
  { order: 'pending', ends: [], says: { kind: 'unknown', cause: '' } },
  { order: 'pending', ends: [], says: failed },
  { order: 'failed', ends: [failed], says: { kind: 'pending' } },
  { order: 'failed', ends: [failed], says: { kind: 'unknown', cause: '' } },
  { order: 'paid', ends: [arrived], says: failed },
  { order: 'paid', ends: [arrived], says: { kind: 'reversed' } },
] as const)(
  'an order that is $order and that the provider reports as $says.kind cannot be settled by an operator',
  async ({ ends, says }) => {
    const { payoutId } = await ordered(...ends);
    const balances = await readTrialBalance(deps.db);
    provider.says = says;
    expect(await saysPaid(payoutId)).toBe(words.asked(says.kind, 'REVIEW'));
    expect(await readTrialBalance(deps.db)).toEqual(balances);
    expect(await recorded(payoutId)).toEqual([]);
  },
);

test('for a deleted person the provider is polled about the existing order', async () => {
  const { payoutId } = await ordered(failed);
  await sql`update payment.attempts set phone_number = '' where payout_id = ${payoutId}`.execute(
    app.engine.owner,
  );
  expect(await saysPaid(payoutId)).toBe(words.asked('failure', 'SUCCEEDED'));
});

/** A payment whose first order failed and whose second was sent. */
async function orderedTwice() {
  const unsentPayout = await makeUnsentPayout(app, { researcher, participant });
  provider.says = failed;
  for (let time = 0; time < 3; time += 1) await advance(unsentPayout.payoutId);
  const [first = ''] = provider.sent.map(({ reference }) => reference);
  expect(provider.sent).toHaveLength(2);
  /** The first order is now reported as paid, and the second as given. */
  const contradict = (ofSecond: QueryOutcome) => {
    provider.query = async (reference) => (reference === first ? arrived : ofSecond);
  };
  return { ...unsentPayout, first, contradict };
}

test('an earlier order reported as paid stops the next one, and is booked after a review', async () => {
  const { payoutId, studyId, first, contradict } = await orderedTwice();
  await advance(payoutId);
  contradict(failed);
  expect(await pollPayout(deps, first)).toBe(true);
  expect(await read(payoutId)).toBe('REVIEW');
  await advance(payoutId);
  expect(provider.sent).toHaveLength(2);
  expect(await saysPaid(payoutId)).toBe(words.asked('failure', 'SUCCEEDED'));
  expect((await readStudyBalances(deps.db, studyId)).payable).toBe(0);
  // After the review, the order that arrived is not reported as a duplicate.
  expect((await reconcile(deps)).differences.filter(({ kind }) => kind === 'DUPLICATE')).toEqual([]);
});

test('if this is reported while the next order is pending, no third is sent, automatically or by hand', async () => {
  const { payoutId, first, contradict } = await orderedTwice();
  contradict({ kind: 'pending' });
  expect(await pollPayout(deps, first)).toBe(true);
  contradict(failed);
  await advance(payoutId);
  expect(await read(payoutId)).toBe('CREATED');
  await advance(payoutId);
  expect(await read(payoutId)).toBe('REVIEW');
  await run('again', payoutId);
  await advance(payoutId);
  expect(await read(payoutId)).toBe('REVIEW');
  expect(provider.sent).toHaveLength(2);
});
