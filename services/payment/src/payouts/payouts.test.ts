import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import * as contract from '@app/contracts/payment/payouts.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { numberOf, paymentDeps } from '@app/test/support/payment-deps.ts';
import { advanceNow, makeOwed, makePromised, owe } from '@app/test/support/payouts.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import { assertSoundMoney } from '#test/money.ts';
import type { Deps } from '../deps.ts';
import { referenceOf } from '../providers/provider.ts';
import { advancePayout } from './sending/advance-payout.ts';
import { askAgain, sendAgain } from './sending/ask-again.ts';
import { LETTERS } from '../letters/queue-letter.ts';
import { findPayout } from './write-payout.ts';

let app: TestApp;
let researcher: SignedInUser;
let participant: SignedInUser;
let provider: FakeProvider;
let deps: Deps;
beforeAll(async () => {
  app = await startTestApp({}, undefined, { withWorkers: false });
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});
beforeEach(() => {
  provider = createFakeProvider();
  deps = paymentDeps(app, provider);
});
afterEach(() => assertSoundMoney(app));
afterAll(() => app.close());

const run = (text: string) => sql.raw(text).execute(app.engine.owner);
const advance = (payoutId: string, given = deps) => advanceNow(app, given, payoutId);
const read = async (payoutId: string) => {
  const { content } = await app.call(contract.listPayouts, { as: participant });
  return content.find(({ id }) => id === payoutId);
};
const budgetOf = async (studyId: string) =>
  (await app.call(readBudget, { as: researcher, params: { studyId } })).content;
const refundOf = async (studyId: string) => {
  const { content } = await app.call(contract.listPayouts, { as: researcher, query: { studyId } });
  return content.find(({ kind }) => kind === 'REFUND')?.id ?? '';
};
const owed = (studyId?: string) => makeOwed(app, { researcher, participant }, studyId);
const arrived = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '77' } as const;

test('a payment is due at once, leaves after the undo time, and is paid once the provider says so', async () => {
  const { payoutId, studyId } = await owed();
  expect(await budgetOf(studyId)).toMatchObject({ payableInPesewas: 5000, promisedInPesewas: 46_000 });
  await advancePayout(deps, { payoutId });
  expect(provider.sent).toEqual([]);
  await advance(payoutId);
  const phoneNumber = numberOf(participant.userId);
  expect(provider.sent).toMatchObject([{ pesewas: 5000, phoneNumber, name: 'Esi Mensah' }]);
  expect(await read(payoutId)).toMatchObject({
    state: 'PENDING',
    walletHint: `+233 •• ••• ${phoneNumber.slice(-4)}`,
  });
  provider.says = arrived;
  await advance(payoutId);
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'SUCCEEDED', providerId: '77', nextAt: null });
  expect(await budgetOf(studyId)).toMatchObject({ payableInPesewas: 0, promisedInPesewas: 45_900 });
  expect(provider.sent).toHaveLength(1);
});

test('B9-5 the tables themselves refuse a second incentive, a second live order and a reference used twice', async () => {
  const { payoutId } = await owed();
  await advance(payoutId);
  const again = (table: string, changes: string) =>
    run(
      `insert into payment.${table} select (jsonb_populate_record(one, ${changes})).* from payment.${table} as one where payout_id = '${payoutId}'`,
    );
  const order = `jsonb_build_object('attempt_id', gen_random_uuid(), 'number', number + 1`;
  await expect(again('payouts', `jsonb_build_object('payout_id', gen_random_uuid())`)).rejects.toThrow(
    'one_incentive',
  );
  await expect(again('attempts', `${order}, 'reference', gen_random_uuid())`)).rejects.toThrow(
    'one_live_attempt',
  );
  await expect(again('attempts', `${order}, 'state', 'FAILED_PROVEN')`)).rejects.toThrow('reference');
});

test('a researcher reads what was paid, and no account', async () => {
  const { payoutId, studyId } = await owed();
  provider.says = arrived;
  await advance(payoutId);
  await advance(payoutId);
  const { json, content } = await app.call(contract.listPayouts, { as: researcher, query: { studyId } });
  expect(content).toMatchObject([{ id: payoutId, state: 'SUCCEEDED', walletHint: null, providerId: null }]);
  expect(JSON.stringify(json)).not.toMatch(/•|\+233|Esi|"77"/);
});

