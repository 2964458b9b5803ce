import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { closeBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import { listPayouts } from '@app/contracts/payment/payouts.ts';
import { transaction } from '@app/kit/database.ts';
import { Failure } from '@app/kit/problem.ts';
import { useApp } from '@app/test/support/app.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import {
  advancePayoutNow,
  makeUnsentPayout,
  makeStudyWithPromisedPlaces,
} from '@app/test/support/payouts.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import { assertConsistentLedger } from '#test/money.ts';
import type { Deps } from '../../deps.ts';
import { readTrialBalance } from '../../ledger/read-balances.ts';
import { runCommand } from '../../operator/run-command.ts';
import { type QueryOutcome, deriveReference } from '../../provider.ts';
import { pausePaymentsIfDataLost } from '../../reconciliation/reconcile-after-restore.ts';
import { findPayout } from '../write-payout.ts';
import { applyFailure, postSent } from './apply-outcome.ts';
import { pauseProvider, resumeProvider } from './pauses.ts';
import { findAttempt, insertAttempt, allowSending } from './write-attempt.ts';

const app = useApp({}, undefined, { withWorkers: false });
let researcher: SignedInUser;
let provider: FakeProvider;
let deps: Deps;
/** The provider's answers about the test's orders by reference; any other order is unseen. */
let known: Map<string, QueryOutcome>;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(() => {
  known = new Map();
  provider = createFakeProvider();
  provider.query = async (reference) => known.get(reference) ?? { kind: 'not-seen' };
  deps = paymentDeps(app, provider);
});
afterEach(() => assertConsistentLedger(app));

const run = (text: string) => sql.raw(text).execute(app.engine.owner);
const advance = (payoutId: string, given = deps) => advancePayoutNow(app, given, payoutId);
const age = (payoutId: string, time: string) =>
  run(
    `update payment.attempts set sent_at = sent_at - interval '${time}', last_sent_at = last_sent_at - interval '${time}' where payout_id = '${payoutId}'`,
  );
/** Pretends until the end of the test that the database lost data this long ago. */
const forgot = async (time: string) => {
  onTestFinished(async () => void (await run('update payment.opened set data_lost_at = null')));
  // The previous file may have opened the connections, and then no new one writes the row.
  await pausePaymentsIfDataLost(deps, { kind: 'postgres' });
  await run(`update payment.opened set data_lost_at = now() - interval '${time}'`);
};
const addPayout = async () =>
  (await makeUnsentPayout(app, { researcher, participant: { userId: crypto.randomUUID() } })).payoutId;
const readPayoutState = async (payoutId: string) => {
  const { rows } = await sql<{ is: string }>`
    select trim(state || ' ' || coalesce(why, '')) as is from payment.payouts where payout_id = ${payoutId}`.execute(
    app.engine.owner,
  );
  return rows[0]?.is;
};
const insertFirst = (payoutId: string) => {
  const to = { network: 'MTN', phoneNumber: '+233241234567', name: '' } as const;
  return transaction(deps.db, (trx) =>
    insertAttempt(trx, { payoutId, number: 1, provider: 'mtn', to, pesewas: 5000 }),
  );
};
/** Makes the provider's silence about the payout longer by this time. */
const stayUnanswered = (payoutId: string, time: string) =>
  run(
    `update payment.payouts set unanswered_since = unanswered_since - interval '${time}' where payout_id = '${payoutId}'`,
  );
const sent = () => provider.sent.map(({ reference }) => reference);
const hasLeft: Deps['callIdentity'] = async () => {
  throw new Failure('PERSON_NOT_FOUND');
};
const arrived = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '77' } as const;
const unknown = { kind: 'unknown', cause: 'reset' } as const;

test('B9-7 a payment after refused orders is found, even if the database lost all of them', async () => {
  const [paid, unpaid] = [await addPayout(), await addPayout()];
  await forgot('0 minutes');
  // The payable is created again, because the researcher marks the meeting again without knowing.
  const later = await addPayout();
  known.set(deriveReference(paid, 2), arrived).set(deriveReference(later, 6), arrived);
  const all = [paid, unpaid, later];
  const advanceAll = async () => {
    for (const payoutId of all) await advance(payoutId);
    return Promise.all(all.map(readPayoutState));
  };
  const held = Array(3).fill('HELD PROVIDER_PAUSED');
  // The provider may not show its latest orders yet.
  expect(await advanceAll()).toEqual(held);
  await forgot('11 minutes');
  const { query } = provider;
  provider.query = async () => unknown;
  expect(await advanceAll()).toEqual(held);
  provider.query = query;
  expect(await advanceAll()).toEqual(['SUCCEEDED', 'PENDING', 'SUCCEEDED']);
  expect(sent()).toEqual([deriveReference(unpaid, 1)]);
});

