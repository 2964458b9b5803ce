import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as contract from '@app/contracts/payment/budgets.ts';
import { listPayouts } from '@app/contracts/payment/payouts.ts';
import { editStudy } from '@app/contracts/project/study-calls.ts';
import { createLog } from '@app/kit/log.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { makeProject, makePublished } from '../../../project/test/studies.ts';
import { TOTAL, fundBody, makeBudget, makeFundedBudget, raiseTotal } from '@app/test/support/budgets.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import { ageFunding, putFundingInState, quoteFor, raiseTo } from '#test/fundings.ts';
import { assertConsistentLedger } from '#test/money.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import {
  advancePayoutNow,
  makeUnsentPayout,
  makeStudyWithPromisedPlaces,
} from '@app/test/support/payouts.ts';
import type { Deps } from '../deps.ts';
import { advanceFunding, advanceLateFundings } from './prompt-funding.ts';

const app = useApp({}, undefined, { withWorkers: false });
let researcher: SignedInUser;
let provider: FakeProvider;
let deps: Deps;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(() => {
  provider = createFakeProvider();
  deps = paymentDeps(app, provider);
});
afterEach(() => assertConsistentLedger(app));

const read = async (studyId: string) =>
  (await app.call(contract.readBudget, { as: researcher, params: { studyId } })).content;
const advance = (fundingId: string) => advanceFunding(deps, { fundingId });
const makeOlder = (fundingId: string, time: string) => ageFunding(app, fundingId, time);
const arrives = (pesewas: number, feeInPesewas?: number) =>
  ({
    kind: 'success',
    pesewas,
    currency: 'GHS',
    providerId: '1',
    ...(feeInPesewas === undefined ? {} : { feeInPesewas }),
  }) as const;
const fund = (studyId: string, given: object = {}) =>
  app.call(contract.fundBudget, { as: researcher, body: { ...fundBody(studyId), ...given } });
const asProject = async () => ({ token: await serviceToken({ app }, 'project', 'payment') });
const promise = async (studyId: string, places: number, incentiveInPesewas = 5000) =>
  app.call(contract.promisePlaces, {
    as: await asProject(),
    params: { studyId },
    body: { places, incentiveInPesewas },
  });

test('B2 a quote lists its parts, and a budget keeps the fees it was created with', async () => {
  const { studyId } = await makeBudget(app, researcher);
  const { content } = await quoteFor(app, researcher, studyId, { places: 10 });
  expect(content).toEqual({
    places: 10,
    incentiveInPesewas: 5000,
    incentivesInPesewas: 50_000,
    payoutFeesInPesewas: 1000,
    collectionFeeInPesewas: 1014,
    totalInPesewas: TOTAL,
    refundFeePaidBy: 'PLATFORM',
    paidInPesewas: 0,
    lastUsed: expect.objectContaining({ walletHint: '+233 •• ••• 4321', hasPaid: false }),
  });
  await sql`update payment.budgets set payout_fee_in_pesewas = 200 where study_id = ${studyId}`.execute(
    app.engine.owner,
  );
  expect((await read(studyId)).quote.payoutFeesInPesewas).toBe(2000);
});

test('D-71 a quote says how many places 20 people use up who are screened out', async () => {
  const { id: projectId } = await makeProject(app, researcher);
  const { id: studyId } = await makePublished(app, researcher, { projectId });
  const ask = (screenOutInPesewas: number) =>
    quoteFor(app, researcher, studyId, { incentiveInPesewas: 600, places: 50, screenOutInPesewas });
  expect((await ask(100)).content.screenedOut).toEqual({ people: 20, places: 6 });
  expect((await ask(600)).content.screenedOut).toEqual({ people: 20, places: 20 });
});

test('the call stores an intent; a job prompts once, and the received money is credited once', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  expect(provider.sent).toEqual([]);
  await Promise.all([advance(fundingId), advance(fundingId)]);
  expect(provider.sent).toMatchObject([{ pesewas: TOTAL, phoneNumber: '+233247654321' }]);
  await advance(fundingId);
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'PROMPTED' }]);
  provider.says = arrives(TOTAL);
  await Promise.all([advance(fundingId), advance(fundingId)]);
  await advance(fundingId);
  expect(await read(studyId)).toMatchObject({
    availableInPesewas: 51_000,
    quote: { totalInPesewas: 0 },
    fundings: [{ state: 'SUCCEEDED', receivedInPesewas: TOTAL, feeInPesewas: 1014 }],
  });
  expect(provider.sent).toHaveLength(1);
});

