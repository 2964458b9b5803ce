import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import { readPaymentEmail } from '@app/contracts/payment/emails.ts';
import { listPayouts, retryPayout } from '@app/contracts/payment/payouts.ts';
import { deleteStudy } from '@app/contracts/project/study-calls.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { transaction } from '@app/kit/database.ts';
import { useApp } from '@app/test/support/app.ts';
import { TOTAL, makeBudget } from '@app/test/support/budgets.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import {
  codeForTest,
  advancePayoutNow,
  makeUnsentPayout,
  makeStudyWithPromisedPlaces,
  requestPayoutAsProject,
} from '@app/test/support/payouts.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { collectEmails } from '#test/collected-emails.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import { ageFunding, quoteFor, raiseTo } from '#test/fundings.ts';
import { assertConsistentLedger } from '#test/money.ts';
import type { Deps } from '../deps.ts';
import type { EmailRequest } from '../emails/queue-email.ts';
import { refundBudget } from './close-budget.ts';
import { advanceFunding } from './prompt-funding.ts';

const app = useApp({}, undefined, { withWorkers: false });
let researcher: SignedInUser;
let provider: FakeProvider;
let deps: Deps;
/** Jobs that were queued; the test runs them itself. */
let emails: EmailRequest[];
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(() => {
  provider = createFakeProvider();
  const collected = collectEmails();
  emails = collected.emails;
  deps = paymentDeps(app, provider, { jobs: collected.jobs });
});
afterEach(() => assertConsistentLedger(app));

const advance = (payoutId: string) => advancePayoutNow(app, deps, payoutId);
const closing = (studyId: string) => app.call(closeBudget, { as: researcher, params: { studyId } });
const budget = async (studyId: string) =>
  (await app.call(readBudget, { as: researcher, params: { studyId } })).content;

test('a participant who never corrects the account keeps only their payable; the rest is refunded, and a correction pays them', async () => {
  const participant = await registerParticipant(app, { withProfile: true });
  const { studyId, applicationId, payoutId } = await makeUnsentPayout(app, { researcher, participant });
  expect((await closing(studyId)).json).toMatchObject({ code: 'BUDGET_IN_USE' });
  provider.knows = { kind: 'not-registered' };
  await advance(payoutId);
  expect((await budget(studyId)).returnableInPesewas).toBe(45_900);
  expect((await closing(studyId)).content).toMatchObject({
    state: 'CLOSED',
    payableInPesewas: 5000,
    promisedInPesewas: 100,
    availableInPesewas: 0,
    refundDueInPesewas: 45_900,
    returnableInPesewas: 0,
  });
  // The payable cannot be cancelled.
  await app.call(retryPayout, { as: participant, params: { id: payoutId } });
  const none = { version: 2, amountInPesewas: 0 };
  expect(
    (await requestPayoutAsProject(app, { studyId, applicationId, participant }, none)).json,
  ).toMatchObject({
    code: 'PAYOUT_IS_UNDER_WAY',
  });
  provider.knows = { kind: 'active' };
  provider.says = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '77' };
  await advance(payoutId);
  await advance(payoutId);
  expect(await budget(studyId)).toMatchObject({
    paidInPesewas: 5000,
    payableInPesewas: 0,
    promisedInPesewas: 0,
  });
});

/** Lists the emails of a kind that the identity service was asked to send to a person, by subject. */
async function findEmails(userId: string, kind: string): Promise<string[]> {
  const { rows } = await sql<{ about: string }>`
    select data ->> 'about' as about from payment_jobs.job
    where name = 'emails' and data ->> 'kind' = ${kind} and data ->> 'userId' = ${userId} order by created_on`.execute(
    app.engine.owner,
  );
  const byJobs = emails.filter((email) => email.kind === kind && email.userId === userId);
  return [...rows, ...byJobs].map(({ about }) => about);
}
const readEmail = async (kind: string, about: string) => {
  const as = { token: await serviceToken({ app }, 'identity', 'payment') };
  const { content } = await app.call(readPaymentEmail, {
    as,
    params: { userId: researcher.userId, kind, about },
  });
  return content.email;
};