test('a decision is followed by its version: older ones change nothing, the same may not say another amount', async () => {
  const studyId = await makePromised(app, researcher);
  const about = { studyId, applicationId: crypto.randomUUID(), participant };
  expect((await owe(app, about, { version: 2 })).content).toEqual({ state: 'CREATED', version: 2 });
  expect((await owe(app, about, { version: 2 })).content).toEqual({ state: 'CREATED', version: 2 });
  expect((await owe(app, about, { version: 1, amountInPesewas: 0 })).content).toEqual({
    state: 'CREATED',
    version: 2,
  });
  expect((await owe(app, about, { version: 2, amountInPesewas: 1 })).json).toMatchObject({
    code: 'PAYOUT_DIFFERS',
  });
  expect((await owe(app, about, { version: 3, amountInPesewas: 0 })).content).toEqual({
    state: 'CANCELLED',
    version: 3,
  });
  expect(await budgetOf(studyId)).toMatchObject({ payableInPesewas: 0, promisedInPesewas: 51_000 });
  expect((await owe(app, about, { version: 2 })).content).toEqual({ state: 'CANCELLED', version: 3 });
  expect((await owe(app, about, { version: 4 })).content).toEqual({ state: 'CREATED', version: 4 });
  expect((await owe(app, about, { version: 5, amountInPesewas: 4000 })).content).toMatchObject({
    version: 5,
  });
  expect(await budgetOf(studyId)).toMatchObject({ payableInPesewas: 4000, promisedInPesewas: 47_000 });
  expect((await owe(app, about, { version: 6, amountInPesewas: 5001 })).json).toMatchObject({
    code: 'BUDGET_SHORT',
  });
});

test('what has left is not taken back', async () => {
  const { payoutId, studyId, applicationId } = await owed();
  await advance(payoutId);
  const about = { studyId, applicationId, participant };
  const cancelled = await owe(app, about, { version: 2, amountInPesewas: 0 });
  expect(cancelled.json).toMatchObject({ code: 'PAYOUT_IS_UNDER_WAY' });
  expect((await owe(app, about, { version: 2 })).status).toBe(200);
});

test('B5.1 a place is paid from what was promised, and no more places than those', async () => {
  const studyId = await makePromised(app, researcher);
  for (let place = 0; place < 10; place += 1) await owed(studyId);
  const eleventh = await owe(app, { studyId, applicationId: crypto.randomUUID(), participant });
  expect(eleventh.json).toMatchObject({ code: 'BUDGET_SHORT' });
});

test('B5.1 nor where the fees of all places would pay for one more', async () => {
  const studyId = await makePromised(app, researcher);
  const small = { amountInPesewas: 300 };
  const owe300 = () => owe(app, { studyId, applicationId: crypto.randomUUID(), participant }, small);
  for (let place = 0; place < 10; place += 1) expect((await owe300()).status).toBe(200);
  expect((await owe300()).json).toMatchObject({ code: 'BUDGET_SHORT' });
});

test('a decision that changes while the wallet is looked up is not overtaken by the one before', async () => {
  const { payoutId, studyId, applicationId } = await owed();
  const about = { studyId, applicationId, participant };
  provider.lookUp = async () => {
    await owe(app, about, { version: 2, amountInPesewas: 4000 });
    return { kind: 'active' };
  };
  await advance(payoutId);
  expect(provider.sent).toEqual([]);
  provider.lookUp = async () => ({ kind: 'active' });
  await advance(payoutId);
  expect(provider.sent).toMatchObject([{ pesewas: 4000 }]);
});

test('“I did not receive it” opens a check', async () => {
  const { payoutId } = await owed();
  const missing = () => app.call(contract.reportMissing, { as: participant, params: { id: payoutId } });
  expect((await missing()).json).toMatchObject({ code: 'PAYOUT_IS_UNDER_WAY' });
  provider.says = arrived;
  await advance(payoutId);
  await advance(payoutId);
  expect((await missing()).content).toMatchObject({ state: 'REVIEW', why: 'MISSING', providerId: '77' });
  expect((await missing()).status).toBe(200);
  // A letter says what was found, although an earlier letter about this payment went out.
  const letters: unknown[] = [];
  const send = (async (_, { name }, letter) => {
    if (name === LETTERS.name) letters.push(letter);
  }) as Deps['jobs']['send'];
  const found = await askAgain({ ...deps, jobs: { ...deps.jobs, send } }, payoutId);
  expect(found).toEqual({ said: 'success', state: 'SUCCEEDED' });
  expect(letters).toEqual([
    { userId: participant.userId, kind: 'PAYMENT_MADE', about: expect.stringMatching(`^${payoutId}:.`) },
  ]);
});