test('a prompt that is paid before the provider answers asks for no code afterwards', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  provider.prompt = async () => {
    provider.says = arrives(TOTAL);
    await advance(fundingId);
    return { kind: 'code' };
  };
  await advance(fundingId);
  const { rows } = await sql`
    select state, codes_left as "codesLeft" from payment.fundings where study_id = ${studyId}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ state: 'SUCCEEDED', codesLeft: null }]);
});

test('a changed quote is refused, and no one has two open prompts', async () => {
  const { studyId } = await makeBudget(app, researcher);
  expect((await fund(studyId)).json).toMatchObject({ code: 'FUNDING_UNDER_WAY' });
  expect((await fund(studyId, { totalInPesewas: TOTAL - 1 })).json).toMatchObject({ code: 'QUOTE_CHANGED' });
  expect((await fund(studyId, { incentiveInPesewas: 6000 })).json).toMatchObject({ code: 'QUOTE_CHANGED' });
  const source = { network: 'MTN', phoneNumber: '0302 123' };
  expect((await fund(studyId, { source })).json).toMatchObject({ code: 'INVALID_INPUT' });
  const landline = { network: 'MTN', phoneNumber: '0302 211 234' };
  expect((await fund(studyId, { source: landline })).json).toMatchObject({
    content: [{ code: 'mobileNumber', field: 'source.phoneNumber' }],
  });
  // Only whole cedis are accepted, because a study is published with whole cedis only.
  const refused = { content: [{ code: 'incentive', field: 'incentiveInPesewas' }] };
  expect((await fund(studyId, { incentiveInPesewas: 5050 })).json).toMatchObject(refused);
  const odd = { incentiveInPesewas: 5050, places: 10 };
  expect((await quoteFor(app, researcher, studyId, odd)).json).toMatchObject(refused);
});

test('B3 a late approval is credited, and so is the prompt that followed it', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  await advance(fundingId);
  await makeOlder(fundingId, '16 minutes');
  await advance(fundingId);
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'EXPIRED' }]);
  const again = (await fund(studyId)).content.fundings[1]?.id ?? '';
  await advance(again);
  provider.says = arrives(TOTAL);
  await advance(fundingId);
  await advance(again);
  expect(await read(studyId)).toMatchObject({
    availableInPesewas: 2 * 51_000,
    fundings: [{ state: 'SUCCEEDED' }, { state: 'SUCCEEDED' }],
  });
  expect((await fund(studyId)).json).toMatchObject({ code: 'BUDGET_IS_FUNDED' });
});

test('B3 a partial payment is credited, and the next prompt requests the rest', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  await advance(fundingId);
  provider.says = arrives(20_000, 390);
  await advance(fundingId);
  const { availableInPesewas, quote } = await read(studyId);
  expect([availableInPesewas, quote.totalInPesewas]).toEqual([19_610, raiseTotal(10, 19_610)]);
  expect((await promise(studyId, 10)).json).toMatchObject({ code: 'BUDGET_SHORT' });
  expect((await promise(studyId, 3)).status).toBe(200);
  expect((await fund(studyId, { totalInPesewas: quote.totalInPesewas })).status).toBe(202);
});

test('the platform bears what the provider keeps beyond the quoted fee', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  await advance(fundingId);
  provider.says = arrives(TOTAL, 2000);
  await advance(fundingId);
  expect(await read(studyId)).toMatchObject({
    availableInPesewas: 51_000,
    quote: { totalInPesewas: 0 },
    fundings: [{ feeInPesewas: 1014 }],
  });
  expect((await promise(studyId, 10)).status).toBe(200);
});

test('a provider that is not configured blocks no one', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  deps = { ...deps, providers: {} };
  await advance(fundingId);
  await makeOlder(fundingId, '16 minutes');
  await advance(fundingId);
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'FAILED' }]);
});

test.each([
  ['refused', { sends: { kind: 'refused', reason: 'CONFIG' } }],
  ['declined', { says: { kind: 'failure', reason: 'PAYER_DECLINED' } }],
] as const)('a prompt that is %s credits nothing, and a smaller plan can be paid then', async (_, given) => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  const smaller = { incentiveInPesewas: 4000, places: 4 };
  const quote = () => quoteFor(app, researcher, studyId, smaller);
  expect((await quote()).json).toMatchObject({ code: 'BUDGET_EXISTS' });
  Object.assign(provider, given);
  const lines: string[] = [];
  deps = { ...deps, log: createLog('error', { write: (line) => lines.push(line) }) };
  await advance(fundingId);
  await advance(fundingId);
  expect(await read(studyId)).toMatchObject({ availableInPesewas: 0, fundings: [{ state: 'FAILED' }] });
  // An immediate refusal by the provider affects every payment, so it is logged.
  expect(lines.map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual(
    'sends' in given ? ['CONFIG'] : [],
  );
  const { totalInPesewas } = (await quote()).content;
  await app.call(editStudy, { as: researcher, params: { id: studyId }, body: { incentive: 40 } });
  expect((await fund(studyId, { ...smaller, totalInPesewas })).content).toMatchObject({
    quote: { ...smaller, totalInPesewas },
  });
});

test('an answer that is older than the known state changes nothing', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  await advance(fundingId);
  provider.queryPrompt = async () => {
    provider.queryPrompt = async () => ({ kind: 'failure', reason: 'PAYER_DECLINED' });
    await advance(fundingId);
    return { kind: 'pending' };
  };
  await advance(fundingId);
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'FAILED' }]);
});

test.each([
  ['the outcome is unknown', { kind: 'unknown', cause: 'reset' }, ['UNKNOWN', 'REVIEW']],
  ['nobody answers', { kind: 'pending' }, ['PROMPTED', 'FAILED']],
] as const)(
  'a prompt is never resent if %s; it ends after three days, and later money is credited',
  async (_, outcome, [meanwhile, then]) => {
    const { studyId, fundingId } = await makeBudget(app, researcher);
    if (outcome.kind === 'unknown') provider.sends = outcome;
    provider.says = outcome;
    for (let time = 0; time < 3; time += 1) await advance(fundingId);
    expect((await read(studyId)).fundings).toMatchObject([{ state: meanwhile }]);
    await makeOlder(fundingId, '73 hours');
    await advance(fundingId);
    expect((await read(studyId)).fundings).toMatchObject([{ state: then }]);
    expect(provider.sent).toHaveLength(1);
    if (then === 'REVIEW') return;
    provider.says = arrives(TOTAL);
    await advance(fundingId);
    expect((await read(studyId)).fundings).toMatchObject([{ state: 'SUCCEEDED' }]);
  },
);

test('a prompt without a connection is retried under its reference, and given up soon', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  provider.sends = { kind: 'not-sent' };
  await advance(fundingId);
  await advance(fundingId);
  expect(new Set(provider.sent.map(({ reference }) => reference)).size).toBe(1);
  await makeOlder(fundingId, '16 minutes');
  await advance(fundingId);
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'FAILED' }]);
  expect(provider.sent).toHaveLength(2);
});

test('the cover check names the missing amount, and promised money stays reserved', async () => {
  const { studyId } = await makeFundedBudget(app, researcher);
  const cover = async () =>
    (await app.call(contract.readCover, { as: await asProject(), params: { studyId } })).content;
  expect(await cover()).toEqual({ incentiveInPesewas: 5000, places: 10, missingInPesewas: 0 });
  expect((await promise(studyId, 10, 5100)).json).toMatchObject({ code: 'BUDGET_SHORT' });
  expect((await promise(studyId, 10)).content).toMatchObject({ promisedPlaces: 10 });
  expect((await promise(studyId, 10)).content).toMatchObject({ promisedPlaces: 10 });
  expect((await promise(studyId, 4)).content).toMatchObject({ promisedPlaces: 10 });
  expect(await read(studyId)).toMatchObject({ availableInPesewas: 0, promisedInPesewas: 51_000 });
  const raised = await raiseTo(app, researcher, studyId, { places: 12, totalInPesewas: 10_403 });
  expect(raised.status).toBe(202);
  expect(await cover()).toMatchObject({ places: 12, missingInPesewas: 10_200 });
  expect((await promise(studyId, 12)).json).toMatchObject({ code: 'BUDGET_SHORT' });
});

test('money that was not paid covers nothing', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  provider.says = { kind: 'failure', reason: 'PAYER_DECLINED' };
  await advance(fundingId);
  await advance(fundingId);
  const cover = await app.call(contract.readCover, { as: await asProject(), params: { studyId } });
  expect(cover.json).toMatchObject({ code: 'BUDGET_NOT_FOUND' });
});

test('unpaid places can be reduced again, down to those promised or paid', async () => {
  const studyId = await makeStudyWithPromisedPlaces(app, researcher);
  const raise = (places: number) => raiseTo(app, researcher, studyId, { places });
  const askedId = (await raise(1000)).content.fundings.at(-1)?.id ?? '';
  expect((await quoteFor(app, researcher, studyId, { places: 15 })).content).toMatchObject({ places: 1000 });
  expect((await raise(15)).json).toMatchObject({ code: 'FUNDING_UNDER_WAY' });
  provider.says = { kind: 'failure', reason: 'PAYER_DECLINED' };
  await advance(askedId);
  await advance(askedId);
  expect((await raise(10)).json).toMatchObject({ code: 'BUDGET_IS_FUNDED' });
  expect((await raise(9)).json).toMatchObject({ content: [{ code: 'placesOnlyMore', field: 'places' }] });
  const { content } = await raise(15);
  expect(content.quote).toMatchObject({ places: 15, totalInPesewas: raiseTotal(5) });
  const fewer = content.fundings.at(-1)?.id ?? '';
  await advance(fewer);
  provider.says = arrives(content.quote.totalInPesewas);
  await advance(fewer);
  expect((await promise(studyId, 15)).content).toMatchObject({ promisedPlaces: 15 });
});

test('B3 late, partial or double payments into a closed budget are refunded to the phone they came from', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  const openPrompt = async (phoneNumber: string, totalInPesewas = TOTAL) => {
    const source = { network: 'MTN', phoneNumber };
    const id = (await fund(studyId, { source, totalInPesewas })).content.fundings.at(-1)?.id ?? '';
    await advance(id);
    return id;
  };
  const expire = async (id: string) => {
    await makeOlder(id, '16 minutes');
    await advance(id);
  };
  await advance(fundingId);
  await expire(fundingId);
  const other = await openPrompt('024 765 0001');
  await expire(other);
  // The newest payment is used for one place, so none of it can be refunded.
  const spent = await openPrompt('024 765 0002');
  provider.says = arrives(5201);
  await advance(spent);
  expect((await promise(studyId, 1)).status).toBe(200);
  const participant = { userId: crypto.randomUUID() };
  const { payoutId } = await makeUnsentPayout(app, { researcher, participant }, studyId);
  const advanceNow = (id: string) => advancePayoutNow(app, deps, id);
  provider.says = arrives(5000);
  await advanceNow(payoutId);
  await advanceNow(payoutId);
  const closed = await app.call(contract.closeBudget, { as: researcher, params: { studyId } });
  expect(closed.content).toMatchObject({ state: 'CLOSED', refundDueInPesewas: 0 });

  provider.says = arrives(2000, 39);
  await advance(fundingId);
  provider.says = arrives(2 * TOTAL);
  await advance(other);
  const { content } = await app.call(listPayouts, { as: researcher, query: { studyId } });
  provider.sent.length = 0;
  for (const { id } of content.filter(({ kind }) => kind === 'REFUND').toReversed()) await advanceNow(id);
  expect(provider.sent).toMatchObject([
    { phoneNumber: '+233247654321', pesewas: 1961 },
    { phoneNumber: '+233247650001', pesewas: 2 * TOTAL - 2029 },
  ]);
});

test('the budget of a draft is refunded at once, also just after its places were reserved', async () => {
  const studyId = await makeStudyWithPromisedPlaces(app, researcher);
  const closed = await app.call(contract.closeBudget, { as: researcher, params: { studyId } });
  expect(closed.content).toMatchObject({ state: 'CLOSED', promisedInPesewas: 0, refundDueInPesewas: 51_000 });
});

test('closing refunds the rest once no one can become entitled, and later payments too', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  const close = () => app.call(contract.closeBudget, { as: researcher, params: { studyId } });
  expect((await close()).json).toMatchObject({ code: 'FUNDING_UNDER_WAY' });
  await advance(fundingId);
  await makeOlder(fundingId, '16 minutes');
  await advance(fundingId);
  expect((await close()).content).toMatchObject({ state: 'CLOSED', refundDueInPesewas: 0 });
  provider.says = arrives(TOTAL);
  await advance(fundingId);
  expect(await read(studyId)).toMatchObject({ availableInPesewas: 0, refundDueInPesewas: 51_000 });
  expect((await fund(studyId)).json).toMatchObject({ code: 'BUDGET_IS_CLOSED' });
  const cover = await app.call(contract.readCover, { as: await asProject(), params: { studyId } });
  for (const { json } of [cover, await promise(studyId, 10)])
    expect(json).toMatchObject({ code: 'BUDGET_IS_CLOSED' });
  const quoteErrorCode = async (id: string, bonusInPesewas?: number) =>
    (await quoteFor(app, researcher, id, { places: 10, bonusInPesewas })).json['code'];
  expect([await quoteErrorCode(studyId), await quoteErrorCode(studyId, 1000)]).toEqual(
    Array(2).fill('BUDGET_IS_CLOSED'),
  );
  const { id: projectId } = await makeProject(app, researcher);
  const open = await makePublished(app, researcher, { projectId });
  await sql`update project.studies set incentive = 50 where study_id = ${open.id}`.execute(app.engine.owner);
  expect(await quoteErrorCode(open.id, 1000)).toBe('BUDGET_NOT_FOUND');
  const funded = await fund(open.id);
  await putFundingInState(app, funded.content.fundings[0]?.id ?? '', 'FAILED');
  const refused = await app.call(contract.closeBudget, { as: researcher, params: { studyId: open.id } });
  expect(refused.json).toMatchObject({ code: 'BUDGET_IN_USE' });
});

test('a researcher reads the total of their own budgets only', async () => {
  const rich = await registerResearcher(app, { verified: true });
  const sums = async (as: SignedInUser) => (await app.call(contract.sumBudgets, { as })).content;
  expect(await sums(rich)).toEqual({ availableInPesewas: 0, keptInPesewas: 0 });
  const others = await sums(researcher);
  // Part of the promised money is payable by now.
  const studyId = await makeStudyWithPromisedPlaces(app, rich);
  await makeUnsentPayout(app, { researcher: rich, participant: { userId: crypto.randomUUID() } }, studyId);
  await makeFundedBudget(app, rich);
  expect(await sums(rich)).toEqual({ availableInPesewas: 51_000, keptInPesewas: 51_000 });
  expect(await sums(researcher)).toEqual(others);
});

test('a failing funding does not block the others of the scheduled job, and is logged by id only', async () => {
  const run = (text: string) => sql.raw(text).execute(app.engine.owner);
  await run(`update payment.fundings set next_at = now() + interval '1 day' where next_at is not null`);
  const fundings: string[] = [];
  for (let hour = 2; hour > 0; hour -= 1) {
    const { fundingId } = await makeBudget(app, researcher);
    await run(
      `update payment.fundings set next_at = now() - interval '${hour} hours' where funding_id = '${fundingId}'`,
    );
    fundings.push(fundingId);
  }
  provider.meanwhile = async () => {
    provider.meanwhile = async () => {};
    throw new Error('+233247654321');
  };
  const lines: string[] = [];
  await advanceLateFundings({ ...deps, log: createLog('warn', { write: (line) => lines.push(line) }) });
  expect(provider.sent).toHaveLength(2);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { funding: expect.toBeOneOf(fundings) },
  ]);
  expect(lines.join('')).not.toContain('233247654321');
});
