import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as contract from '@app/contracts/payment/budgets.ts';
import { validation } from '@app/words/validation.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import {
  PLACES,
  fundBody,
  makeFundedBudget,
  markFundingPaid,
  raiseTotal,
} from '@app/test/support/budgets.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { makeDraft, makeProject } from '../../../project/test/studies.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import { quoteFor, raiseTo } from '#test/fundings.ts';
import { advanceFunding } from './prompt-funding.ts';

let app: TestApp;
let researcher: SignedInUser;
let provider: FakeProvider;
beforeAll(async () => {
  const defaults = {
    PROMPTS_PER_NUMBER_PER_HOUR: 3,
    PROMPTS_PER_NUMBER_PER_DAY: 6,
    DECLINES_IN_A_ROW: 2,
    PROMPTS_PER_RESEARCHER_PER_HOUR: 10,
  };
  app = await startTestApp(defaults, undefined, { withWorkers: false });
});
beforeEach(async () => {
  researcher = await registerResearcher(app, { verified: true });
  provider = createFakeProvider();
});
afterAll(() => app.close());

let numbers = 0;
/** A number that no other test prompts; all have the same last digits. */
const newNumber = () => `+23324${100 + (numbers += 1)}4321`;

async function drafts(many: number, of = researcher): Promise<string[]> {
  const { id: projectId } = await makeProject(app, of);
  const made = Array.from({ length: many }, () => makeDraft(app, of, { projectId, incentive: 50 }));
  return (await Promise.all(made)).map(({ id }) => id);
}
const fund = (studyId: string, source: object, as = researcher) =>
  app.call(contract.fundBudget, { as, body: { ...fundBody(studyId), source } });
const mtn = (phoneNumber: string) => ({ network: 'MTN', phoneNumber });

type FundingAnswer = Awaited<ReturnType<typeof fund>>;
const promptRefusal = ({ status, json }: FundingAnswer) => (status === 202 ? 'ASKED' : json['code']);
const lastFundingId = ({ content }: FundingAnswer) => content.fundings.at(-1)?.id ?? '';

/** Answers the prompt on its phone, with the reason that the network reports. */
async function answer(fundingId: string, reason: 'PAYER_DECLINED' | 'PAYER_EXPIRED') {
  const deps = paymentDeps(app, provider);
  await advanceFunding(deps, { fundingId });
  provider.says = { kind: 'failure', reason };
  await advanceFunding(deps, { fundingId });
}
const makeOlder = (time: string) =>
  sql`update payment.fundings set created_at = created_at - ${time}::interval`.execute(app.engine.owner);
/** The minutes that the researcher has to wait, according to a refusal. */
function minutesToWait({ content }: { content: unknown }, field: string, rule: string): number {
  const item = (content as { code: string; field: string; params: { key: string } }[])[0];
  expect(item).toMatchObject({ code: rule, field });
  return (Date.parse(item?.params.key ?? '') - Date.now()) / 60_000;
}

