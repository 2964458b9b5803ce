import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { fundBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import { readPaymentEmail } from '@app/contracts/payment/emails.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { closeStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { paymentEmailWords } from '@app/words/payment-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { INCENTIVE, fundBody, makeFundedBudget } from '@app/test/support/budgets.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { Failure } from '@app/kit/problem.ts';
import { accept } from '../../../project/test/meetings.ts';
import { planBody } from '../../../project/test/studies.ts';
import { createFakeProvider } from '#test/fake-provider.ts';
import { quoteFor, raiseTo } from '#test/fundings.ts';
import { assertConsistentLedger } from '#test/money.ts';
import { type PAID_PLACES, requestPaidPlaces } from './promise-places.ts';
import { advanceFunding } from './prompt-funding.ts';

const app = useApp({}, undefined, { withWorkers: false });
let as: SignedInUser;
beforeAll(async () => {
  as = await registerResearcher(app, { verified: true });
});
beforeEach(() => void sent.splice(0));
afterEach(() => assertConsistentLedger(app));

const provider = createFakeProvider();
const sent: NonNullable<(typeof PAID_PLACES)['holds']>[] = [];
const deps = () =>
  paymentDeps(app, provider, {
    jobs: {
      send: async (_: unknown, { name }: { name: string }, data: unknown) => {
        if (name === 'paid-places') sent.push(data as (typeof sent)[number]);
      },
    } as never,
    callProject: (async (endpoint: never, input: object) => {
      const token = await serviceToken({ app }, 'payment', 'project');
      const { status, json } = await app.call(endpoint, { as: { token }, ...input });
      if (status >= 400) throw new Failure(json['code'] as never);
    }) as never,
  });
const read = async (id: string) => (await app.call(readStudy, { as, params: { id } })).content;
const budget = async (studyId: string) => (await app.call(readBudget, { as, params: { studyId } })).content;

/** Prompts for this total number of places, or for a bonus. */
async function openPrompt(studyId: string, given: { places: number; bonusInPesewas?: number }) {
  const { totalInPesewas } = (await quoteFor(app, as, studyId, given)).content;
  const raised = await raiseTo(app, as, studyId, { ...given, totalInPesewas });
  const fundingId = raised.content.fundings.at(-1)?.id ?? '';
  await advanceFunding(deps(), { fundingId });
  return { fundingId, totalInPesewas };
}

async function approve({ fundingId }: { fundingId: string }, pesewas: number): Promise<string> {
  provider.says = { kind: 'success', pesewas, currency: 'GHS', providerId: fundingId };
  await advanceFunding(deps(), { fundingId });
  return fundingId;
}

/** Prompts for this total number of places, and pays this part of it. */
async function raise(studyId: string, places: number, less = 0): Promise<string> {
  const prompt = await openPrompt(studyId, { places });
  return approve(prompt, prompt.totalInPesewas - less);
}

test('a payment for more places adds them once, and its money is promised to them', async () => {
  const study = await makePaidStudy(app, as);
  expect(sent).toEqual([]);
  const fundingId = await raise(study.id, 12);
  await advanceFunding(deps(), { fundingId });
  expect(sent).toEqual([{ studyId: study.id, places: 12 }]);
  const [job] = sent.splice(0);
  for (let time = 0; time < 2; time += 1) await requestPaidPlaces(deps(), job!);
  expect(await read(study.id)).toMatchObject({
    desiredNumberOfParticipants: 12,
    version: study.version + 1,
  });
  expect(await budget(study.id)).toMatchObject({
    availableInPesewas: 0,
    promisedInPesewas: 12 * (INCENTIVE + 100),
    quote: { totalInPesewas: 0 },
  });
});

test('a partial payment adds no place before the rest arrives', async () => {
  const study = await makePaidStudy(app, as);
  sent.splice(0);
  await raise(study.id, 12, 1000);
  expect(sent).toEqual([]);
  await raise(study.id, 12);
  expect(sent).toMatchObject([{ places: 12 }]);
});

test('paid places are added once the project service answers again', async () => {
  const callProject = () => Promise.reject(new Failure('UNAVAILABLE'));
  const given = requestPaidPlaces({ ...deps(), callProject } as never, {
    studyId: crypto.randomUUID(),
    places: 12,
  });
  await expect(given).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('the money of a study that was closed meanwhile stays in the budget', async () => {
  const study = await makePaidStudy(app, as);
  sent.splice(0);
  const prompt = await openPrompt(study.id, { places: 12 });
  await app.call(closeStudy, { as, params: { id: study.id } });
  await approve(prompt, prompt.totalInPesewas);
  await requestPaidPlaces(deps(), sent.splice(0)[0]!);
  expect(await read(study.id)).toMatchObject({ desiredNumberOfParticipants: 10 });
  expect(await budget(study.id)).toMatchObject({ availableInPesewas: 2 * (INCENTIVE + 100) });
  // No one is prompted to pay for places that the study cannot get.
  const more = await raiseTo(app, as, study.id, { places: 14 });
  expect(more).toMatchObject({ status: 409, json: { code: 'STUDY_IS_CLOSED' } });
  const funded = await app.call(fundBudget, { as, body: fundBody(study.id) });
  expect(funded).toMatchObject({ status: 409, json: { code: 'STUDY_IS_CLOSED' } });
});

test('a closed study accepts money while an accepted participant can still become entitled', async () => {
  const study = await makePaidStudy(app, as);
  const participant = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher: as, participant, study });
  await app.call(closeStudy, { as, params: { id: study.id } });
  expect((await raiseTo(app, as, study.id, { places: 11 })).status).toBe(202);
});

test('a payment for a bonus covers it and its fee, and adds no place', async () => {
  const { studyId, fundingId } = await makeFundedBudget(app, as);
  sent.splice(0);
  const params = { id: studyId };
  const body = planBody({ desiredNumberOfParticipants: 9 });
  expect((await app.call(publishStudy, { as, params, body })).status).toBe(200);
  // The tenth place is paid for but not published, so it counts for the bonus.
  const bonusInPesewas = 6000;
  const given = { places: 10, bonusInPesewas };
  expect((await quoteFor(app, as, studyId, given)).content).toMatchObject({
    places: 1,
    incentivesInPesewas: bonusInPesewas,
    payoutFeesInPesewas: 100,
    collectionFeeInPesewas: 20,
    totalInPesewas: 1020,
  });
  const prompt = await openPrompt(studyId, given);
  await approve(prompt, prompt.totalInPesewas);
  expect(sent).toEqual([]);
  const { fundings, availableInPesewas } = await budget(studyId);
  expect(fundings).toMatchObject([
    { id: fundingId, isForBonus: false },
    { id: prompt.fundingId, isForBonus: true },
  ]);
  expect(availableInPesewas).toBe(bonusInPesewas + 100);
  expect(await read(studyId)).toMatchObject({ desiredNumberOfParticipants: 9 });

  const about = `${studyId}:${prompt.fundingId}`;
  const identity = { token: await serviceToken({ app }, 'identity', 'payment') };
  const email = await app.call(readPaymentEmail, {
    as: identity,
    params: { userId: as.userId, kind: 'BUDGET_PAID_IN', about },
  });
  const details = paymentEmailWords.BUDGET_PAID_IN.details(email.content.email?.params ?? {});
  expect(Object.values(details)).toEqual(
    expect.arrayContaining(['Market Square Research', 'A bonus for a participant']),
  );
});
