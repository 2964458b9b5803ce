import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { fundBudget, giveCode, readBudget } from '@app/contracts/payment/budgets.ts';
import { createLog } from '@app/kit/log.ts';
import { turnedClock } from '@app/simulators/clock.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { TOTAL, askedForCode, fundBody } from '@app/test/support/budgets.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { type Simulated, startSimulated } from '@app/test/support/simulated.ts';
import { makeDraft, makeProject } from '../../../project/test/studies.ts';
import { createFakeProvider } from '#test/fake-provider.ts';
import { assertSoundMoney } from '#test/money.ts';
import type { Deps } from '../deps.ts';
import { openProviders } from '../providers/open-providers.ts';
import { advanceFunding, giveCode as giveCodeHere } from './prompt-funding.ts';

const PAYER = '+233204000301';
const clock = turnedClock();
const lines: string[] = [];

let app: TestApp;
let simulated: Simulated;
let researcher: SignedInUser;
let deps: Deps;
beforeAll(async () => {
  simulated = await startSimulated({ clock });
  const log = createLog('debug', { write: (line) => lines.push(line) });
  app = await startTestApp(simulated.settings, log, { withWorkers: false });
  researcher = await registerResearcher(app, { verified: true });
  deps = paymentDeps(app, createFakeProvider());
  deps = { ...deps, providers: openProviders(deps.config) };
  const { book } = simulated.alone.world;
  book.openPhone({ number: PAYER, network: 'TELECEL', name: 'Yaa Payer', balanceInPesewas: 500_000 });
});
afterEach(() => assertSoundMoney(app));
afterAll(async () => {
  await app.close();
  await simulated.stop();
});

const read = async (studyId: string) =>
  (await app.call(readBudget, { as: researcher, params: { studyId } })).content;
const give = (studyId: string, code: string, headers: Record<string, string> = {}) =>
  app.call(giveCode, { as: researcher, params: { studyId }, body: { code }, headers });

async function askPayer() {
  const { id: projectId } = await makeProject(app, researcher);
  const { id: studyId } = await makeDraft(app, researcher, { projectId, incentive: 50 });
  const source = { network: 'TELECEL', phoneNumber: PAYER };
  const { content } = await app.call(fundBudget, {
    as: researcher,
    body: { ...fundBody(studyId), source },
  });
  const fundingId = content.fundings[0]?.id ?? '';
  expect((await give(studyId, '123456')).json).toMatchObject({ code: 'CODE_NOT_ASKED' });
  await advanceFunding(deps, { fundingId });
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'PROMPTED', asksForCode: true }]);
  const voucher = /\d{6}/.exec(simulated.alone.world.book.messages(PAYER)[0]?.text ?? '')?.[0] ?? '';
  return { studyId, fundingId, voucher };
}

test('the right voucher is handed on once, whatever comes twice, and what is paid then is credited', async () => {
  const { studyId, fundingId, voucher } = await askPayer();
  expect((await give(studyId, '12ab')).json).toMatchObject({ code: 'INVALID_INPUT' });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const given = await give(studyId, voucher, headers);
  expect([given.status, given.content.fundings[0]?.asksForCode]).toEqual([202, false]);
  expect((await give(studyId, voucher, headers)).text).toBe(given.text);
  expect((await give(studyId, voucher)).json).toMatchObject({ code: 'CODE_NOT_ASKED' });
  expect(simulated.alone.world.calls.filter(({ path }) => path.endsWith('/submit_otp'))).toHaveLength(1);
  const { book } = simulated.alone.world;
  book.answer(PAYER, book.prompts(PAYER).at(-1)?.id ?? '', 'APPROVE');
  await advanceFunding(deps, { fundingId });
  expect(await read(studyId)).toMatchObject({
    availableInPesewas: TOTAL - 1014,
    fundings: [{ state: 'SUCCEEDED', asksForCode: false }],
  });
  // Neither in a log nor in a row.
  expect(lines.filter((line) => line.includes(voucher))).toEqual([]);
  const { rows } = await sql<{ row: string }>`
    select t::text as row from payment.fundings t union all select t::text from payment.audit t
    union all select t::text from payment.idempotency_keys t`.execute(app.engine.owner);
  expect(rows.filter(({ row }) => row.includes(voucher))).toEqual([]);
});

test('a wrong voucher says so, nothing is paid, and the payer may be asked again', async () => {
  const { studyId, voucher } = await askPayer();
  const wrong = voucher === '000000' ? '000001' : '000000';
  const refused = await give(studyId, wrong);
  expect([refused.status, refused.json['code']]).toEqual([400, 'CODE_WRONG']);
  expect(await read(studyId)).toMatchObject({
    availableInPesewas: 0,
    fundings: [{ state: 'FAILED', asksForCode: false }],
  });
  const again = await app.call(fundBudget, { as: researcher, body: fundBody(studyId) });
  expect(again.status).toBe(202);
});

test('a voucher whose time is over is refused, and so is one that nobody asks for any more', async () => {
  const { studyId, voucher } = await askPayer();
  await clock.advance(5 * 60_000);
  expect((await give(studyId, voucher)).json).toMatchObject({ code: 'CODE_WRONG' });
  expect(await read(studyId)).toMatchObject({ fundings: [{ state: 'FAILED', asksForCode: false }] });
  expect((await give(studyId, voucher)).json).toMatchObject({ code: 'CODE_NOT_ASKED' });
});

test('five tries are all that a provider hears, however many come at once', async () => {
  const studyId = await askedForCode(app, researcher);
  const heard: string[] = [];
  const provider = Object.assign(createFakeProvider(), {
    submitCode: async (_: string, code: string) => {
      heard.push(code);
      return 'wrong' as const;
    },
  });
  const own = { studyId, researcherId: researcher.userId };
  const refuse = (code: string) => {
    throw new Error(code);
  };
  const tries = Array.from({ length: 8 }, (_, index) =>
    giveCodeHere({ ...deps, providers: { paystack: provider } }, { ...own, code: `00000${index}` }, refuse),
  );
  const codes = (await Promise.allSettled(tries)).map((one) =>
    one.status === 'rejected' ? (one.reason as Error).message : 'DONE',
  );
  expect(heard).toHaveLength(5);
  expect(codes.toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'CODE_NOT_ASKED'),
    ...Array.from({ length: 5 }, () => 'CODE_WRONG'),
  ]);
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'EXPIRED', asksForCode: false }]);
});
