// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { changeUserInformation } from '@app/contracts/identity/profile.ts';
import { readPaymentAccount } from '@app/contracts/identity/people.ts';
import { closeBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import * as contract from '@app/contracts/payment/payouts.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { numberOf, paymentDeps } from '../../../../test/payment-deps.ts';
import { makeOwed, makePromised, owe } from '../../../../test/payouts.ts';
import { PASSWORD, registerParticipant, registerResearcher } from '../../../../test/people.ts';
import { serviceToken } from '../../../../test/samples/world.ts';
import type { FakeProvider } from '../../test/fake-provider.ts';
import { createFakeProvider } from '../../test/fake-provider.ts';
import { assertSoundMoney } from '../../test/money.ts';
import type { Deps } from '../deps.ts';
import { referenceOf } from '../providers/reference.ts';
import { advancePayout } from './advance-payout.ts';
import { askAgain, sendAgain, settleUnseen } from './ask-again.ts';
import { LETTERS } from '../letters/queue-letter.ts';
import { isPaused, resumeProvider } from './pauses.ts';
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
/** As if the time had come. */
async function advance(payoutId: string, given = deps): Promise<void> {
  await run(
    `update payment.payouts set next_at = now() where payout_id = '${payoutId}' and next_at is not null`,
  );
  await advancePayout(given, { payoutId });
}
const age = (payoutId: string, time: string) =>
  run(`update payment.attempts set sent_at = sent_at - interval '${time}' where payout_id = '${payoutId}'`);
const read = async (payoutId: string) => {
  const { content } = await app.call(contract.listPayouts, { as: participant });
  return content.find(({ id }) => id === payoutId);
};
const budgetOf = async (studyId: string) =>
  (await app.call(readBudget, { as: researcher, params: { studyId } })).content;
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

test('B9-7 an order is committed as sent, with its money in transit, before a provider hears of it', async () => {
  const { payoutId } = await owed();
  const known: unknown[] = [];
  provider.meanwhile = async () => {
    const { rows } = await sql`
      select attempt.state, (
        select sum(pesewas)::int from payment.postings where credit = 'provider:mtn:in_transit' and transaction_id in (
          select transaction_id from payment.transactions where kind = 'SENT' and subject = attempt.attempt_id::text
        )
      ) as moving from payment.attempts as attempt where payout_id = ${payoutId}`.execute(app.engine.owner);
    known.push(...rows);
  };
  await advance(payoutId);
  expect(known).toEqual([{ state: 'SENT', moving: 5000 }]);
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
  const studyId = await makePromised(app, researcher, 5);
  const small = { amountInPesewas: 300 };
  const owe300 = () => owe(app, { studyId, applicationId: crypto.randomUUID(), participant }, small);
  for (let place = 0; place < 5; place += 1) expect((await owe300()).status).toBe(200);
  expect((await owe300()).json).toMatchObject({ code: 'BUDGET_SHORT' });
});

test('an unknown answer is asked about and never sent again by itself', async () => {
  const { payoutId } = await owed();
  provider.sends = { kind: 'unknown', cause: 'reset' };
  provider.says = { kind: 'unknown', cause: 'reset' };
  for (let time = 0; time < 5; time += 1) await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'UNKNOWN' });
  await age(payoutId, '73 hours');
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'REVIEW', why: 'NO_ANSWER' });
  expect(provider.sent).toHaveLength(1);
});

test('B5.5 what the provider has not seen three times in ten minutes goes again, the same, and only for a day', async () => {
  const { payoutId } = await owed();
  provider.sends = { kind: 'unknown', cause: 'reset' };
  provider.says = { kind: 'not-seen' };
  for (let time = 0; time < 5; time += 1) await advance(payoutId);
  expect(provider.sent).toHaveLength(1);
  await age(payoutId, '11 minutes');
  await advance(payoutId);
  expect(provider.sent).toHaveLength(2);
  expect(provider.sent[1]).toEqual(provider.sent[0]);
  await age(payoutId, '24 hours');
  for (let time = 0; time < 3; time += 1) await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'REVIEW', why: 'NO_ANSWER' });
  expect(provider.sent).toHaveLength(2);
  // That no reference is known any more proves nothing by itself; an operator has the statement, once the days are over.
  expect(await settleUnseen(deps, payoutId)).toEqual({ said: 'not-seen', state: 'REVIEW' });
  await age(payoutId, '48 hours');
  provider.says = { kind: 'unknown', cause: 'reset' };
  expect(await settleUnseen(deps, payoutId)).toEqual({ said: 'unknown', state: 'REVIEW' });
  provider.says = { kind: 'not-seen' };
  expect(await settleUnseen(deps, payoutId)).toEqual({ said: 'not-seen', state: 'CREATED' });
  provider.sends = { kind: 'accepted' };
  provider.says = arrived;
  for (let time = 0; time < 2; time += 1) await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'SUCCEEDED' });
});