test('B9-7 a lost order is never sent again, however old; if the provider does not show it, it is reviewed', async () => {
  const payoutId = await addPayout();
  known.set(deriveReference(payoutId, 1), { kind: 'pending' });
  await forgot('11 minutes');
  await advance(payoutId);
  expect(await readPayoutState(payoutId)).toBe('PENDING');
  known.clear();
  for (let time = 0; time < 5; time += 1) await advance(payoutId);
  expect([await readPayoutState(payoutId), sent()]).toEqual(['REVIEW NO_ANSWER', []]);
});

test('B9-7 a lost order is found whatever else would delay the payment', async () => {
  const [left, changed, full] = [await addPayout(), await addPayout(), await addPayout()];
  for (const payoutId of [left, changed, full]) known.set(deriveReference(payoutId, 1), arrived);
  await forgot('11 minutes');
  const changedAt = new Date().toISOString();
  const account = { network: 'MTN', phoneNumber: '+233249999999', accountName: 'Esi', changedAt };
  await advance(left, { ...deps, callIdentity: hasLeft });
  await advance(changed, { ...deps, callIdentity: (async () => account) as never });
  await advance(full, { ...deps, config: { ...deps.config, PAYOUTS_PER_DAY_IN_PESEWAS: 0 } });
  expect(await Promise.all([left, changed, full].map(readPayoutState))).toEqual([
    'SUCCEEDED',
    'SUCCEEDED',
    'SUCCEEDED',
  ]);
  expect(sent()).toEqual([]);
});

test('B9-7 a lost order that failed is booked as failed, and the next one has another number', async () => {
  const payoutId = await addPayout();
  known.set(deriveReference(payoutId, 1), { kind: 'failure', reason: 'OTHER' });
  await forgot('11 minutes');
  await advance(payoutId);
  expect([await readPayoutState(payoutId), sent()]).toEqual(['CREATED', []]);
  await advance(payoutId);
  expect([await readPayoutState(payoutId), sent()]).toEqual(['PENDING', [deriveReference(payoutId, 2)]]);
});

test('B9-7 a lost order without an answer for three days is reviewed, however old the loss is', async () => {
  const payoutId = await addPayout();
  const { query } = provider;
  provider.query = async () => unknown;
  await forgot('20 days');
  await advance(payoutId);
  await stayUnanswered(payoutId, '71 hours');
  await advance(payoutId);
  expect(await readPayoutState(payoutId)).toBe('HELD PROVIDER_PAUSED');
  await stayUnanswered(payoutId, '2 hours');
  await advance(payoutId);
  expect(await readPayoutState(payoutId)).toBe('REVIEW NO_ANSWER');
  // An operator pays by hand after checking the statement; otherwise it continues once the provider answers.
  provider.query = query;
  await runCommand(deps, ['again', payoutId]);
  await advance(payoutId);
  expect(await readPayoutState(payoutId)).toBe('PENDING');
});

test('B9-7 an order belongs to the number that its provider names, also for a deleted person', async () => {
  const [left, gone, changed] = [await addPayout(), await addPayout(), await addPayout()];
  const phoneNumber = '+233241239876';
  const [whose, others] = [deriveReference(left, 1), deriveReference(changed, 1)];
  known.set(whose, { kind: 'pending' }).set(others, { ...arrived, phoneNumber });
  await forgot('11 minutes');
  known.set(deriveReference(gone, 1), { ...arrived, phoneNumber });
  await advance(changed);
  for (const payoutId of [left, gone]) await advance(payoutId, { ...deps, callIdentity: hasLeft });
  known.set(whose, { ...arrived, phoneNumber });
  await advance(left);
  const { rows } = await sql`
    select state, right(wallet_hint, 4) as hint from payment.payouts
    where payout_id in (${left}, ${gone}, ${changed}) order by wallet_hint`.execute(app.engine.owner);
  // The number of a deleted person is not stored.
  expect(rows).toEqual(['9876', null, null].map((hint) => ({ state: 'SUCCEEDED', hint })));
  expect((await findAttempt(deps.db, gone))?.to).toMatchObject({ phoneNumber: '' });
});