test('A3 a number that has not paid gets three prompts an hour and six a day from all researchers', async () => {
  const number = newNumber();
  const other = await registerResearcher(app, { verified: true });
  const [own, others] = [await drafts(7), await drafts(7, other)];
  const round = async () => {
    const codes: unknown[] = [];
    for (const study of [own.pop(), own.pop()])
      codes.push(promptRefusal(await fund(study ?? '', mtn(number))));
    for (const study of [others.pop(), others.pop()])
      codes.push(promptRefusal(await fund(study ?? '', mtn(`0${number.slice(4)}`), other)));
    return codes;
  };
  expect(await round()).toEqual(['ASKED', 'ASKED', 'ASKED', 'NUMBER_LEFT_ALONE']);
  const refused = await fund(own[0] ?? '', mtn(number));
  expect(refused).toMatchObject({
    status: 409,
    content: [{ message: expect.stringContaining('pay with another number, a card or a bank account') }],
  });
  const minutes = minutesToWait(refused, 'source.phoneNumber', 'numberFrom');
  expect([minutes > 0, minutes <= 60]).toEqual([true, true]);
  // A refusal stores nothing, and people who must wait can pay in another way.
  expect(
    (await app.call(contract.readBudget, { as: researcher, params: { studyId: own[0] ?? '' } })).json,
  ).toMatchObject({ code: 'BUDGET_NOT_FOUND' });
  expect(promptRefusal(await fund(own[0] ?? '', { kind: 'CARD_OR_BANK' }))).toBe('ASKED');
  expect(promptRefusal(await fund(own[1] ?? '', mtn(newNumber())))).toBe('ASKED');
  await makeOlder('61 minutes');
  expect(await round()).toEqual(['ASKED', 'ASKED', 'ASKED', 'NUMBER_LEFT_ALONE']);
  await makeOlder('61 minutes');
  const ofDay = await fund(own[2] ?? '', mtn(number));
  const waitMinutes = minutesToWait(ofDay, 'source.phoneNumber', 'numberFrom');
  expect([waitMinutes > 21 * 60, waitMinutes < 22 * 60]).toEqual([true, true]);
  await makeOlder('22 hours');
  expect(promptRefusal(await fund(own[2] ?? '', mtn(number)))).toBe('ASKED');
});

test('A3 two declines in a row stop prompts to a number for a day; an expired prompt is no decline', async () => {
  const number = newNumber();
  const [first, second, third] = (await drafts(3)) as [string, string, string];
  await answer(lastFundingId(await fund(first, mtn(number))), 'PAYER_DECLINED');
  await makeOlder('1 minute');
  await answer(lastFundingId(await fund(first, mtn(number))), 'PAYER_EXPIRED');
  await makeOlder('61 minutes');
  await answer(lastFundingId(await fund(second, mtn(number))), 'PAYER_DECLINED');
  await makeOlder('61 minutes');
  const refused = await fund(third, mtn(number));
  expect(promptRefusal(refused)).toBe('NUMBER_LEFT_ALONE');
  const minutes = minutesToWait(refused, 'source.phoneNumber', 'numberFrom');
  expect([minutes > 22 * 60, minutes < 23 * 60]).toEqual([true, true]);
  expect(promptRefusal(await fund(third, mtn(newNumber())))).toBe('ASKED');
  await makeOlder('23 hours');
  expect(promptRefusal(await fund(second, mtn(number)))).toBe('ASKED');
});

test('a number that has paid for this researcher has no limit, for a first budget or more places', async () => {
  const number = newNumber();
  const [paid, ...more] = (await drafts(6)) as [string, ...string[]];
  const fundingId = lastFundingId(await fund(paid, mtn(number)));
  await markFundingPaid(app, { studyId: paid, fundingId });
  for (const study of more) await answer(lastFundingId(await fund(study, mtn(number))), 'PAYER_DECLINED');
  expect(promptRefusal(await fund(more[0] ?? '', mtn(number)))).toBe('ASKED');
  // For other researchers it is still a stranger's number.
  const other = await registerResearcher(app, { verified: true });
  const [study = ''] = await drafts(1, other);
  expect(promptRefusal(await fund(study, mtn(number), other))).toBe('NUMBER_LEFT_ALONE');
});

test('prompts for more places have the same limits', async () => {
  const number = newNumber();
  const { studyId } = await makeFundedBudget(app, researcher);
  const studies = await drafts(3);
  for (const study of studies) expect(promptRefusal(await fund(study, mtn(number)))).toBe('ASKED');
  const totalInPesewas = raiseTotal(PLACES + 1, 51_000);
  const plan = { places: PLACES + 1, totalInPesewas, source: mtn(number) };
  const raised = await raiseTo(app, researcher, studyId, plan);
  expect(raised.json).toMatchObject({ code: 'NUMBER_LEFT_ALONE' });
  const { content } = await app.call(contract.readBudget, { as: researcher, params: { studyId } });
  expect(content).toMatchObject({ quote: { places: PLACES }, fundings: [{ state: 'SUCCEEDED' }] });
});