test.each([
  { kind: 'refused', reason: 'OUR_FLOAT_LOW' },
  { kind: 'refused', reason: 'CONFIG' },
  { kind: 'not-sent' },
] as const)(
  'B5.6 what keeps an order from going again proves nothing of the first time: %o',
  async (sends) => {
    const { payoutId } = await owed();
    provider.sends = { kind: 'unknown', cause: 'reset' };
    provider.says = { kind: 'not-seen' };
    await advance(payoutId);
    await age(payoutId, '11 minutes');
    provider.sends = sends;
    for (let time = 0; time < 3; time += 1) await advance(payoutId);
    expect(provider.sent).toHaveLength(2);
    expect(await read(payoutId)).toMatchObject({ state: 'UNKNOWN' });
    // The first has arrived, which the provider did not show; or it never says so, and is then not asked for a third time.
    await age(payoutId, '25 hours');
    for (let time = 0; time < 3; time += 1) await advance(payoutId);
    expect(await read(payoutId)).toMatchObject({ state: 'REVIEW', why: 'NO_ANSWER' });
    expect(new Set(provider.sent.map(({ reference }) => reference)).size).toBe(1);
    expect(provider.sent).toHaveLength(2);
  },
);

test('B9-5 an order to which there is no connection for three days is looked at, and goes again once somebody says so', async () => {
  const { payoutId } = await owed();
  provider.sends = { kind: 'not-sent' };
  await advance(payoutId);
  await age(payoutId, '73 hours');
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'REVIEW', why: 'NO_ANSWER' });
  provider.says = { kind: 'not-seen' };
  expect(await askAgain(deps, payoutId)).toMatchObject({ state: 'CREATED' });
  provider.sends = { kind: 'accepted' };
  provider.says = arrived;
  await advance(payoutId);
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'SUCCEEDED' });
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

test('B5.3 a connection that was never there is tried again under the same reference', async () => {
  const { payoutId } = await owed();
  provider.sends = { kind: 'not-sent' };
  await advance(payoutId);
  provider.sends = { kind: 'accepted' };
  await advance(payoutId);
  expect(new Set(provider.sent.map(({ reference }) => reference)).size).toBe(1);
  expect([provider.sent.length, (await read(payoutId))?.state]).toEqual([2, 'PENDING']);
});

test('B5.6 a proven failure is tried three times more, each under another reference, then a person looks', async () => {
  const { payoutId, studyId } = await owed();
  provider.says = { kind: 'failure', reason: 'OTHER' };
  for (let time = 0; time < 12; time += 1) await advance(payoutId);
  expect(new Set(provider.sent.map(({ reference }) => reference)).size).toBe(4);
  expect(await read(payoutId)).toMatchObject({ state: 'REVIEW', why: 'REFUSED' });
  expect(await budgetOf(studyId)).toMatchObject({ payableInPesewas: 5000 });
});

test('the settings choose who serves a network, and what was sent is asked about where it went', async () => {
  const { payoutId } = await owed();
  const [mtn, paystack] = [createFakeProvider(), createFakeProvider()];
  const providers = { mtn, paystack };
  const config = { ...deps.config, MTN_WALLETS_VIA: 'paystack' as const };
  await advance(payoutId, { ...deps, providers, config });
  expect([mtn.sent.length, paystack.sent.length]).toEqual([0, 1]);
  paystack.says = arrived;
  await advance(payoutId, { ...deps, providers });
  expect(await read(payoutId)).toMatchObject({ state: 'SUCCEEDED' });
});

test('keys that are not taken stop the queue', async () => {
  const { payoutId } = await owed();
  provider.knows = { kind: 'refused' };
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'HELD', why: 'PROVIDER_PAUSED' });
  expect(await isPaused(deps.db, 'mtn')).toBe(true);
  await resumeProvider(deps.db, 'mtn');
});

test('an account that takes no money waits for its owner, and then the same money goes', async () => {
  const { payoutId } = await owed();
  const retry = () => app.call(contract.retryPayout, { as: participant, params: { id: payoutId } });
  provider.knows = { kind: 'not-registered' };
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'ACTION_NEEDED', why: 'ACCOUNT_NOT_REGISTERED' });
  expect(provider.sent).toEqual([]);
  provider.knows = { kind: 'active' };
  expect((await retry()).content).toMatchObject({ state: 'CREATED' });
  provider.says = { kind: 'failure', reason: 'PAYEE_LIMIT' };
  await advance(payoutId);
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'ACTION_NEEDED', why: 'ACCOUNT_LIMIT' });
  expect((await retry()).status).toBe(200);
  provider.says = arrived;
  await advance(payoutId);
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'SUCCEEDED' });
  expect((await retry()).json).toMatchObject({ code: 'PAYOUT_IS_UNDER_WAY' });
});