test('a payable of a closed budget waits until its researcher is notified and pays in the missing money', async () => {
  const participant = await registerParticipant(app, { withProfile: true });
  const { studyId, applicationId, payoutId } = await makeUnsentPayout(app, { researcher, participant });
  const request = async (version: number, amountInPesewas: number) =>
    (await requestPayoutAsProject(app, { studyId, applicationId, participant }, { version, amountInPesewas }))
      .json;
  const isNow = (state: string, version: number) => ({ content: { state, version } });
  expect(await request(2, 0)).toMatchObject(isNow('CANCELLED', 2));
  expect((await closing(studyId)).content).toMatchObject({ state: 'CLOSED', refundDueInPesewas: 51_000 });
  for (const version of [3, 5]) {
    expect(await request(version, 5000)).toMatchObject(isNow('UNFUNDED', version));
    if (version === 3) expect(await request(4, 0)).toMatchObject(isNow('CANCELLED', 4));
  }
  expect(await budget(studyId)).toMatchObject({
    unfundedPlaces: 1,
    onItsWayInPesewas: 0,
    returnableInPesewas: 0,
    quote: { places: 1, totalInPesewas: 5201 },
  });
  const about = await findEmails(researcher.userId, 'PAYMENT_UNFUNDED');
  expect(about.filter((one) => one.startsWith(payoutId))).toEqual([`${payoutId}:3`, `${payoutId}:5`]);
  expect(await readEmail('PAYMENT_UNFUNDED', `${payoutId}:5`)).toMatchObject({
    params: {
      study: expect.stringMatching(/./),
      participant: codeForTest(applicationId),
      amount: 'GH₵ 50.00',
    },
    path: paths.studyBudget(studyId),
  });

  const { content: quote } = await quoteFor(app, researcher, studyId, { places: 3 });
  expect(quote).toMatchObject({ places: 1, totalInPesewas: 5201 });
  const raise = (totalInPesewas: number) => raiseTo(app, researcher, studyId, { places: 1, totalInPesewas });
  expect((await raise(TOTAL)).json).toMatchObject({ code: 'QUOTE_CHANGED' });
  const fundingId = (await raise(5201)).content.fundings.at(-1)?.id ?? '';
  await advanceFunding(deps, { fundingId });
  // More than requested: the part without a payable is refunded.
  provider.says = { kind: 'success', pesewas: 6000, currency: 'GHS', providerId: '7' };
  await advanceFunding(deps, { fundingId });
  expect(await budget(studyId)).toMatchObject({
    state: 'CLOSED',
    unfundedPlaces: 0,
    payableInPesewas: 5000,
    promisedInPesewas: 100,
    availableInPesewas: 0,
    refundDueInPesewas: 51_000 + 6000 - 117 - 5100,
  });
  expect(await readEmail('PAYMENT_UNFUNDED', `${payoutId}:5`)).toBeNull();
  expect((await raise(5201)).json).toMatchObject({ code: 'BUDGET_IS_CLOSED' });
  expect(await request(6, 0)).toMatchObject({ code: 'PAYOUT_IS_UNDER_WAY' });
  provider.says = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '77' };
  await advance(payoutId);
  await advance(payoutId);
  expect(await budget(studyId)).toMatchObject({ paidInPesewas: 5000, payableInPesewas: 0 });
});

test('a payment into a closed budget covers its payables oldest first, each fully or not at all', async () => {
  const studyId = await makeStudyWithPromisedPlaces(app, researcher);
  await closing(studyId);
  const states = async () => {
    const { content } = await app.call(listPayouts, { as: researcher, query: { studyId } });
    return content.filter(({ kind }) => kind === 'INCENTIVE').map(({ state }) => state);
  };
  for (let time = 0; time < 2; time += 1)
    await requestPayoutAsProject(app, {
      studyId,
      applicationId: crypto.randomUUID(),
      participant: { userId: crypto.randomUUID() },
    });
  expect(await states()).toEqual(['UNFUNDED', 'UNFUNDED']);
  const raised = await raiseTo(app, researcher, studyId, { places: 2, totalInPesewas: 10_403 });
  const fundingId = raised.content.fundings.at(-1)?.id ?? '';
  await advanceFunding(deps, { fundingId });
  // Two workers read it at once, and it is credited once.
  const says = { kind: 'success', pesewas: 10_000, currency: 'GHS', providerId: '7' } as const;
  provider.queryPrompt = async () => {
    provider.queryPrompt = async () => says;
    await advanceFunding(deps, { fundingId });
    return says;
  };
  await advanceFunding(deps, { fundingId });
  expect(await states()).toEqual(['UNFUNDED', 'CREATED']);
  expect(await budget(studyId)).toMatchObject({ unfundedPlaces: 1, availableInPesewas: 0 });
});