describe('B9-7 `paid` for payments that a database may have lost', () => {
  const paid = (payoutId: string) => runCommand(deps, ['paid', payoutId, 'mtn', 'receipt', '17']);
  const unsent = async () => {
    const payoutId = await addPayout();
    await advance(payoutId, { ...deps, callIdentity: hasLeft });
    expect(await readPayoutState(payoutId)).toBe('ACTION_NEEDED NO_ACCOUNT');
    await forgot('11 minutes');
    return payoutId;
  };
  const numberOfLast = async (payoutId: string) => {
    const reference = (await findAttempt(deps.db, payoutId))?.reference;
    return [1, 2, 3].find((number) => deriveReference(payoutId, number) === reference);
  };

  test('a payment that the provider has made, or does not answer about, cannot be paid by hand', async () => {
    const payoutId = await unsent();
    known.set(deriveReference(payoutId, 1), arrived);
    const { query } = provider;
    provider.query = async () => unknown;
    await paid(payoutId);
    expect(await readPayoutState(payoutId)).toBe('ACTION_NEEDED NO_ACCOUNT');
    provider.query = query;
    known.set(deriveReference(payoutId, 1), { kind: 'pending' });
    await paid(payoutId);
    expect(await readPayoutState(payoutId)).toBe('ACTION_NEEDED NO_ACCOUNT');
    known.set(deriveReference(payoutId, 1), arrived);
    await paid(payoutId);
    expect([await readPayoutState(payoutId), await numberOfLast(payoutId)]).toEqual(['SUCCEEDED', 1]);
  });

  test('after three days without an answer the operator’s evidence counts', async () => {
    const payoutId = await unsent();
    provider.query = async () => unknown;
    await paid(payoutId);
    await stayUnanswered(payoutId, '73 hours');
    await paid(payoutId);
    expect(await readPayoutState(payoutId)).toBe('SUCCEEDED');
  });

  test('a failed lost order does not prevent a payment by hand, and nothing is sent afterwards', async () => {
    const payoutId = await unsent();
    known.set(deriveReference(payoutId, 1), { kind: 'failure', reason: 'OTHER' });
    await paid(payoutId);
    expect([await readPayoutState(payoutId), await numberOfLast(payoutId)]).toEqual(['SUCCEEDED', 2]);
    await advance(payoutId);
    expect(sent()).toEqual([]);
  });

  test('an unfunded payout is the platform’s loss, even if its provider has paid it', async () => {
    const studyId = await makeStudyWithPromisedPlaces(app, researcher);
    await app.call(closeBudget, { as: researcher, params: { studyId } });
    const participant = { userId: crypto.randomUUID() };
    const { payoutId } = await makeUnsentPayout(app, { researcher, participant }, studyId);
    expect(await readPayoutState(payoutId)).toBe('UNFUNDED');
    known.set(deriveReference(payoutId, 1), arrived);
    await forgot('11 minutes');
    await paid(payoutId);
    expect([await readPayoutState(payoutId), await numberOfLast(payoutId)]).toEqual(['SUCCEEDED', 1]);
    const { content } = await app.call(readBudget, { as: researcher, params: { studyId } });
    expect(content).toMatchObject({ paidInPesewas: 5000, payableInPesewas: 0 });
  });
});

test.each(['phone', 'card'])('B9-7 a lost refund is looked up at its source, by %s', async (way) => {
  const studyId = await makeStudyWithPromisedPlaces(app, researcher);
  await app.call(closeBudget, { as: researcher, params: { studyId } });
  const { content } = await app.call(listPayouts, { as: researcher, query: { studyId } });
  const payoutId = content[0]?.id ?? '';
  if (way === 'card')
    await run(
      `update payment.payouts set network = null, phone_number = null, refund_of = 'T77', wallet_hint = 'card 4081' where payout_id = '${payoutId}'`,
    );
  const refunds: unknown[] = [];
  const queryRefund = async (reference: string, of: string): Promise<QueryOutcome> => {
    refunds.push(of);
    return known.get(reference) ?? { kind: 'not-seen' };
  };
  const withRefunds = { ...provider, pages: { queryRefund } as never };
  const { query } = provider;
  withRefunds.query = way === 'card' ? async () => unknown : query;
  known.set(deriveReference(payoutId, 1), { kind: 'pending' });
  await forgot('11 minutes');
  const given = { ...deps, providers: { mtn: withRefunds, paystack: withRefunds } };
  await advance(payoutId, given);
  expect(await readPayoutState(payoutId)).toBe('PENDING');
  const { pesewas = 0 } = (await findAttempt(deps.db, payoutId)) ?? {};
  known.set(deriveReference(payoutId, 1), { ...arrived, pesewas });
  await advance(payoutId, given);
  expect(await readPayoutState(payoutId)).toBe('SUCCEEDED');
  const { rows } =
    await sql`select wallet_hint as hint from payment.payouts where payout_id = ${payoutId}`.execute(
      app.engine.owner,
    );
  expect([[...new Set(refunds)], rows]).toEqual(
    way === 'card' ? [['T77'], [{ hint: 'card 4081' }]] : [[], [{ hint: expect.stringMatching(/\d/) }]],
  );
});

