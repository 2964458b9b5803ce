import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeBudget, fundBudget, submitPromptCode, readBudget } from '@app/contracts/payment/budgets.ts';
import { readStatement } from '@app/contracts/payment/statements.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { createLog } from '@app/kit/log.ts';
import { OUTSIDE_ACCOUNT, walletAccount } from '@app/simulators/wallets.ts';
import { callbackAddress } from '@app/demo/provider-settings.ts';
import { createManualClock } from '@app/simulators/clock.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { listenForOrigin } from '@app/test/support/event-stream.ts';
import { TOTAL, requestFundingByCode, fundBody, raiseTotal } from '@app/test/support/budgets.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { advancePayoutNow } from '@app/test/support/payouts.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { type Simulated, startSimulated } from '@app/test/support/simulated.ts';
import { makeDraft, makeProject } from '../../../project/test/studies.ts';
import { createFakeProvider } from '#test/fake-provider.ts';
import { ageFunding } from '#test/fundings.ts';
import { assertConsistentLedger } from '#test/money.ts';
import { readCallback } from '../callbacks/read-callback.ts';
import { readOwnData } from '../data-export/read-data-export.ts';
import type { Deps } from '../deps.ts';
import { openProviders } from '../providers/open-providers.ts';
import { deriveReference } from '../provider.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { advanceFunding, submitPromptCode as giveCodeHere } from './prompt-funding.ts';

const clock = createManualClock();
const CARD = { kind: 'CARD_OR_BANK' } as const;
const PHONE = '+233264000201';
const VOUCHER_PHONE = '+233204000301';
const logged: string[] = [];
const FEE = 1014;

let app: TestApp;
let simulated: Simulated;
let researcher: SignedInUser;
let deps: Deps;
beforeAll(async () => {
  simulated = await startSimulated({ clock });
  const log = createLog('debug', { write: (line) => logged.push(line) });
  app = await startTestApp(simulated.settings, log, { withWorkers: false });
  simulated.front.leadTo(Number(new URL(await listenForOrigin(app.process.app)).port));
  researcher = await registerResearcher(app, { verified: true });
  deps = paymentDeps(app, createFakeProvider());
  deps = { ...deps, providers: openProviders(deps.config) };
  for (const [number, network] of [
    [PHONE, 'AIRTEL_TIGO'],
    [VOUCHER_PHONE, 'TELECEL'],
  ] as const)
    simulated.alone.world.book.openPhone({ number, network, name: 'Ama Payer', balanceInPesewas: 500_000 });
});
afterEach(() => assertConsistentLedger(app));
afterAll(async () => {
  await app.close();
  await simulated.stop();
});

const read = async (studyId: string) =>
  (await app.call(readBudget, { as: researcher, params: { studyId } })).content;
const advance = (fundingId: string) => advanceFunding(deps, { fundingId });
const makeOlder = (fundingId: string, time: string) => ageFunding(app, fundingId, time);
const fund = async (studyId: string, given: object = {}) =>
  app.call(fundBudget, { as: researcher, body: { ...fundBody(studyId), source: CARD, ...given } });
/** The calls that Paystack received for a reference. */
const callsTo = (path: string, reference?: string) =>
  simulated.alone.world.calls.filter(
    (call) => call.path.includes(path) && (reference === undefined || call.reference === reference),
  );

async function makeFunding(source: object = CARD) {
  const { id: projectId } = await makeProject(app, researcher);
  const { id: studyId } = await makeDraft(app, researcher, { projectId, incentive: 50 });
  const { status, content } = await fund(studyId, { source });
  expect(status).toBe(202);
  const fundingId = content.fundings[0]?.id ?? '';
  return { studyId, fundingId, reference: deriveReference(fundingId, 1) };
}
/** Funds a budget and opens its payment page. */
async function openPage() {
  const funding = await makeFunding();
  await advance(funding.fundingId);
  return { ...funding, pageUrl: (await read(funding.studyId)).fundings[0]?.pageUrl ?? '' };
}
const pressButton = (pageUrl: string, decision: string) =>
  fetch(`${pageUrl}/${decision}`, { method: 'POST', redirect: 'manual' });
