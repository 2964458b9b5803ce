import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { promisePlaces, quoteBudget, raiseBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { INCENTIVE, PLACES, SOURCE } from '@app/test/support/budgets.ts';
import { makeOwed, makePromised, owe } from '@app/test/support/payouts.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { assertSoundMoney, paymentDb } from '#test/money.ts';
import { collected } from '../ledger/events.ts';
import { post } from '../ledger/post.ts';

let app: TestApp;
let researcher: SignedInUser;
const participant = { userId: crypto.randomUUID() };
beforeAll(async () => {
  app = await startTestApp({}, undefined, { withWorkers: false });
  researcher = await registerResearcher(app, { verified: true });
});
afterEach(() => assertSoundMoney(app));
afterAll(() => app.close());

const COST = 5100;

/** A study all of whose places are used up. */
async function usedUp(): Promise<string> {
  const studyId = await makePromised(app, researcher);
  for (let place = 0; place < PLACES; place += 1) await makeOwed(app, { researcher, participant }, studyId);
  return studyId;
}
const payIn = (studyId: string, pesewas: number) =>
  post(paymentDb(app), {
    kind: 'COLLECTED',
    subject: crypto.randomUUID(),
    postings: collected({ provider: 'mtn', studyId, pesewas, feeInPesewas: 0 }),
  });
const owedOneMore = async (studyId: string, applicationId: string = crypto.randomUUID(), say = {}) => {
  const { status, json } = await owe(app, { studyId, applicationId, participant }, say);
  return status === 200 ? 'OWED' : json['code'];
};
const budgetOf = async (studyId: string) => {
  const { content } = await app.call(readBudget, { as: researcher, params: { studyId } });
  const { quote, availableInPesewas, promisedInPesewas, payableInPesewas } = content;
  return { places: quote.places, availableInPesewas, promisedInPesewas, payableInPesewas };
};

test('whoever is owed beyond all places is paid out of what is free, with the fee of sending it, and only then', async () => {
  const studyId = await usedUp();
  const before = await budgetOf(studyId);
  expect(await owedOneMore(studyId)).toBe('BUDGET_SHORT');
  await payIn(studyId, COST - before.availableInPesewas - 1);
  expect(await owedOneMore(studyId)).toBe('BUDGET_SHORT');
  await payIn(studyId, 1);
  const applicationId = crypto.randomUUID();
  expect(await owedOneMore(studyId, applicationId)).toBe('OWED');
  const after = {
    places: PLACES + 1,
    availableInPesewas: 0,
    promisedInPesewas: before.promisedInPesewas + 100,
    payableInPesewas: before.payableInPesewas + 5000,
  };
  expect(await budgetOf(studyId)).toEqual(after);
  // Taken back it leaves a place that somebody else can use up.
  expect(await owedOneMore(studyId, applicationId, { version: 2, amountInPesewas: 0 })).toBe('OWED');
  expect(await owedOneMore(studyId)).toBe('OWED');
  expect(await owedOneMore(studyId, applicationId, { version: 3 })).toBe('BUDGET_SHORT');
  expect(await budgetOf(studyId)).toEqual(after);
});

test('of many at once so many are owed as the money is enough for', async () => {
  const studyId = await usedUp();
  const { availableInPesewas } = await budgetOf(studyId);
  await payIn(studyId, 2 * COST);
  const answers = await Promise.all(Array.from({ length: 6 }, () => owedOneMore(studyId)));
  expect(answers.toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
    ...Array<string>(4).fill('BUDGET_SHORT'),
    'OWED',
    'OWED',
  ]);
  expect(await budgetOf(studyId)).toMatchObject({ availableInPesewas });
});

test('a place that is added after somebody was owed beyond all of them is there for one more, who is paid for once', async () => {
  const studyId = await usedUp();
  await payIn(studyId, COST - (await budgetOf(studyId)).availableInPesewas);
  expect(await owedOneMore(studyId)).toBe('OWED');
  const { promisedInPesewas } = await budgetOf(studyId);
  const as = { token: await serviceToken({ app }, 'project', 'payment') };
  const promise = async (places: number) => {
    const body = { incentiveInPesewas: INCENTIVE, places };
    return (await app.call(promisePlaces, { as, params: { studyId }, body })).json;
  };
  const quoteFor = async (places: number) => {
    const body = { studyId, incentiveInPesewas: INCENTIVE, places };
    return (await app.call(quoteBudget, { as: researcher, body })).content.totalInPesewas;
  };
  // Theirs is paid for already.
  expect(await quoteFor(PLACES + 1)).toBe(0);
  expect(await promise(PLACES + 1)).toMatchObject({ content: { promisedPlaces: PLACES + 1 } });
  expect(await budgetOf(studyId)).toMatchObject({ availableInPesewas: 0, promisedInPesewas });
  const places = PLACES + 2;
  const body = { places, totalInPesewas: await quoteFor(places), source: { ...SOURCE } };
  const raised = await app.call(raiseBudget, { as: researcher, params: { studyId }, body });
  expect(raised.status).toBe(202);
  await payIn(studyId, COST);
  expect(await promise(places)).toMatchObject({ content: { promisedPlaces: places } });
  expect(await budgetOf(studyId)).toMatchObject({
    places,
    availableInPesewas: 0,
    promisedInPesewas: promisedInPesewas + COST,
  });
  expect(await owedOneMore(studyId)).toBe('OWED');
  expect(await owedOneMore(studyId)).toBe('BUDGET_SHORT');
});