test('a changed account holds payments for two days, and the identity service says so', async () => {
  const { payoutId } = await owed();
  const as = { token: await serviceToken({ app }, 'payment', 'identity') };
  const account = async () =>
    (await app.call(readPaymentAccount, { as, params: { userId: participant.userId } })).content;
  expect(await account()).toMatchObject({ network: 'MTN', changedAt: null });
  await app.call(changeUserInformation, {
    as: participant,
    body: {
      userId: participant.userId,
      payment: { provider: 'TELECEL', accountName: 'Esi Mensah', phoneNumber: '020 123 4567' },
      password: PASSWORD,
    },
  });
  const changed = await account();
  expect(changed).toMatchObject({
    network: 'TELECEL',
    phoneNumber: '+233201234567',
    changedAt: expect.any(String),
  });
  const changedDeps = paymentDeps(app, provider, { callIdentity: (async () => changed) as never });
  await advance(payoutId, changedDeps);
  expect(await read(payoutId)).toMatchObject({ state: 'HELD', why: 'ACCOUNT_CHANGED' });
  const nextAt = Date.parse((await read(payoutId))?.nextAt ?? '');
  expect(Math.round((nextAt - Date.parse(changed.changedAt ?? '')) / 60_000)).toBe(48 * 60);
  expect(provider.sent).toEqual([]);
});

test('a fault of ours pauses the provider; what is held goes once it is resumed', async () => {
  const [first, second] = [await owed(), await owed()];
  provider.sends = { kind: 'refused', reason: 'OUR_FLOAT_LOW' };
  await advance(first.payoutId);
  await advance(second.payoutId);
  expect(provider.sent).toHaveLength(1);
  expect(await read(second.payoutId)).toMatchObject({ state: 'HELD', why: 'PROVIDER_PAUSED' });
  await resumeProvider(deps.db, 'mtn');
  provider.sends = { kind: 'accepted' };
  await advance(first.payoutId);
  await advance(second.payoutId);
  expect(provider.sent).toHaveLength(3);
});

test('a daily ceiling stops a run gone wrong', async () => {
  const { payoutId } = await owed();
  const config = { ...deps.config, PAYOUTS_PER_DAY_IN_PESEWAS: 4999 };
  await advance(payoutId, { ...deps, config });
  expect(await read(payoutId)).toMatchObject({ state: 'HELD', why: 'DAILY_CEILING' });
  expect(provider.sent).toEqual([]);
});

test.each([
  ['another amount', { pesewas: 5001 }],
  ['another currency', { currency: 'EUR' }],
  ['another number', { phoneNumber: '+233241234568' }],
])('B5.4 a success with %s moves no money, and a person looks', async (_, differs) => {
  const { payoutId } = await owed();
  await advance(payoutId);
  provider.says = { ...arrived, ...differs };
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'REVIEW', why: 'ANSWER_DIFFERS' });
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
  // What was found is told, although a letter about this payment went out before.
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
  expect((await bonus(applicationId, 5002)).json).toMatchObject({ code: 'BUDGET_SHORT' });
  const paid = await bonus(applicationId, 5001);
  expect(paid.content).toMatchObject({ kind: 'BONUS', state: 'CREATED', amountInPesewas: 5001 });
  // The fee of sending it is set aside beside it.
  expect(await budgetOf(studyId)).toMatchObject({ availableInPesewas: 0, promisedInPesewas: 41_000 });
  provider.says = { ...arrived, pesewas: 5001 };
  await advance(paid.content.id);
  await advance(paid.content.id);
  expect(await read(paid.content.id)).toMatchObject({ state: 'SUCCEEDED' });
});

test('what is left goes back to the phone that it came from, and to no other', async () => {
  const { payoutId, studyId } = await owed();
  const close = () => app.call(closeBudget, { as: researcher, params: { studyId } });
  expect((await close()).json).toMatchObject({ code: 'BUDGET_IN_USE' });
  provider.says = arrived;
  await advance(payoutId);
  await advance(payoutId);
  expect((await close()).content).toMatchObject({ state: 'CLOSED', refundDueInPesewas: 45_901 });
  const { content } = await app.call(contract.listPayouts, { as: researcher, query: { studyId } });
  const refund = content.find(({ kind }) => kind === 'REFUND');
  provider.sent.length = 0;
  provider.says = { ...arrived, pesewas: 45_901 };
  // Larger than what may leave in a day, it waits for the beginning of one.
  const small = { ...deps, config: { ...deps.config, PAYOUTS_PER_DAY_IN_PESEWAS: 45_900 } };
  await advance(refund?.id ?? '', small);
  expect(provider.sent).toEqual([]);
  await run(`update payment.attempts set sent_at = sent_at - interval '1 day'`);
  await advance(refund?.id ?? '', small);
  await advance(refund?.id ?? '');
  expect(provider.sent).toMatchObject([{ pesewas: 45_901, phoneNumber: '+233247654321' }]);
  expect(await budgetOf(studyId)).toMatchObject({ refundDueInPesewas: 0, promisedInPesewas: 0 });
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