/** Reads the new callbacks after they are stored. */
async function readNewCallbacks(): Promise<void> {
  await clock.advance(0);
  await simulated.alone.world.settled();
  const { rows } = await sql<{ id: string }>`
    select callback_id as id from payment.callbacks where state = 'NEW'`.execute(app.engine.owner);
  for (const { id } of rows) await readCallback(deps, { callbackId: id });
}
async function callBack(body: string): Promise<number> {
  const secret = deps.config.PAYSTACK_SECRET_KEY ?? '';
  const signature = createHmac('sha512', secret).update(body).digest('hex');
  const answer = await app.process.app.inject({
    method: 'POST',
    url: new URL(callbackAddress('http://any.test', 'paystack')).pathname,
    payload: body,
    headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
  });
  return answer.statusCode;
}
const success = (reference: string, more: object = {}) =>
  JSON.stringify({ event: 'charge.success', data: { reference, amount: TOTAL, status: 'success', ...more } });

test('B9-6 a job opens the page, and a payment there is credited once, without trusting a callback', async () => {
  const { studyId, fundingId, reference } = await makeFunding();
  expect(callsTo('/transaction/initialize', reference)).toEqual([]);
  expect((await read(studyId)).fundings).toMatchObject([
    { state: 'CREATED', network: null, walletHint: null, pageUrl: null },
  ]);
  await Promise.all([advance(fundingId), advance(fundingId)]);
  expect(callsTo('/transaction/initialize', reference)).toHaveLength(1);
  const { pageUrl, state } = (await read(studyId)).fundings[0] ?? {};
  expect([state, pageUrl]).toEqual(['PROMPTED', expect.stringContaining('/paystack/checkout/')]);
  expect((await fund(studyId)).json).toMatchObject({ code: 'FUNDING_UNDER_WAY' });
  expect(await (await fetch(pageUrl ?? '')).text()).toContain('GHS 520.14');

  expect(await callBack(success(reference))).toBe(200);
  await readNewCallbacks();
  expect(await read(studyId)).toMatchObject({ availableInPesewas: 0, fundings: [{ state: 'PROMPTED' }] });
  const paid = await pressButton(pageUrl ?? '', 'pay');
  // The page returns to the budget, which must not trust the URL.
  const { pathname } = new URL(paid.headers.get('location') ?? '');
  expect(pathname).toBe(paths.studyBudget(studyId));
  await readNewCallbacks();
  const after = {
    availableInPesewas: TOTAL - FEE,
    quote: { totalInPesewas: 0 },
    fundings: [
      {
        state: 'SUCCEEDED',
        receivedInPesewas: TOTAL,
        feeInPesewas: FEE,
        walletHint: '•••• 4081',
        pageUrl: null,
      },
    ],
  };
  expect(await read(studyId)).toMatchObject(after);
  await callBack(success(reference, { amount: 1 }));
  await readNewCallbacks();
  await Promise.all([advance(fundingId), advance(fundingId)]);
  expect(await read(studyId)).toMatchObject(after);
  const { lines } = (
    await app.call(readStatement, { as: researcher, params: { year: String(new Date().getUTCFullYear()) } })
  ).content;
  const line = { kind: 'FUNDING', walletHint: '•••• 4081', amountInPesewas: TOTAL };
  expect(lines).toContainEqual(expect.objectContaining(line));
  // A card has no phone number, and the data export still works.
  expect(await readOwnData(deps.db, researcher.userId)).not.toEqual([]);
});

