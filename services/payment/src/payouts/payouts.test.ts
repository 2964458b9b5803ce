import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeBudget, promisePlaces, readBudget } from '@app/contracts/payment/budgets.ts';
import { readPaymentEmail } from '@app/contracts/payment/emails.ts';
import * as contract from '@app/contracts/payment/payouts.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { createLog } from '@app/kit/log.ts';
import { paymentEmailWords } from '@app/words/payment-emails.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { INCENTIVE, PLACES } from '@app/test/support/budgets.ts';
import { assignedPhoneNumber, paymentDeps } from '@app/test/support/payment-deps.ts';
import {
  advancePayoutNow,
  makeUnsentPayout,
  makeStudyWithPromisedPlaces,
  requestPayoutAsProject,
} from '@app/test/support/payouts.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { collectEmails } from '#test/collected-emails.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import { quoteFor, raiseTo } from '#test/fundings.ts';
import { assertConsistentLedger, paymentDb } from '#test/money.ts';
import type { Deps } from '../deps.ts';
import { collected } from '../ledger/events.ts';
import { postTransaction } from '../ledger/post.ts';
import type { EmailRequest } from '../emails/queue-email.ts';
import { deriveReference } from '../provider.ts';
import { advancePayout } from './sending/advance-payout.ts';
import { pollPayout } from './sending/poll-provider.ts';
import { pollReviewedPayout, sendNewOrder } from './sending/poll-or-resend.ts';
import { findPayout } from './write-payout.ts';

let app: TestApp;
let researcher: SignedInUser;
let participant: SignedInUser;
let provider: FakeProvider;
let deps: Deps;
let emails: EmailRequest[];
/** Errors that were logged since the test began. */
let errors: Record<string, unknown>[];
const log = createLog('error', {
  write: (line) => errors.push(JSON.parse(line) as Record<string, unknown>),
});
beforeAll(async () => {
  errors = [];
  app = await startTestApp({}, log, { withWorkers: false });
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});
beforeEach(() => {
  provider = createFakeProvider();
  errors = [];
  const outbox = collectEmails();
  emails = outbox.emails;
  deps = paymentDeps(app, provider, { log, jobs: outbox.jobs });
});
afterEach(() => assertConsistentLedger(app));
afterAll(() => app.close());

const run = (text: string) => sql.raw(text).execute(app.engine.owner);
const advance = (payoutId: string, given = deps) => advancePayoutNow(app, given, payoutId);
const read = async (payoutId: string) => {
  const { content } = await app.call(contract.listPayouts, { as: participant });
  return content.find(({ id }) => id === payoutId);
};
const readStudyBudget = async (studyId: string) =>
  (await app.call(readBudget, { as: researcher, params: { studyId } })).content;
const findRefundId = async (studyId: string) => {
  const { content } = await app.call(contract.listPayouts, { as: researcher, query: { studyId } });
  return content.find(({ kind }) => kind === 'REFUND')?.id ?? '';
};
const addPayout = (studyId?: string) => makeUnsentPayout(app, { researcher, participant }, studyId);
const arrived = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '77' } as const;
const waits = (payout: string, why: string) =>
  expect.objectContaining({ payout, why, msg: 'a payment waits for a decision' });

test('a payment is sent at once, cannot be undone then, and is paid once the provider confirms it', async () => {
  const { payoutId, studyId, applicationId } = await addPayout();
  expect(await readStudyBudget(studyId)).toMatchObject({ payableInPesewas: 5000, promisedInPesewas: 46_000 });
  await advancePayout(deps, { payoutId });
  const phoneNumber = assignedPhoneNumber(participant.userId);
  expect(provider.sent).toMatchObject([{ pesewas: 5000, phoneNumber, name: 'Esi Mensah' }]);
  expect(await read(payoutId)).toMatchObject({
    state: 'PENDING',
    walletHint: `+233 •• ••• ${phoneNumber.slice(-4)}`,
  });
  const about = { studyId, applicationId, participant };
  expect((await requestPayoutAsProject(app, about, { version: 2, amountInPesewas: 0 })).json).toMatchObject({
    code: 'PAYOUT_IS_UNDER_WAY',
  });
  expect((await requestPayoutAsProject(app, about, { version: 2 })).status).toBe(200);
  provider.says = arrived;
  await advance(payoutId);
  await advance(payoutId);
  expect(await read(payoutId)).toMatchObject({ state: 'SUCCEEDED', providerId: '77', nextAt: null });
  expect(await readStudyBudget(studyId)).toMatchObject({ payableInPesewas: 0, promisedInPesewas: 45_900 });
  expect(provider.sent).toHaveLength(1);
  // A researcher reads what was paid, without the account.
  const { json, content } = await app.call(contract.listPayouts, { as: researcher, query: { studyId } });
  expect(content).toMatchObject([{ id: payoutId, state: 'SUCCEEDED', walletHint: null, providerId: null }]);
  expect(JSON.stringify(json)).not.toMatch(/•|\+233|Esi|"77"/);
  const other = await registerResearcher(app, { verified: true });
  expect((await app.call(contract.listPayouts, { as: other, query: { studyId } })).json).toMatchObject({
    code: 'BUDGET_NOT_FOUND',
  });
});