test('a researcher sends at most ten prompts an hour; cards still work', async () => {
  const studies = await drafts(12);
  for (const study of studies.slice(0, 10))
    expect(promptRefusal(await fund(study, mtn(newNumber())))).toBe('ASKED');
  const refused = await fund(studies[10] ?? '', mtn(newNumber()));
  expect(promptRefusal(refused)).toBe('PROMPTS_USED_UP');
  const minutes = minutesToWait(refused, 'source.kind', 'promptsFrom');
  expect([minutes > 0, minutes <= 60]).toEqual([true, true]);
  expect(promptRefusal(await fund(studies[10] ?? '', { kind: 'CARD_OR_BANK' }))).toBe('ASKED');
  await makeOlder('61 minutes');
  expect(promptRefusal(await fund(studies[11] ?? '', mtn(newNumber())))).toBe('ASKED');
});

test('a prompt without a connection to the provider reached no phone, and does not count', async () => {
  const number = newNumber();
  provider.sends = { kind: 'not-sent' };
  for (const study of await drafts(3)) {
    const fundingId = lastFundingId(await fund(study, mtn(number)));
    await makeOlder('20 minutes');
    await advanceFunding(paymentDeps(app, provider), { fundingId });
  }
  const [study = ''] = await drafts(1);
  expect(promptRefusal(await fund(study, mtn(number)))).toBe('ASKED');
});

test('the last prompted phone is offered by its last digits, and can be used without typing', async () => {
  const [first, second, third] = (await drafts(3)) as [string, string, string];
  const quote = async (studyId: string, as = researcher) =>
    (await quoteFor(app, as, studyId, { places: PLACES })).content.lastUsed;
  expect(await quote(first)).toBeNull();
  const older = lastFundingId(await fund(first, { network: 'TELECEL', phoneNumber: '+233204441111' }));
  await markFundingPaid(app, { studyId: first, fundingId: older });
  await makeOlder('1 minute');
  const newer = lastFundingId(await fund(second, { network: 'MTN', phoneNumber: '+233244442222' }));
  await markFundingPaid(app, { studyId: second, fundingId: newer });
  const last = { fundingId: newer, network: 'MTN', walletHint: '+233 •• ••• 2222' };
  expect(await quote(third)).toEqual({ ...last, hasPaid: true });

  const other = await registerResearcher(app, { verified: true });
  const [ofOther = ''] = await drafts(1, other);
  expect(await quote(ofOther, other)).toBeNull();
  const source = { kind: 'USED_BEFORE', fundingId: newer };
  expect((await fund(ofOther, source, other)).json).toMatchObject({
    code: 'INVALID_INPUT',
    content: [{ field: 'source.fundingId', message: validation.notAnOption }],
  });
  const funded = await fund(third, source);
  expect(funded.content.fundings).toMatchObject([{ network: 'MTN', walletHint: '+233 •• ••• 2222' }]);
  await advanceFunding(paymentDeps(app, provider), { fundingId: lastFundingId(funded) });
  expect(provider.sent).toMatchObject([{ phoneNumber: '+233244442222' }]);
});

test('a number that declined is offered again, and has the same limits', async () => {
  const [study = ''] = await drafts(1);
  const number = newNumber();
  const first = lastFundingId(await fund(study, mtn(number)));
  await answer(first, 'PAYER_DECLINED');
  const { lastUsed } = (await quoteFor(app, researcher, study, { places: PLACES })).content;
  expect(lastUsed).toMatchObject({ fundingId: first, network: 'MTN', hasPaid: false });
  const source = { kind: 'USED_BEFORE', fundingId: first };
  await answer(lastFundingId(await fund(study, source)), 'PAYER_DECLINED');
  expect((await fund(study, source)).json).toMatchObject({
    code: 'NUMBER_LEFT_ALONE',
    content: [{ field: 'source.kind', code: 'numberFrom' }],
  });
});