test('a declined card credits nothing, and another one on the same page is credited', async () => {
  const { studyId, fundingId, pageUrl } = await openPage();
  await pressButton(pageUrl, 'decline');
  await advance(fundingId);
  expect(await read(studyId)).toMatchObject({
    availableInPesewas: 0,
    fundings: [{ state: 'FAILED', pageUrl: null }],
  });
  expect((await fund(studyId)).status).toBe(202);
  await pressButton(pageUrl, 'pay');
  // No webhook arrives: polling suffices.
  await sql`delete from payment.callbacks`.execute(app.engine.owner);
  await advance(fundingId);
  expect(await read(studyId)).toMatchObject({
    availableInPesewas: TOTAL - FEE,
    fundings: [{ state: 'SUCCEEDED' }, { state: 'CREATED' }],
  });
});

test('a page with a lost URL is never opened, and the next funding is allowed', async () => {
  const { studyId, fundingId, reference } = await makeFunding();
  simulated.alone.world.faults.force({ of: reference, faults: ['drop-response'] });
  await advance(fundingId);
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'EXPIRED', pageUrl: null }]);
  await advance(fundingId);
  expect((await fund(studyId)).status).toBe(202);
  expect(callsTo('/transaction/initialize', reference)).toHaveLength(1);
});

/** Closes the budget, and runs the due refunds until nothing changes any more. */
async function close(studyId: string) {
  const { content } = await app.call(closeBudget, { as: researcher, params: { studyId } });
  expect(content).toMatchObject({ state: 'CLOSED' });
  return advanceAll(studyId);
}
async function advanceAll(studyId: string, rounds = 3): Promise<void> {
  for (let time = 0; time < rounds; time += 1) {
    const { rows } = await sql<{ id: string }>`
      select payout_id as id from payment.payouts where study_id = ${studyId} and next_at is not null`.execute(
      app.engine.owner,
    );
    for (const { id } of rows) await advancePayoutNow(app, deps, id);
    await clock.advance(5000);
  }
}
const refunds = async (studyId: string) =>
  (
    await sql<{
      id: string;
      state: string;
      why: string | null;
      pesewas: number;
      hint: string;
      fundingId: string;
    }>`
      select payout_id as id, state, why, pesewas, wallet_hint as hint, funding_id as "fundingId"
      from payment.payouts where study_id = ${studyId} order by created_at, payout_id`.execute(
      app.engine.owner,
    )
  ).rows;
/** The amounts that were really refunded for a payment. */
const refundedAmounts = (reference: string) =>
  simulated.alone.world.book
    .movements()
    .filter((one) => one.kind === 'REFUND' && one.reference === reference && one.to === OUTSIDE_ACCOUNT)
    .map(({ amountInPesewas }) => amountInPesewas);

async function paidByCard() {
  const opened = await openPage();
  await pressButton(opened.pageUrl, 'pay');
  await readNewCallbacks();
  return opened;
}