test('B9-5 the tables refuse a second incentive, a second live order and a reused reference', async () => {
  const { payoutId } = await addPayout();
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

test('decisions follow their version: older ones are ignored, and a repeat may not change the amount', async () => {
  const studyId = await makeStudyWithPromisedPlaces(app, researcher);
  const about = { studyId, applicationId: crypto.randomUUID(), participant };
  expect((await requestPayoutAsProject(app, about, { version: 2 })).content).toEqual({
    state: 'CREATED',
    version: 2,
  });
  expect((await requestPayoutAsProject(app, about, { version: 2 })).content).toEqual({
    state: 'CREATED',
    version: 2,
  });
  expect((await requestPayoutAsProject(app, about, { version: 1, amountInPesewas: 0 })).content).toEqual({
    state: 'CREATED',
    version: 2,
  });
  expect((await requestPayoutAsProject(app, about, { version: 2, amountInPesewas: 1 })).json).toMatchObject({
    code: 'PAYOUT_DIFFERS',
  });
  const ofAnother = { ...about, participant: { userId: crypto.randomUUID() } };
  expect((await requestPayoutAsProject(app, ofAnother, { version: 3 })).json).toMatchObject({
    code: 'PAYOUT_DIFFERS',
  });
  expect((await requestPayoutAsProject(app, about, { version: 3, amountInPesewas: 0 })).content).toEqual({
    state: 'CANCELLED',
    version: 3,
  });
  expect(await readStudyBudget(studyId)).toMatchObject({ payableInPesewas: 0, promisedInPesewas: 51_000 });
  expect((await requestPayoutAsProject(app, about, { version: 2 })).content).toEqual({
    state: 'CANCELLED',
    version: 3,
  });
  expect((await requestPayoutAsProject(app, about, { version: 4 })).content).toEqual({
    state: 'CREATED',
    version: 4,
  });
  expect(
    (await requestPayoutAsProject(app, about, { version: 5, amountInPesewas: 4000 })).content,
  ).toMatchObject({
    version: 5,
  });
  expect(await readStudyBudget(studyId)).toMatchObject({ payableInPesewas: 4000, promisedInPesewas: 47_000 });
  expect(
    (await requestPayoutAsProject(app, about, { version: 6, amountInPesewas: 5001 })).json,
  ).toMatchObject({
    code: 'BUDGET_SHORT',
  });
});

test('B5.1 no more places are paid than promised, even if all the fees would pay for one more', async () => {
  const studyId = await makeStudyWithPromisedPlaces(app, researcher);
  for (let place = 0; place < PLACES; place += 1) await addPayout(studyId);
  expect(await requestOneMorePayout(studyId, undefined, { amountInPesewas: 300 })).toBe('BUDGET_SHORT');
});

test('people who are screened out use up places by what they cost', async () => {
  const studyId = await makeStudyWithPromisedPlaces(app, researcher);
  const screenedOut = { kind: 'SCREEN_OUT', amountInPesewas: 500 };
  // Seventeen cost 10,200 with their fees: two places of 5,100.
  for (let person = 0; person < 17; person += 1)
    expect(await requestOneMorePayout(studyId, undefined, screenedOut)).toBe('REQUESTED');
  for (let place = 2; place < PLACES; place += 1)
    expect(await requestOneMorePayout(studyId)).toBe('REQUESTED');
  expect(await requestOneMorePayout(studyId, undefined, screenedOut)).toBe('BUDGET_SHORT');
});

test('an application is paid once, as an incentive or for being screened out', async () => {
  const { studyId, applicationId } = await addPayout();
  const screenedOut = { kind: 'SCREEN_OUT', amountInPesewas: 500, version: 2 };
  expect(await requestOneMorePayout(studyId, applicationId, screenedOut)).toBe('PAYOUT_DIFFERS');
});

test('a decision that changes while the wallet is checked is not overwritten by the earlier one', async () => {
  const { payoutId, studyId, applicationId } = await addPayout();
  const about = { studyId, applicationId, participant };
  provider.lookUp = async () => {
    await requestPayoutAsProject(app, about, { version: 2, amountInPesewas: 4000 });
    return { kind: 'active' };
  };
  await advance(payoutId);
  expect(provider.sent).toEqual([]);
  provider.lookUp = async () => ({ kind: 'active' });
  await advance(payoutId);
  expect(provider.sent).toMatchObject([{ pesewas: 4000 }]);
});

test('“I did not receive it” starts a review, and is logged as an error', async () => {
  const { payoutId } = await addPayout();
  const missing = () => app.call(contract.reportMissing, { as: participant, params: { id: payoutId } });
  expect((await missing()).json).toMatchObject({ code: 'PAYOUT_IS_UNDER_WAY' });
  provider.says = arrived;
  await advance(payoutId);
  await advance(payoutId);
  expect((await missing()).content).toMatchObject({ state: 'REVIEW', why: 'MISSING', providerId: '77' });
  expect((await missing()).status).toBe(200);
  expect(errors).toEqual([waits(payoutId, 'MISSING')]);
  // An email states the result, although an earlier email about this payment was sent.
  emails.length = 0;
  const found = await pollReviewedPayout(deps, payoutId);
  expect(found).toEqual({ said: 'success', state: 'SUCCEEDED' });
  expect(emails).toEqual([
    { userId: participant.userId, kind: 'PAYMENT_MADE', about: expect.stringMatching(`^${payoutId}:.`) },
  ]);
});

test('a bonus is paid from available money', async () => {
  const bonus = (applicationId: string, amountInPesewas: number) =>
    app.call(contract.payBonus, {
      as: researcher,
      body: { applicationId, amountInPesewas, reason: 'Stayed an hour longer' },
    });
  const all = await addPayout();
  expect((await bonus(all.applicationId, 1)).json).toMatchObject({ code: 'BUDGET_SHORT' });
  const { studyId, applicationId } = await addPayout(await makeStudyWithPromisedPlaces(app, researcher, 9));
  expect((await bonus(applicationId, 5001)).json).toMatchObject({ code: 'BUDGET_SHORT' });
  const paid = await bonus(applicationId, 5000);
  expect(paid.content).toMatchObject({ kind: 'BONUS', state: 'CREATED', amountInPesewas: 5000 });
  // The sending fee of the bonus is reserved too.
  expect(await readStudyBudget(studyId)).toMatchObject({ availableInPesewas: 0, promisedInPesewas: 41_000 });
  // The bonus is not sent before BONUS_UNDO_SECONDS.
  await advancePayout(deps, { payoutId: paid.content.id });
  expect(await read(paid.content.id)).toMatchObject({ state: 'CREATED' });
  provider.says = arrived;
  await advance(paid.content.id);
  await advance(paid.content.id);
  expect(await read(paid.content.id)).toMatchObject({ state: 'SUCCEEDED', note: 'Stayed an hour longer' });
  // The email says that it is a bonus, and its purpose.
  const about = `${paid.content.id}:1`;
  expect(emails).toEqual([{ userId: participant.userId, kind: 'BONUS_PAID', about }]);
  const email = await app.call(readPaymentEmail, {
    as: { token: await serviceToken({ app }, 'identity', 'payment') },
    params: { userId: participant.userId, kind: 'BONUS_PAID', about },
  });
  const details = paymentEmailWords.BONUS_PAID.details(email.content.email?.params ?? {});
  expect(details).toMatchObject({ 'What it is for': 'Stayed an hour longer', Bonus: 'GH₵ 50.00' });
  await run(`update payment.budgets set state = 'CLOSED', closed_at = now() where study_id = '${studyId}'`);
  expect((await bonus(applicationId, 1)).json).toMatchObject({ code: 'BUDGET_IS_CLOSED' });
});

test('B9-7 a bonus that is requested again with its key is paid once, even if the database lost the first request', async () => {
  const { applicationId } = await addPayout(await makeStudyWithPromisedPlaces(app, researcher, 9));
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

test('the rest is refunded only to the phone that it came from', async () => {
  const { payoutId, studyId } = await addPayout();
  const close = () => app.call(closeBudget, { as: researcher, params: { studyId } });
  expect((await close()).json).toMatchObject({ code: 'BUDGET_IN_USE' });
  provider.says = arrived;
  await advance(payoutId);
  await advance(payoutId);
  expect((await close()).content).toMatchObject({ state: 'CLOSED', refundDueInPesewas: 45_900 });
  const refund = await findRefundId(studyId);
  provider.sent.length = 0;
  provider.says = { ...arrived, pesewas: 45_900 };
  await advance(refund);
  await advance(refund);
  expect(provider.sent).toMatchObject([{ pesewas: 45_900, phoneNumber: '+233247654321' }]);
  expect(await readStudyBudget(studyId)).toMatchObject({ refundDueInPesewas: 0, promisedInPesewas: 0 });
});

test('a refund above the daily ceiling is sent despite other payments, one a day', async () => {
  await run(`update payment.attempts set created_at = created_at - interval '1 day'`);
  const { payoutId } = await addPayout();
  await advance(payoutId);
  const refunds: string[] = [];
  for (let study = 0; study < 2; study += 1) {
    const studyId = await makeStudyWithPromisedPlaces(app, researcher);
    await app.call(closeBudget, { as: researcher, params: { studyId } });
    refunds.push(await findRefundId(studyId));
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
  await advance((await addPayout()).payoutId, small);
  await advance(second, small);
  expect(provider.sent).toMatchObject([{ pesewas: 51_000 }, { pesewas: 5000 }, { pesewas: 51_000 }]);
});

test('a refund to a phone without a wallet is logged as an error, since no one can name another', async () => {
  const studyId = await makeStudyWithPromisedPlaces(app, researcher);
  await app.call(closeBudget, { as: researcher, params: { studyId } });
  const payoutId = await findRefundId(studyId);
  const state = async () => (await findPayout(deps.db, payoutId))?.state;
  provider.knows = { kind: 'not-registered' };
  await advance(payoutId);
  expect(await state()).toBe('REVIEW');
  expect(errors).toEqual([waits(payoutId, 'ACCOUNT_NOT_REGISTERED')]);
  provider.knows = { kind: 'active' };
  expect(await sendNewOrder(deps, payoutId, 'kofi')).toEqual({
    said: 'nothing',
    state: 'CREATED',
    isDone: true,
  });
  await advance(payoutId);
  expect([await state(), provider.sent.length]).toEqual(['PENDING', 1]);
});

test('the provider’s reference is derived from the application, so a restored database uses it again', async () => {
  const { payoutId, applicationId } = await addPayout();
  await advance(payoutId);
  expect(provider.sent.map(({ reference }) => reference)).toEqual([
    deriveReference(deriveReference(applicationId, 0), 1),
  ]);
  expect(deriveReference(payoutId, 1)).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(deriveReference(payoutId, 1)).not.toBe(deriveReference(payoutId, 2));
});

test('a reversal is logged as an error, and the participant is notified of it and of the next payment', async () => {
  const { payoutId } = await addPayout();
  provider.says = arrived;
  for (let time = 0; time < 2; time += 1) await advance(payoutId);
  provider.says = { kind: 'reversed' };
  await pollPayout(deps, provider.sent[0]?.reference ?? '');
  expect(errors).toEqual([waits(payoutId, 'REVERSED')]);
  const params = { userId: participant.userId, kind: 'PAYMENT_REVERSED', about: `${payoutId}:1` };
  const as = { token: await serviceToken({ app }, 'identity', 'payment') };
  const email = await app.call(readPaymentEmail, { as, params });
  const ofOther = { ...params, userId: crypto.randomUUID() };
  expect((await app.call(readPaymentEmail, { as, params: ofOther })).content.email).toBeNull();
  expect(email.content.email).toMatchObject({
    params: { amount: 'GH₵ 50.00', account: expect.stringMatching(/^\+233/), number: '77' },
    path: paths.money,
  });
  await sendNewOrder(deps, payoutId, 'kofi');
  provider.says = arrived;
  await advance(payoutId);
  await advance(payoutId);
  expect(emails.map(({ kind, about }) => [kind, about])).toEqual([
    ['PAYMENT_MADE', `${payoutId}:1`],
    ['PAYMENT_REVERSED', `${payoutId}:1`],
    ['PAYMENT_MADE', `${payoutId}:2`],
  ]);
});

const COST = 5100;

/** A study whose places are all used up. */
async function usedUp(): Promise<string> {
  const studyId = await makeStudyWithPromisedPlaces(app, researcher);
  for (let place = 0; place < PLACES; place += 1) await addPayout(studyId);
  return studyId;
}
const payIn = (studyId: string, pesewas: number) =>
  postTransaction(paymentDb(app), {
    kind: 'COLLECTED',
    subject: crypto.randomUUID(),
    postings: collected({ provider: 'mtn', studyId, pesewas, feeInPesewas: 0 }),
  });
const requestOneMorePayout = async (
  studyId: string,
  applicationId: string = crypto.randomUUID(),
  say = {},
) => {
  const { status, json } = await requestPayoutAsProject(app, { studyId, applicationId, participant }, say);
  return status === 200 ? 'REQUESTED' : json['code'];
};
const readPlacesAndMoney = async (studyId: string) => {
  const { quote, availableInPesewas, promisedInPesewas, payableInPesewas } = await readStudyBudget(studyId);
  return { places: quote.places, availableInPesewas, promisedInPesewas, payableInPesewas };
};

test('a participant beyond all places is paid, with the sending fee, only if enough money is available', async () => {
  const studyId = await usedUp();
  const before = await readPlacesAndMoney(studyId);
  expect(await requestOneMorePayout(studyId)).toBe('BUDGET_SHORT');
  await payIn(studyId, COST - before.availableInPesewas - 1);
  expect(await requestOneMorePayout(studyId)).toBe('BUDGET_SHORT');
  await payIn(studyId, 1);
  const applicationId = crypto.randomUUID();
  expect(await requestOneMorePayout(studyId, applicationId)).toBe('REQUESTED');
  const after = {
    places: PLACES + 1,
    availableInPesewas: 0,
    promisedInPesewas: before.promisedInPesewas + 100,
    payableInPesewas: before.payableInPesewas + 5000,
  };
  expect(await readPlacesAndMoney(studyId)).toEqual(after);
  // Undoing it leaves a place that another participant can use.
  expect(await requestOneMorePayout(studyId, applicationId, { version: 2, amountInPesewas: 0 })).toBe(
    'REQUESTED',
  );
  expect(await requestOneMorePayout(studyId)).toBe('REQUESTED');
  expect(await requestOneMorePayout(studyId, applicationId, { version: 3 })).toBe('BUDGET_SHORT');
  expect(await readPlacesAndMoney(studyId)).toEqual(after);
});

test('of concurrent requests, as many become payable as the money covers', async () => {
  const studyId = await usedUp();
  const { availableInPesewas } = await readPlacesAndMoney(studyId);
  await payIn(studyId, 2 * COST);
  const answers = await Promise.all(Array.from({ length: 6 }, () => requestOneMorePayout(studyId)));
  expect(answers.toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
    ...Array<string>(4).fill('BUDGET_SHORT'),
    'REQUESTED',
    'REQUESTED',
  ]);
  expect(await readPlacesAndMoney(studyId)).toMatchObject({ availableInPesewas });
});

test('a place added after a payable beyond all places is free for one more participant, and paid for once', async () => {
  const studyId = await usedUp();
  await payIn(studyId, COST - (await readPlacesAndMoney(studyId)).availableInPesewas);
  expect(await requestOneMorePayout(studyId)).toBe('REQUESTED');
  const { promisedInPesewas } = await readPlacesAndMoney(studyId);
  const as = { token: await serviceToken({ app }, 'project', 'payment') };
  const promise = async (places: number) => {
    const body = { incentiveInPesewas: INCENTIVE, places };
    return (await app.call(promisePlaces, { as, params: { studyId }, body })).json;
  };
  // This payable is paid for already.
  expect((await quoteFor(app, researcher, studyId, { places: PLACES + 1 })).content.totalInPesewas).toBe(0);
  expect(await promise(PLACES + 1)).toMatchObject({ content: { promisedPlaces: PLACES + 1 } });
  expect(await readPlacesAndMoney(studyId)).toMatchObject({ availableInPesewas: 0, promisedInPesewas });
  const places = PLACES + 2;
  expect((await raiseTo(app, researcher, studyId, { places })).status).toBe(202);
  await payIn(studyId, COST);
  expect(await promise(places)).toMatchObject({ content: { promisedPlaces: places } });
  expect(await readPlacesAndMoney(studyId)).toMatchObject({
    places,
    availableInPesewas: 0,
    promisedInPesewas: promisedInPesewas + COST,
  });
  expect(await requestOneMorePayout(studyId)).toBe('REQUESTED');
  expect(await requestOneMorePayout(studyId)).toBe('BUDGET_SHORT');
});
