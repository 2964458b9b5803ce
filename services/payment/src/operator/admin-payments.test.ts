import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import {
  changeProviderAsAdmin,
  decidePaymentAsAdmin,
  listDifferencesAsAdmin,
  listPaymentsAsAdmin,
  possibleDecisions,
  readBalancesAsAdmin,
} from '@app/contracts/payment/admin-payments.ts';
import { readPaymentWorkAsAdmin } from '@app/contracts/payment/admin-work.ts';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import { type TestAdmin, makeAdmin } from '@app/test/support/admins.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { makeBudget } from '@app/test/support/budgets.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { advancePayoutNow, makeUnsentPayout, putInState } from '@app/test/support/payouts.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import { putFundingInState } from '#test/fundings.ts';
import { assertConsistentLedger, paymentDb } from '#test/money.ts';
import { type ScriptedServer, answer, dropConnection, startScripted } from '#test/scripted-server.ts';
import { readLedgerFloat, readStudyBalances } from '../ledger/read-balances.ts';
import { isPaused, pauseProvider } from '../payouts/sending/pauses.ts';
import { pollPayout } from '../payouts/sending/poll-provider.ts';

const ADMINS_AT_ONCE = 20;
let app: TestApp;
let mtn: ScriptedServer;
let finance: TestAdmin;
let other: TestAdmin;
let researcher: SignedInUser;
/** It sends the orders about which the admin asks MTN. */
let sender: FakeProvider;
beforeAll(async () => {
  mtn = await startScripted();
  const keys = { MTN_COLLECTION_KEY: 'a', MTN_DISBURSEMENT_KEY: 'b', MTN_USER_ID: 'c', MTN_USER_SECRET: 'd' };
  const settings = { MTN_BASE_URL: mtn.url, ...keys };
  app = await startTestApp(settings, undefined, { withWorkers: false });
  mtn.on('/token/', answer(200, { access_token: 'token', expires_in: 3600 }));
  finance = await makeAdmin(app, ['FINANCE']);
  other = await makeAdmin(app, ['SUPPORT', 'ADMIN']);
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(() => {
  sender = createFakeProvider();
});
afterAll(async () => {
  await app.close();
  mtn.close();
});

const byFinance = async () => ({ token: await finance.token() });
const list = async (query: Record<string, string | number>) =>
  app.call(listPaymentsAsAdmin, { as: await byFinance(), query });
type Decision = BodyOf<typeof decidePaymentAsAdmin>;
const decide = async (id: string, body: Decision, by = finance) =>
  app.call(decidePaymentAsAdmin, { as: { token: await by.token() }, params: { id }, body });
const change = async (body: BodyOf<typeof changeProviderAsAdmin>, by = finance) =>
  app.call(changeProviderAsAdmin, { as: { token: await by.token() }, params: { provider: 'mtn' }, body });
const balanceOfMtn = async () =>
  (await app.call(readBalancesAsAdmin, { as: await byFinance() })).content.find(
    ({ provider }) => provider === 'mtn',
  )!;
const listActs = async (about: string, adminId = finance.adminId) =>
  (
    await sql<{ event: string; about: string }>`
      select event, about from payment.audit where admin_id = ${adminId} and about like ${`${about}%`}
      order by at`.execute(app.engine.owner)
  ).rows;
const set = (payoutId: string, columns: string) =>
  sql`update payment.payouts set ${sql.raw(columns)} where payout_id = ${payoutId}`.execute(app.engine.owner);

const add = () => makeUnsentPayout(app, { researcher, participant: { userId: crypto.randomUUID() } });
const advance = (payoutId: string) => advancePayoutNow(app, paymentDeps(app, sender), payoutId);
const FAILED = { kind: 'failure', reason: 'OTHER' } as const;
const PAID = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '77' } as const;

/** A payment in review, whose order had these outcomes. */
async function inReview(...outcomes: FakeProvider['says'][]) {
  const made = await add();
  await advance(made.payoutId);
  for (const outcome of outcomes) {
    sender.says = outcome;
    await advance(made.payoutId);
  }
  await putInState(app, made.payoutId, 'REVIEW');
  return made;
}
const says = {
  success: answer(200, {
    status: 'SUCCESSFUL',
    amount: '50.00',
    currency: 'GHS',
    financialTransactionId: '901',
  }),
  failure: answer(200, { status: 'FAILED', reason: 'PAYEE_NOT_FOUND' }),
  pending: answer(200, { status: 'PENDING' }),
  'not-seen': answer(404, { code: 'RESOURCE_NOT_FOUND' }),
};
const mtnSays = (said: keyof typeof says) => {
  mtn.on('/transfer/', says[said]);
  mtn.on('/requesttopay/', says[said]);
};
const forget = (payoutId: string) =>
  sql`update payment.attempts set sent_at = now() - interval '73 hours' where payout_id = ${payoutId}`.execute(
    app.engine.owner,
  );

describe('the list', () => {
  test('groups payments, the oldest first, with paging and without whole numbers', async () => {
    const groups = {
      REVIEW: "state = 'REVIEW'",
      WALLET: "state = 'ACTION_NEEDED', why = 'WALLET_IN_USE', wallet_hint = '+233 •• ••• 4321'",
      UNFUNDED: "state = 'UNFUNDED', next_at = null",
      FAILED: "state = 'ACTION_NEEDED', why = 'ACCOUNT_BLOCKED', next_at = null",
      IN_TRANSIT: "state = 'PENDING', attempts = 1",
      HELD: "state = 'HELD', why = 'PROVIDER_PAUSED'",
    } as const;
    const ids: Record<string, string> = {};
    for (const [group, columns] of Object.entries(groups)) {
      const { payoutId } = await add();
      await set(payoutId, columns);
      ids[group] = payoutId;
    }
    for (const group of Object.keys(groups)) {
      const { content } = await list({ group, size: 100 });
      expect(content.map(({ id }) => id)).toContain(ids[group]);
      expect(new Set(content.map((row) => row.group))).toEqual(new Set([group]));
    }
    const waiting = await add();
    const all = await list({ size: 100 });
    expect(all.content.map(({ id }) => id)).not.toContain(waiting.payoutId);
    const times = all.content.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
    const page = await list({ size: 2, page: 1 });
    expect(page.content.map(({ id }) => id)).toEqual(all.content.slice(2, 4).map(({ id }) => id));
    expect(page.json).toMatchObject({ totalElements: all.content.length, number: 1 });
    expect(all.text).not.toMatch(/233\d{9}|Mensah/);
    expect(all.content.find(({ id }) => id === ids['WALLET'])).toMatchObject({
      kind: 'INCENTIVE',
      walletHint: '+233 •• ••• 4321',
      amountInPesewas: 5000,
    });
    const { waiting: work } = (await app.call(readPaymentWorkAsAdmin, { as: await byFinance() })).content;
    const inGroups = (...some: string[]) => all.content.filter(({ group }) => some.includes(group)).length;
    expect(work.slice(0, 2)).toMatchObject([
      { kind: 'PAYMENT_IN_REVIEW', count: inGroups('REVIEW', 'WALLET') },
      { kind: 'UNFUNDED_PAYMENT', count: inGroups('UNFUNDED') },
    ]);
  });

  test('has fundings in review and, for 30 days, failed ones; a person who has left waits for a decision', async () => {
    const { fundingId } = await makeBudget(app, researcher);
    const groupOf = async () => {
      const { content } = await list({ size: 100 });
      return content.find(({ id }) => id === fundingId)?.group;
    };
    expect(await groupOf()).toBe('IN_TRANSIT');
    for (const [state, group] of [
      ['REVIEW', 'REVIEW'],
      ['FAILED', 'FAILED'],
      ['EXPIRED', undefined],
    ] as const) {
      await putFundingInState(app, fundingId, state);
      expect([state, await groupOf()]).toEqual([state, group]);
    }
    await putFundingInState(app, fundingId, 'FAILED');
    await sql`
      update payment.fundings set created_at = created_at - interval '31 days' where funding_id = ${fundingId}`.execute(
      app.engine.owner,
    );
    expect(await groupOf()).toBeUndefined();
    const { payoutId } = await add();
    await set(payoutId, "state = 'ACTION_NEEDED', why = 'NO_ACCOUNT', next_at = null");
    await sql`
      insert into payment.left_people (user_id)
      select person_id from payment.payouts where payout_id = ${payoutId}`.execute(app.engine.owner);
    expect((await list({ group: 'REVIEW', size: 100 })).content.map(({ id }) => id)).toContain(payoutId);
  });
});

describe('decisions about a payment', () => {
  test('asking books what the provider reports, and nothing while it reports nothing final', async () => {
    const { payoutId, studyId } = await inReview();
    mtnSays('pending');
    const ask = { decision: 'ASK', attempts: 1 } as const;
    expect((await decide(payoutId, ask)).content).toEqual({
      said: 'pending',
      state: 'REVIEW',
      isDone: false,
    });
    mtnSays('success');
    expect((await decide(payoutId, ask)).content).toMatchObject({ said: 'success', state: 'SUCCEEDED' });
    expect((await decide(payoutId, ask)).json).toMatchObject({ code: 'PAYMENT_CHANGED' });
    expect((await readStudyBalances(paymentDb(app), studyId)).payable).toBe(0);
    expect(await listActs(payoutId)).toEqual(
      [1, 2].map(() => ({ event: 'PAYOUT_ASKED', about: `${payoutId} by Adwoa Mensah` })),
    );
    await assertConsistentLedger(app);
  });

  test('asking about a funding credits it', async () => {
    const { fundingId, studyId } = await makeBudget(app, researcher);
    await putFundingInState(app, fundingId, 'REVIEW');
    mtnSays('success');
    const asked = await decide(fundingId, { decision: 'ASK', attempts: 0 });
    expect(asked.content).toEqual({ said: 'success', state: 'SUCCEEDED', isDone: false });
    expect((await readStudyBalances(paymentDb(app), studyId)).available).toBeGreaterThan(0);
    expect(await listActs(fundingId)).toMatchObject([{ event: 'FUNDING_ASKED' }]);
  });

  test('a payment is sent again only after a proven failure', async () => {
    const again = { decision: 'SEND_AGAIN', attempts: 1 } as const;
    const { payoutId } = await inReview(FAILED);
    mtnSays('success');
    expect((await decide(payoutId, again)).content).toMatchObject({ state: 'SUCCEEDED', isDone: false });
    const second = await inReview(FAILED);
    mtnSays('failure');
    expect((await decide(second.payoutId, again)).content).toEqual({
      said: 'failure',
      state: 'CREATED',
      isDone: true,
    });
    expect(await listActs(second.payoutId)).toMatchObject([{ event: 'PAYOUT_SENT_AGAIN' }]);
    await assertConsistentLedger(app);
  });

  test('a shared number is allowed', async () => {
    const { payoutId } = await add();
    await set(payoutId, "state = 'ACTION_NEEDED', why = 'WALLET_IN_USE', wallet_hint = 'x', next_at = null");
    const allow = { decision: 'ALLOW_WALLET', attempts: 0 } as const;
    expect((await decide(payoutId, allow)).content).toMatchObject({ state: 'CREATED', isDone: true });
    expect((await decide(payoutId, allow)).json).toMatchObject({ code: 'PAYMENT_CHANGED' });
    expect(await listActs(payoutId)).toMatchObject([{ event: 'WALLET_ALLOWED' }]);
  });

  test('a payment is settled as paid, or as unseen, with evidence that the audit keeps', async () => {
    const evidence = 'Receipt 17 of 24 November';
    const paid = { decision: 'SETTLE_PAID', provider: 'mtn', evidence } as const;
    const { payoutId, studyId } = await add();
    await set(payoutId, "state = 'ACTION_NEEDED', why = 'NO_ACCOUNT', next_at = null");
    expect((await decide(payoutId, { ...paid, attempts: 0 })).content).toMatchObject({
      state: 'SUCCEEDED',
      isDone: true,
    });
    expect((await readStudyBalances(paymentDb(app), studyId)).payable).toBe(0);
    expect(await listActs(payoutId)).toEqual([
      { event: 'PAYOUT_PAID', about: `${payoutId} mtn ${evidence} by Adwoa Mensah` },
    ]);
    const unseen = { decision: 'SETTLE_UNSEEN', evidence, attempts: 1 } as const;
    const second = await inReview();
    mtnSays('not-seen');
    expect((await decide(second.payoutId, unseen)).content).toMatchObject({ state: 'REVIEW', isDone: false });
    await forget(second.payoutId);
    expect((await decide(second.payoutId, unseen)).content).toMatchObject({ state: 'CREATED', isDone: true });
    expect(await listActs(second.payoutId)).toEqual([
      { event: 'PAYOUT_ASKED', about: `${second.payoutId} by Adwoa Mensah` },
      { event: 'PAYOUT_UNSEEN', about: `${second.payoutId} ${evidence} by Adwoa Mensah` },
    ]);
    await assertConsistentLedger(app);
  });

  test('needs evidence, the order that the admin saw, an existing payment and the role', async () => {
    const { payoutId } = await inReview(FAILED);
    mtnSays('failure');
    for (const [body, field] of [
      [{ decision: 'SETTLE_UNSEEN', evidence: ' ' }, 'evidence'],
      [{ decision: 'SETTLE_PAID', evidence: 'Receipt 17' }, 'provider'],
    ] as const)
      expect((await decide(payoutId, { ...body, attempts: 1 })).json).toMatchObject({
        code: 'INVALID_INPUT',
        content: [{ field }],
      });
    const again = { decision: 'SEND_AGAIN', attempts: 1 } as const;
    const outdated = await decide(payoutId, { ...again, attempts: 0 });
    expect([outdated.status, outdated.json['code']]).toEqual([409, 'PAYMENT_CHANGED']);
    expect((await decide(crypto.randomUUID(), again)).json).toMatchObject({ code: 'PAYOUT_NOT_FOUND' });
    expect((await decide(payoutId, again, other)).json).toMatchObject({ code: 'NOT_ALLOWED' });
    expect((await change({ change: 'PAUSE' }, other)).json).toMatchObject({ code: 'NOT_ALLOWED' });
    expect(await listActs(payoutId)).toEqual([]);
    expect(await isPaused(paymentDb(app), 'mtn')).toBe(false);
  });

  test('needs a passkey used in the last five minutes', async () => {
    const { payoutId } = await inReview(FAILED);
    const token = await finance.token(new Date(Date.now() - 6 * MINUTE_MS));
    const again = { decision: 'SEND_AGAIN', attempts: 1 };
    const given = { as: { token }, params: { id: payoutId }, body: again };
    expect((await app.call(decidePaymentAsAdmin, given)).json).toMatchObject({ code: 'PASSKEY_TOO_OLD' });
    const pause = { as: { token }, params: { provider: 'mtn' }, body: { change: 'PAUSE' } };
    expect((await app.call(changeProviderAsAdmin, pause)).json).toMatchObject({ code: 'PASSKEY_TOO_OLD' });
    expect(await listActs(payoutId)).toEqual([]);
  });

  const atOnce = {
    SEND_AGAIN: async () => (await inReview(FAILED)).payoutId,
    ALLOW_WALLET: async () => {
      const { payoutId } = await inReview(FAILED);
      await set(payoutId, "state = 'ACTION_NEEDED', why = 'WALLET_IN_USE', wallet_hint = 'x'");
      return payoutId;
    },
    SETTLE_PAID: async () => (await inReview(FAILED)).payoutId,
    SETTLE_UNSEEN: async () => {
      const { payoutId } = await inReview();
      await forget(payoutId);
      return payoutId;
    },
  };
  test.each(Object.entries(atOnce))('of many admins at once one decides: %s', async (decision, make) => {
    const id = await make();
    mtnSays(decision === 'SEND_AGAIN' ? 'failure' : 'not-seen');
    const as = await byFinance();
    const settlement = decision.startsWith('SETTLE') ? { evidence: 'Receipt 17', provider: 'mtn' } : {};
    const body = { decision, attempts: 1, ...settlement };
    const answers = await Promise.all(
      Array.from({ length: ADMINS_AT_ONCE }, () =>
        app.call(decidePaymentAsAdmin, { as, params: { id }, body }),
      ),
    );
    expect(answers.filter(({ status, content }) => status === 200 && content.isDone)).toHaveLength(1);
    expect(answers.filter(({ json }) => json['code'] === 'PAYMENT_CHANGED')).toHaveLength(ADMINS_AT_ONCE - 1);
    expect(await listActs(id)).toHaveLength(1);
    await assertConsistentLedger(app);
  });

  test('a newer order is not paid twice by a decision about an older one', async () => {
    const { payoutId } = await inReview(FAILED);
    mtn.on('/transfer/', (response) => {
      // While MTN answers slowly, another admin has sent the payment again, and its order needs a review.
      void set(payoutId, 'attempts = 2').then(() => says.failure(response));
    });
    expect((await decide(payoutId, { decision: 'SEND_AGAIN', attempts: 1 })).json).toMatchObject({
      code: 'PAYMENT_CHANGED',
    });
    await set(payoutId, 'attempts = 1');
  });

  test('the screen offers the decisions that a payment may need', async () => {
    const offered = (state: string, why: string | null = null, kind = 'INCENTIVE') =>
      possibleDecisions({ kind, state, why } as never);
    expect(offered('REVIEW')).toEqual(['ASK', 'SEND_AGAIN', 'SETTLE_PAID', 'SETTLE_UNSEEN']);
    expect(offered('ACTION_NEEDED', 'WALLET_IN_USE')).toEqual(['ALLOW_WALLET', 'SETTLE_PAID']);
    expect([offered('REVIEW', null, 'FUNDING'), offered('PENDING')]).toEqual([['ASK'], []]);
  });
});

describe('providers', () => {
  test('a provider is paused and resumed once; a pause that has been replaced is not ended', async () => {
    expect((await change({ change: 'PAUSE' })).content).toEqual({ provider: 'mtn', isPaused: true });
    expect((await change({ change: 'PAUSE' })).json).toMatchObject({ code: 'PROVIDER_CHANGED' });
    const since = (await balanceOfMtn()).pause?.since ?? '';
    await sql`update payment.pauses set reason = 'REOPENED'`.execute(app.engine.owner);
    await pauseProvider(paymentDb(app), 'mtn', 'RESTORED');
    expect((await change({ change: 'RESUME', since })).json).toMatchObject({ code: 'PROVIDER_CHANGED' });
    const restored = (await balanceOfMtn()).pause;
    expect(restored?.reason).toBe('RESTORED');
    const resume = { change: 'RESUME', since: restored?.since ?? '' } as const;
    const answers = await Promise.all([change(resume), change(resume)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await isPaused(paymentDb(app), 'mtn')).toBe(false);
    expect(await listActs('mtn by')).toEqual([
      { event: 'PROVIDER_PAUSED', about: 'mtn by Adwoa Mensah' },
      { event: 'PROVIDER_RESUMED', about: 'mtn by Adwoa Mensah' },
    ]);
  });

  test('shows the ledger beside the balance of the provider, or that it does not answer', async () => {
    mtn.on('/account/balance', dropConnection);
    const silent = await balanceOfMtn();
    expect(silent).toMatchObject({ isConfigured: true, ownInPesewas: null });
    expect(silent.said).toMatch(/\w/);
    mtn.on('/account/balance', answer(200, { availableBalance: '7.00', currency: 'GHS' }));
    const ledgerInPesewas = await readLedgerFloat(paymentDb(app), 'mtn');
    expect(await balanceOfMtn()).toMatchObject({ ledgerInPesewas, ownInPesewas: 700, said: null });
    const { payoutId } = await add();
    const { inTransitInPesewas: before } = await balanceOfMtn();
    await advance(payoutId);
    expect((await balanceOfMtn()).inTransitInPesewas).toBe(before + 5000);
  });

  test('a provider that is not configured is listed while it is paused, and not otherwise', async () => {
    const listed = async () => (await app.call(readBalancesAsAdmin, { as: await byFinance() })).content;
    expect((await listed()).map(({ provider }) => provider)).toEqual(['mtn']);
    await pauseProvider(paymentDb(app), 'paystack', 'RESTORED');
    expect((await listed())[1]).toMatchObject({
      provider: 'paystack',
      isConfigured: false,
      ownInPesewas: null,
    });
    await sql`delete from payment.pauses where provider = 'paystack'`.execute(app.engine.owner);
  });

  test('lists differences', async () => {
    await sql`
      insert into payment.differences (kind, subject, provider, ours, theirs)
      values ('STATUS', 'b', 'mtn', 'paid', 'failure'), ('AMOUNT', 'a', 'mtn', '5000', '4000')`.execute(
      app.engine.owner,
    );
    const read = await app.call(listDifferencesAsAdmin, { as: await byFinance(), query: { size: 1 } });
    expect(read.json).toMatchObject({ totalElements: 2 });
    expect(read.content).toMatchObject([{ kind: 'AMOUNT', subject: 'a', ours: '5000', theirs: '4000' }]);
    await sql`delete from payment.differences`.execute(app.engine.owner);
  });

  test('the difference that an admin saw is booked once, and never while a payment is in transit', async () => {
    await advance((await add()).payoutId);
    const { rows } = await sql<{ reference: string }>`
      select reference from payment.attempts where state in ('SENT', 'ACCEPTED', 'UNKNOWN')`.execute(
      app.engine.owner,
    );
    mtn.on('/account/balance', answer(200, { availableBalance: '123456.00', currency: 'GHS' }));
    const settle = async (differenceInPesewas: number) => change({ change: 'SETTLE', differenceInPesewas });
    expect((await settle(1)).json).toMatchObject({ code: 'FLOAT_NOT_SETTLED' });
    sender.says = PAID;
    for (const { reference } of rows) await pollPayout(paymentDeps(app, sender), reference);
    const { ledgerInPesewas, ownInPesewas } = await balanceOfMtn();
    const difference = (ownInPesewas ?? 0) - ledgerInPesewas;
    expect((await settle(difference + 1)).json).toMatchObject({ code: 'PROVIDER_CHANGED' });
    expect((await settle(0)).json).toMatchObject({ code: 'INVALID_INPUT' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => settle(difference)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    expect(await readLedgerFloat(paymentDb(app), 'mtn')).toBe(ownInPesewas);
    expect(await listActs(`mtn ${difference}`)).toMatchObject([{ event: 'FLOAT_SETTLED' }]);
    await assertConsistentLedger(app);
    mtn.on('/account/balance', dropConnection);
    expect((await settle(1)).json).toMatchObject({ code: 'FLOAT_NOT_SETTLED' });
  });
});