test('card money is refunded through its payment, phone money to its phone, and nowhere else', async () => {
  const { studyId, reference } = await paidByCard();
  const { book } = simulated.alone.world;
  const source = { network: 'AIRTEL_TIGO', phoneNumber: PHONE };
  // More places, paid by phone.
  await sql`update payment.budgets set places = 12 where study_id = ${studyId}`.execute(app.engine.owner);
  const totalInPesewas = raiseTotal(12, TOTAL - FEE);
  const answer = await fund(studyId, { places: 12, totalInPesewas, source });
  expect(answer.json).toMatchObject({ content: { fundings: [{}, { network: 'AIRTEL_TIGO' }] } });
  const byPhone = answer.content.fundings[1]?.id ?? '';
  await advance(byPhone);
  book.answer(PHONE, book.prompts(PHONE).at(-1)?.id ?? '', 'APPROVE');
  await readNewCallbacks();
  const { availableInPesewas } = await read(studyId);
  const balance = book.balanceOf(walletAccount(PHONE));

  await close(studyId);
  await readNewCallbacks();
  const made = await refunds(studyId);
  expect(made.map(({ state }) => state)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  const phonePart = made.find(({ fundingId }) => fundingId === byPhone)?.pesewas ?? 0;
  expect(book.balanceOf(walletAccount(PHONE)) - balance).toBe(phonePart);
  expect(refundedAmounts(reference)).toEqual([TOTAL - FEE]);
  expect(phonePart + TOTAL - FEE).toBe(availableInPesewas);
  expect(made.map(({ hint }) => hint).toSorted()).toEqual(['+233 •• ••• 0201', '•••• 4081']);
  expect(await read(studyId)).toMatchObject({
    availableInPesewas: 0,
    refundDueInPesewas: 0,
    refundedInPesewas: availableInPesewas,
  });
  const differences = (await reconcile(deps)).differences.filter(({ kind }) => kind !== 'FLOAT');
  expect(differences).toEqual([]);
});

test('a late card payment into a closed budget is refunded too', async () => {
  const { studyId, fundingId, reference, pageUrl } = await openPage();
  await pressButton(pageUrl, 'cancel');
  await makeOlder(fundingId, '16 minutes');
  await advance(fundingId);
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'EXPIRED', pageUrl: null }]);
  await close(studyId);
  await pressButton(pageUrl, 'pay');
  await readNewCallbacks();
  await advanceAll(studyId);
  expect(refundedAmounts(reference)).toEqual([TOTAL - FEE]);
});

test.each(['drop-response', 'error-after-accept'] as const)(
  'a refund with a lost answer is found by its merchant note and never sent twice: %s',
  async (fault) => {
    const { studyId, fundingId, reference } = await paidByCard();
    const refund = deriveReference(deriveReference(fundingId, 0), 1);
    simulated.alone.world.faults.force({ of: refund, faults: [fault] });
    await close(studyId);
    expect(await refunds(studyId)).toMatchObject([{ state: 'SUCCEEDED' }]);
    expect(refundedAmounts(reference)).toEqual([TOTAL - FEE]);
    // A database restored from before the refund was sent polls for it and finds it.
    await sql`update payment.attempts set state = 'NEW' where payout_id = ${deriveReference(fundingId, 0)}`.execute(
      app.engine.owner,
    );
    const provider = deps.providers.paystack;
    const { providerId } = (await read(studyId)).fundings[0] ?? {};
    const order = { reference: refund, pesewas: TOTAL - FEE, refundOf: providerId ?? '' };
    expect(await provider?.pages?.refund(order)).toEqual({ kind: 'exists' });
    await sql`update payment.attempts set state = 'SUCCEEDED' where payout_id = ${deriveReference(fundingId, 0)}`.execute(
      app.engine.owner,
    );
    await clock.advance(5000);
    expect(refundedAmounts(reference)).toHaveLength(1);
  },
);

test('a refund that Paystack does not know is not sent again: an operator reviews it', async () => {
  const { studyId, fundingId, reference } = await paidByCard();
  const refund = deriveReference(deriveReference(fundingId, 0), 1);
  simulated.alone.world.faults.force({ of: refund, faults: ['error-before-accept'] });
  await close(studyId);
  await sql`update payment.attempts set sent_at = sent_at - interval '11 minutes', last_sent_at = last_sent_at - interval '11 minutes'
    where payout_id = ${deriveReference(fundingId, 0)}`.execute(app.engine.owner);
  await advanceAll(studyId, 5);
  expect(await refunds(studyId)).toMatchObject([{ state: 'REVIEW', why: 'NO_ANSWER' }]);
  expect(refundedAmounts(reference)).toEqual([]);
  expect(callsTo('/refund', refund)).toHaveLength(1);
  expect(await read(studyId)).toMatchObject({ state: 'CLOSED', refundDueInPesewas: 0 });
});

const submitVoucher = (studyId: string, code: string, headers: Record<string, string> = {}) =>
  app.call(submitPromptCode, { as: researcher, params: { studyId }, body: { code }, headers });