test('the researcher is notified of payments and refunds of a closed budget, and of later ones', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  await advanceFunding(deps, { fundingId });
  provider.says = { kind: 'success', pesewas: TOTAL, currency: 'GHS', providerId: '7' };
  await advanceFunding(deps, { fundingId });
  // Has content only for a study that is deleted meanwhile.
  const about = `${studyId}:${fundingId}`;
  expect(await findEmails(researcher.userId, 'BUDGET_PAID_IN_VAIN')).toContain(about);
  expect(await readEmail('BUDGET_PAID_IN_VAIN', about)).toBeNull();
  expect(await findEmails(researcher.userId, 'BUDGET_PAID_IN')).toEqual([about]);
  expect(await readEmail('BUDGET_PAID_IN', about)).toEqual({
    params: {
      bonus: '',
      payer: 'Market Square Research',
      study: expect.stringMatching(/./),
      amount: 'GH₵ 520.14',
      fee: 'GH₵ 10.14',
      account: expect.stringMatching(/^\+233 •.*4321$/),
      places: '10',
      each: 'GH₵ 50.00',
      number: '7',
    },
    path: paths.studyBudget(studyId),
    event: null,
  });
  const stranger = { userId: crypto.randomUUID(), kind: 'BUDGET_PAID_IN', about } as const;
  const { content: none } = await app.call(readPaymentEmail, {
    as: { token: await serviceToken({ app }, 'identity', 'payment') },
    params: stranger,
  });
  expect(none.email).toBeNull();
  await app.call(deleteStudy, { as: researcher, params: { id: studyId } });
  expect(await readEmail('BUDGET_PAID_IN', about)).toBeNull();
  const details = { study: expect.stringMatching(/./), account: expect.stringMatching(/4321$/) };
  expect(await readEmail('BUDGET_PAID_IN_VAIN', about)).toMatchObject({
    params: { ...details, amount: 'GH₵ 520.14' },
    path: paths.studyBudget(studyId),
  });
  await closing(studyId);
  expect(await findEmails(researcher.userId, 'BUDGET_REFUNDED')).toContain(studyId);
  expect(await readEmail('BUDGET_REFUNDED', studyId)).toMatchObject({
    params: { ...details, amount: 'GH₵ 510.00', late: '' },
  });

  const late = await makeBudget(app, researcher);
  provider.says = { kind: 'pending' };
  await advanceFunding(deps, late);
  await ageFunding(app, late.fundingId, '16 minutes');
  await advanceFunding(deps, late);
  await closing(late.studyId);
  expect(await findEmails(researcher.userId, 'BUDGET_REFUNDED')).not.toContain(late.studyId);
  provider.says = { kind: 'success', pesewas: TOTAL, currency: 'GHS', providerId: '8' };
  await advanceFunding(deps, late);
  const lateOne = `${late.studyId}:${late.fundingId}`;
  expect(await findEmails(researcher.userId, 'BUDGET_REFUNDED')).toContain(lateOne);
  expect(await readEmail('BUDGET_REFUNDED', lateOne)).toMatchObject({ params: { late: 'yes' } });
  // The late payment has a receipt too, without places.
  expect(await readEmail('BUDGET_PAID_IN', lateOne)).toMatchObject({ params: { places: '', number: '8' } });
});

test('refunds never exceed the received money', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  await advanceFunding(deps, { fundingId });
  provider.says = { kind: 'success', pesewas: TOTAL, currency: 'GHS', providerId: '7' };
  await advanceFunding(deps, { fundingId });
  const given = { studyId, researcherId: researcher.userId, pesewas: TOTAL };
  await expect(transaction(deps.db, (trx) => refundBudget(deps, trx, given))).rejects.toThrow(
    'More is to be refunded',
  );
});