test('B9-2 the failure of an order that was sent after it was read is booked as that of a sent one', async () => {
  const payoutId = await addPayout();
  await insertFirst(payoutId);
  await run(
    `update payment.payouts set state = 'SENDING', attempts = 1, next_at = now() where payout_id = '${payoutId}'`,
  );
  const [payout, attempt] = [await findPayout(deps.db, payoutId), await findAttempt(deps.db, payoutId)];
  const order = { payout: payout!, attempt: attempt!, provider };
  await transaction(deps.db, async (trx) => {
    await allowSending(trx, attempt!.id);
    await postSent(trx, order);
  });
  await applyFailure(deps, order, 'FAILED_PROVEN', 'OTHER');
  expect(await readPayoutState(payoutId)).toBe('SENDING');
  known.set(deriveReference(payoutId, 1), { kind: 'failure', reason: 'OTHER' });
  await advance(payoutId);
  expect(await readPayoutState(payoutId)).toBe('CREATED');
});

test('B9-7 before an order is sent again, later ones are looked up; it waits while its provider is paused', async () => {
  const [paid, unpaid] = [await addPayout(), await addPayout()];
  provider.sends = { kind: 'unknown', cause: 'reset' };
  for (const payoutId of [paid, unpaid]) await advance(payoutId);
  await forgot('11 minutes');
  known.set(deriveReference(paid, 2), arrived);
  const poll = async (times: number) => {
    for (let time = 0; time < times; time += 1)
      for (const payoutId of [paid, unpaid]) await advance(payoutId);
  };
  for (const payoutId of [paid, unpaid]) await age(payoutId, '11 minutes');
  await pauseProvider(deps.db, 'mtn', 'OPERATOR');
  await poll(5);
  expect(provider.sent).toHaveLength(2);
  await resumeProvider(deps.db, 'mtn');
  await poll(1);
  expect(sent()).toEqual([paid, unpaid, unpaid].map((payoutId) => deriveReference(payoutId, 1)));
  expect(await readPayoutState(paid)).toBe('REVIEW ANSWER_DIFFERS');
});

test('B9-7 if the database lost the sending, it is booked before the failure', async () => {
  const payoutId = await addPayout();
  const inTransit = async () => {
    const all = await readTrialBalance(deps.db);
    const account = all.find((one) => one.account === 'provider:mtn:in_transit');
    return (account?.credit ?? 0) - (account?.debit ?? 0);
  };
  const before = await inTransit();
  await insertFirst(payoutId);
  await run(
    `update payment.attempts set state = 'ACCEPTED', sent_at = now() where payout_id = '${payoutId}'`,
  );
  await run(
    `update payment.payouts set state = 'PENDING', attempts = 1, next_at = now() where payout_id = '${payoutId}'`,
  );
  known.set(deriveReference(payoutId, 1), { kind: 'failure', reason: 'OTHER' });
  await advance(payoutId);
  expect([await readPayoutState(payoutId), await inTransit()]).toEqual(['CREATED', before]);
});

test.each([
  ['is pending after all', { kind: 'pending' }, 'PENDING', 'ACCEPTED'],
  ['has arrived', arrived, 'SUCCEEDED', 'SUCCEEDED'],
] as const)(
  'B5.5 an order is not sent again once another worker has learned that it %s',
  async (_, learned, payout, attempt) => {
    const payoutId = await addPayout();
    await advance(payoutId);
    await forgot('11 minutes');
    await age(payoutId, '11 minutes');
    for (let time = 0; time < 2; time += 1) await advance(payoutId);
    // This poll happens after the last poll of the order, and before it is sent again.
    const later = deriveReference(payoutId, 2);
    provider.query = async (reference) => {
      if (reference !== later || known.size > 0) return known.get(reference) ?? { kind: 'not-seen' };
      known.set(deriveReference(payoutId, 1), learned);
      await advance(payoutId);
      return { kind: 'not-seen' };
    };
    await advance(payoutId);
    expect(known.size).toBe(1);
    expect(sent()).toHaveLength(1);
    expect([await readPayoutState(payoutId), (await findAttempt(deps.db, payoutId))?.state]).toEqual([
      payout,
      attempt,
    ]);
  },
);