/** Prompts a phone whose network sends a voucher, with which its owner approves. */
async function askByVoucher() {
  const { studyId, fundingId } = await makeFunding({ network: 'TELECEL', phoneNumber: VOUCHER_PHONE });
  expect((await submitVoucher(studyId, '123456')).json).toMatchObject({ code: 'CODE_NOT_ASKED' });
  await advance(fundingId);
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'PROMPTED', asksForCode: true }]);
  const [message] = simulated.alone.world.book.messages(VOUCHER_PHONE);
  return { studyId, fundingId, voucher: /\d{6}/.exec(message?.text ?? '')?.[0] ?? '' };
}

test('the right voucher is submitted once despite repeats, and the payment is credited', async () => {
  const { studyId, fundingId, voucher } = await askByVoucher();
  expect((await submitVoucher(studyId, '12ab')).json).toMatchObject({ code: 'INVALID_INPUT' });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { length: before } = callsTo('/submit_otp');
  const given = await submitVoucher(studyId, voucher, headers);
  expect([given.status, given.content.fundings[0]?.asksForCode]).toEqual([202, false]);
  expect((await submitVoucher(studyId, voucher, headers)).text).toBe(given.text);
  expect((await submitVoucher(studyId, voucher)).json).toMatchObject({ code: 'CODE_NOT_ASKED' });
  expect(callsTo('/submit_otp')).toHaveLength(before + 1);
  const { book } = simulated.alone.world;
  book.answer(VOUCHER_PHONE, book.prompts(VOUCHER_PHONE).at(-1)?.id ?? '', 'APPROVE');
  await advance(fundingId);
  expect(await read(studyId)).toMatchObject({
    availableInPesewas: TOTAL - 1014,
    fundings: [{ state: 'SUCCEEDED', asksForCode: false }],
  });
  // The voucher is neither in a log nor in a row.
  expect(logged.filter((line) => line.includes(voucher))).toEqual([]);
  const { rows } = await sql<{ row: string }>`
    select t::text as row from payment.fundings t union all select t::text from payment.audit t
    union all select t::text from payment.idempotency_keys t`.execute(app.engine.owner);
  // The digits may appear by chance within an id or a time, so only a whole word counts.
  const isWritten = new RegExp(`(?<![\\w.-])${voucher}(?![\\w-])`);
  expect(rows.filter(({ row }) => isWritten.test(row))).toEqual([]);
});

test.each(['wrong', 'too late'])(
  'a voucher that is %s is refused, nothing is paid, and the payer may be prompted again',
  async (kind) => {
    const { studyId, voucher } = await askByVoucher();
    if (kind === 'too late') await clock.advance(5 * 60_000);
    const wrong = voucher === '000000' ? '000001' : '000000';
    const refused = await submitVoucher(studyId, kind === 'wrong' ? wrong : voucher);
    expect([refused.status, refused.json['code']]).toEqual([400, 'CODE_WRONG']);
    expect(await read(studyId)).toMatchObject({
      availableInPesewas: 0,
      fundings: [{ state: 'FAILED', asksForCode: false }],
    });
    expect((await submitVoucher(studyId, voucher)).json).toMatchObject({ code: 'CODE_NOT_ASKED' });
    expect((await fund(studyId)).status).toBe(202);
  },
);

test('a provider receives five tries at most, however many are concurrent', async () => {
  const studyId = await requestFundingByCode(app, researcher);
  const submitted: string[] = [];
  const provider = Object.assign(createFakeProvider(), {
    submitCode: async (_: string, code: string) => {
      submitted.push(code);
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
  expect(submitted).toHaveLength(5);
  expect(codes.toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'CODE_NOT_ASKED'),
    ...Array.from({ length: 5 }, () => 'CODE_WRONG'),
  ]);
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'EXPIRED', asksForCode: false }]);
});