test('a bonus comes from what is promised to nobody', async () => {
  const bonus = (applicationId: string, amountInPesewas: number) =>
    app.call(contract.payBonus, {
      as: researcher,
      body: { applicationId, amountInPesewas, reason: 'Stayed an hour longer' },
    });
  const all = await owed();
  expect((await bonus(all.applicationId, 1)).json).toMatchObject({ code: 'BUDGET_SHORT' });
  const { studyId, applicationId } = await owed(await makePromised(app, researcher, 9));
  expect((await bonus(applicationId, 5001)).json).toMatchObject({ code: 'BUDGET_SHORT' });
  const paid = await bonus(applicationId, 5000);
  expect(paid.content).toMatchObject({ kind: 'BONUS', state: 'CREATED', amountInPesewas: 5000 });
  // The fee of sending it is set aside beside it.
  expect(await budgetOf(studyId)).toMatchObject({ availableInPesewas: 0, promisedInPesewas: 41_000 });
  provider.says = arrived;
  await advance(paid.content.id);
  await advance(paid.content.id);
  expect(await read(paid.content.id)).toMatchObject({ state: 'SUCCEEDED' });
});

test('B9-7 a bonus that is asked for again under its key is one, also where the database has forgotten the first try', async () => {
  const { applicationId } = await owed(await makePromised(app, researcher, 9));
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const bonus = (amountInPesewas: number) =>
    app.call(contract.payBonus, {
      as: researcher,
      headers,
      body: { applicationId, amountInPesewas, reason: 'Stayed an hour longer' },
    });
  const first = await bonus(2000);
  await run('delete from payment.idempotency_keys');
  expect((await bonus(2000)).content.id).toBe(first.content.id);
  await run('delete from payment.idempotency_keys');
  expect((await bonus(2001)).content.id).not.toBe(first.content.id);
});

test('what is left goes back to the phone that it came from, and to no other', async () => {
  const { payoutId, studyId } = await owed();
  const close = () => app.call(closeBudget, { as: researcher, params: { studyId } });
  expect((await close()).json).toMatchObject({ code: 'BUDGET_IN_USE' });
  provider.says = arrived;
  await advance(payoutId);
  await advance(payoutId);
  expect((await close()).content).toMatchObject({ state: 'CLOSED', refundDueInPesewas: 45_900 });
  const refund = await refundOf(studyId);
  provider.sent.length = 0;
  provider.says = { ...arrived, pesewas: 45_900 };
  await advance(refund);
  await advance(refund);
  expect(provider.sent).toMatchObject([{ pesewas: 45_900, phoneNumber: '+233247654321' }]);
  expect(await budgetOf(studyId)).toMatchObject({ refundDueInPesewas: 0, promisedInPesewas: 0 });
});

test('a remainder that is larger than what may leave in a day leaves whatever else has left, one a day', async () => {
  const { payoutId } = await owed();
  await advance(payoutId);
  const refunds: string[] = [];
  for (let study = 0; study < 2; study += 1) {
    const studyId = await makePromised(app, researcher);
    await app.call(closeBudget, { as: researcher, params: { studyId } });
    refunds.push(await refundOf(studyId));
  }
  const [first = '', second = ''] = refunds;
  const small = { ...deps, config: { ...deps.config, PAYOUTS_PER_DAY_IN_PESEWAS: 50_000 } };
  const stopped = { ...deps, config: { ...deps.config, PAYOUTS_PER_DAY_IN_PESEWAS: 0 } };
  provider.sent.length = 0;
  await advance(first, stopped);
  expect(provider.sent).toEqual([]);
  await advance(first, small);
  expect(provider.sent).toMatchObject([{ pesewas: 51_000 }]);
  await advance(second, small);
  expect(await findPayout(deps.db, second)).toMatchObject({ state: 'HELD' });
  await run(`update payment.attempts set created_at = created_at - interval '1 day'`);
  await advance((await owed()).payoutId, small);
  await advance(second, small);
  expect(provider.sent).toMatchObject([{ pesewas: 51_000 }, { pesewas: 5000 }, { pesewas: 51_000 }]);
});

test('a remainder whose phone has no wallet any more is looked at, since nobody can name another', async () => {
  const studyId = await makePromised(app, researcher);
  await app.call(closeBudget, { as: researcher, params: { studyId } });
  const { content } = await app.call(contract.listPayouts, { as: researcher, query: { studyId } });
  const payoutId = content[0]?.id ?? '';
  const state = async () => (await findPayout(deps.db, payoutId))?.state;
  provider.knows = { kind: 'not-registered' };
  await advance(payoutId);
  expect(await state()).toBe('REVIEW');
  provider.knows = { kind: 'active' };
  expect(await sendAgain(deps, payoutId)).toEqual({ said: 'nothing', state: 'CREATED' });
  await advance(payoutId);
  expect([await state(), provider.sent.length]).toEqual(['PENDING', 1]);
});

test('what a provider knows an order by follows from the application, so that a restored database asks with the same', async () => {
  const { payoutId, applicationId } = await owed();
  await advance(payoutId);
  expect(provider.sent.map(({ reference }) => reference)).toEqual([
    referenceOf(referenceOf(applicationId, 0), 1),
  ]);
  expect(referenceOf(payoutId, 1)).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(referenceOf(payoutId, 1)).not.toBe(referenceOf(payoutId, 2));
});
