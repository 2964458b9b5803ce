import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeBudget, fundBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import { readStatement } from '@app/contracts/payment/statements.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { OUTSIDE, walletOf } from '@app/simulators/book.ts';
import { callbackAddress } from '@app/demo/provider-settings.ts';
import { turnedClock } from '@app/simulators/clock.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { TOTAL, fundBody, raiseTotal } from '@app/test/support/budgets.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { type Simulated, startSimulated } from '@app/test/support/simulated.ts';
import { makeDraft, makeProject } from '../../../project/test/studies.ts';
import { createFakeProvider } from '#test/fake-provider.ts';
import { assertSoundMoney } from '#test/money.ts';
import { readCallback } from '../callbacks/read-callback.ts';
import { readOwnData } from '../own-data/read-own-data.ts';
import type { Deps } from '../deps.ts';
import { advancePayout } from '../payouts/sending/advance-payout.ts';
import { openProviders } from '../providers/open-providers.ts';
import { referenceOf } from '../providers/provider.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { advanceFunding } from './prompt-funding.ts';

const clock = turnedClock();
const CARD = { kind: 'CARD_OR_BANK' } as const;
const PHONE = '+233264000201';
const FEE = 1014;

let app: TestApp;
let simulated: Simulated;
let researcher: SignedInUser;
let deps: Deps;
beforeAll(async () => {
  simulated = await startSimulated({ clock });
  app = await startTestApp(simulated.settings, undefined, { withWorkers: false });
  await app.process.app.listen({ port: 0, host: '127.0.0.1' });
  simulated.front.leadTo((app.process.app.server.address() as AddressInfo).port);
  researcher = await registerResearcher(app, { verified: true });
  deps = paymentDeps(app, createFakeProvider());
  deps = { ...deps, providers: openProviders(deps.config) };
  simulated.alone.world.book.openPhone({
    number: PHONE,
    network: 'AIRTEL_TIGO',
    name: 'Ama Payer',
    balanceInPesewas: 500_000,
  });
});
afterEach(() => assertSoundMoney(app));
afterAll(async () => {
  await app.close();
  await simulated.stop();
});

const read = async (studyId: string) =>
  (await app.call(readBudget, { as: researcher, params: { studyId } })).content;
const advance = (fundingId: string) => advanceFunding(deps, { fundingId });
const letPass = (fundingId: string, time: string) =>
  sql`update payment.fundings set created_at = created_at - ${time}::interval where funding_id = ${fundingId}`.execute(
    app.engine.owner,
  );
const fund = async (studyId: string, given: object = {}) =>
  app.call(fundBudget, { as: researcher, body: { ...fundBody(studyId), source: CARD, ...given } });
/** Those that Paystack heard of a reference. */
const callsTo = (path: string, reference?: string) =>
  simulated.alone.world.calls.filter(
    (call) => call.path.includes(path) && (reference === undefined || call.reference === reference),
  );

async function ask() {
  const { id: projectId } = await makeProject(app, researcher);
  const { id: studyId } = await makeDraft(app, researcher, { projectId, incentive: 50 });
  const { status, content } = await fund(studyId);
  expect(status).toBe(202);
  const fundingId = content.fundings[0]?.id ?? '';
  return { studyId, fundingId, reference: referenceOf(fundingId, 1) };
}
/** The same, with its page open. */
async function openPage() {
  const asked = await ask();
  await advance(asked.fundingId);
  return { ...asked, pageUrl: (await read(asked.studyId)).fundings[0]?.pageUrl ?? '' };
}
const press = (pageUrl: string, decision: string) =>
  fetch(`${pageUrl}/${decision}`, { method: 'POST', redirect: 'manual' });
/** All that was called back is stored; reads what is new of it. */
async function hear(): Promise<void> {
  await clock.advance(0);
  await simulated.alone.world.settled();
  const { rows } = await sql<{ id: string }>`
    select callback_id as id from payment.callbacks where state = 'NEW'`.execute(app.engine.owner);
  for (const { id } of rows) await readCallback(deps, { callbackId: id });
}
async function callBack(body: string, secret = deps.config.PAYSTACK_SECRET_KEY): Promise<number> {
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

test('the call writes an intent; a job opens the page, and what is paid there is credited once', async () => {
  const { studyId, fundingId, reference } = await ask();
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

  const paid = await press(pageUrl ?? '', 'pay');
  // Back to the budget, which must not believe the address.
  const { pathname } = new URL(paid.headers.get('location') ?? '');
  expect(pathname).toBe(paths.studyBudget(studyId));
  await hear();
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
  await callBack(success(reference));
  await callBack(success(reference, { amount: 1 }));
  await hear();
  await Promise.all([advance(fundingId), advance(fundingId)]);
  expect(await read(studyId)).toMatchObject(after);
  const { lines } = (
    await app.call(readStatement, { as: researcher, params: { year: String(new Date().getUTCFullYear()) } })
  ).content;
  expect(lines).toMatchObject([{ kind: 'FUNDING', walletHint: '•••• 4081', amountInPesewas: TOTAL }]);
  // A card has no number of a phone, and all that is held of somebody can be said all the same.
  expect(await readOwnData(deps.db, researcher.userId)).not.toEqual([]);
});

test('B9-6 what is called back credits nothing, signed or forged: only what Paystack answers does', async () => {
  const { studyId, fundingId, reference } = await openPage();
  expect(await callBack(success(reference))).toBe(200);
  expect(await callBack(success(reference, { x: 1 }), 'sk_test_of_somebody_else')).toBe(401);
  await hear();
  expect(callsTo(`/transaction/verify/${reference}`).length).toBeGreaterThan(0);
  expect(await read(studyId)).toMatchObject({ availableInPesewas: 0, fundings: [{ state: 'PROMPTED' }] });
  await advance(fundingId);
  expect(await read(studyId)).toMatchObject({ availableInPesewas: 0 });
});

test('a card that is declined brings nothing, and another one on the same page is credited', async () => {
  const { studyId, fundingId, pageUrl } = await openPage();
  await press(pageUrl, 'decline');
  await advance(fundingId);
  expect(await read(studyId)).toMatchObject({
    availableInPesewas: 0,
    fundings: [{ state: 'FAILED', pageUrl: null }],
  });
  expect((await fund(studyId)).status).toBe(202);
  await press(pageUrl, 'pay');
  // No callback (webhook) comes: asking suffices.
  await sql`delete from payment.callbacks`.execute(app.engine.owner);
  await advance(fundingId);
  expect(await read(studyId)).toMatchObject({
    availableInPesewas: TOTAL - FEE,
    fundings: [{ state: 'SUCCEEDED' }, { state: 'CREATED' }],
  });
});

test('a page that is left alone ends, another may be asked for, and whoever pays both is credited twice', async () => {
  const { studyId, fundingId, pageUrl } = await openPage();
  await press(pageUrl, 'cancel');
  await letPass(fundingId, '16 minutes');
  await advance(fundingId);
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'EXPIRED', pageUrl: null }]);
  const again = (await fund(studyId)).content.fundings[1]?.id ?? '';
  await advance(again);
  const second = (await read(studyId)).fundings[1]?.pageUrl ?? '';
  expect(second).not.toBe(pageUrl);
  await press(pageUrl, 'pay');
  await press(second, 'pay');
  await hear();
  expect(await read(studyId)).toMatchObject({
    availableInPesewas: 2 * (TOTAL - FEE),
    fundings: [{ state: 'SUCCEEDED' }, { state: 'SUCCEEDED' }],
  });
});

test('a page on which nobody has paid is over after three days, and whoever pays on it then is credited', async () => {
  const { studyId, fundingId, pageUrl } = await openPage();
  await press(pageUrl, 'cancel');
  await letPass(fundingId, '73 hours');
  await advance(fundingId);
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'FAILED' }]);
  await press(pageUrl, 'pay');
  await hear();
  expect(await read(studyId)).toMatchObject({ availableInPesewas: TOTAL - FEE });
});

test('a page whose address was lost is opened for nobody, and the next may be asked for', async () => {
  const { studyId, fundingId, reference } = await ask();
  simulated.alone.world.faults.force({ of: reference, faults: ['drop-response'] });
  await advance(fundingId);
  expect((await read(studyId)).fundings).toMatchObject([{ state: 'EXPIRED', pageUrl: null }]);
  await advance(fundingId);
  expect((await fund(studyId)).status).toBe(202);
  expect(callsTo('/transaction/initialize', reference)).toHaveLength(1);
});

/** Closes the budget, and does what is due with what is owed back until nothing moves any more. */
async function close(studyId: string) {
  const { content } = await app.call(closeBudget, { as: researcher, params: { studyId } });
  expect(content).toMatchObject({ state: 'CLOSED' });
  return turn(studyId);
}
async function turn(studyId: string, turns = 3): Promise<void> {
  for (let time = 0; time < turns; time += 1) {
    await sql`update payment.payouts set next_at = now(), leased_until = null
      where study_id = ${studyId} and next_at is not null`.execute(app.engine.owner);
    const { rows } = await sql<{ id: string }>`
      select payout_id as id from payment.payouts where study_id = ${studyId} and next_at is not null`.execute(
      app.engine.owner,
    );
    for (const { id } of rows) await advancePayout(deps, { payoutId: id });
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
/** What really went back by a payment. */
const wentBack = (reference: string) =>
  simulated.alone.world.book
    .movements()
    .filter((one) => one.kind === 'REFUND' && one.reference === reference && one.to === OUTSIDE)
    .map(({ amountInPesewas }) => amountInPesewas);

async function paidByCard() {
  const opened = await openPage();
  await press(opened.pageUrl, 'pay');
  await hear();
  return opened;
}

test('what came by card goes back by its payment, what came by phone to the phone, and to nowhere else', async () => {
  const { studyId, reference } = await paidByCard();
  const { book } = simulated.alone.world;
  const source = { network: 'AIRTEL_TIGO', phoneNumber: PHONE };
  // More places, by phone.
  await sql`update payment.budgets set places = 12 where study_id = ${studyId}`.execute(app.engine.owner);
  const totalInPesewas = raiseTotal(12, TOTAL - FEE);
  const asked = await fund(studyId, { places: 12, totalInPesewas, source });
  expect(asked.json).toMatchObject({ content: { fundings: [{}, { network: 'AIRTEL_TIGO' }] } });
  const byPhone = asked.content.fundings[1]?.id ?? '';
  await advance(byPhone);
  book.answer(PHONE, book.prompts(PHONE).at(-1)?.id ?? '', 'APPROVE');
  await hear();
  const { availableInPesewas } = await read(studyId);
  const balance = book.balanceOf(walletOf(PHONE));

  await close(studyId);
  await hear();
  const made = await refunds(studyId);
  expect(made.map(({ state }) => state)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  const phonePart = made.find(({ fundingId }) => fundingId === byPhone)?.pesewas ?? 0;
  expect(book.balanceOf(walletOf(PHONE)) - balance).toBe(phonePart);
  expect(wentBack(reference)).toEqual([TOTAL - FEE]);
  expect(phonePart + TOTAL - FEE).toBe(availableInPesewas);
  expect(made.map(({ hint }) => hint).toSorted()).toEqual(['+233 •• ••• 0201', '•••• 4081']);
  expect(await read(studyId)).toMatchObject({
    availableInPesewas: 0,
    refundDueInPesewas: 0,
    givenBackInPesewas: availableInPesewas,
  });
  const differences = (await reconcile(deps)).filter(({ kind }) => kind !== 'FLOAT');
  expect(differences).toEqual([]);
});

test('what still arrives by card in a closed budget goes back too', async () => {
  const { studyId, fundingId, reference, pageUrl } = await openPage();
  await letPass(fundingId, '16 minutes');
  await advance(fundingId);
  await close(studyId);
  await press(pageUrl, 'pay');
  await hear();
  await turn(studyId);
  expect(wentBack(reference)).toEqual([TOTAL - FEE]);
});

test.each(['drop-response', 'error-after-accept'] as const)(
  'an answer that was lost is looked up by our own note, and nothing goes back twice: %s',
  async (fault) => {
    const { studyId, fundingId, reference } = await paidByCard();
    const refund = referenceOf(referenceOf(fundingId, 0), 1);
    simulated.alone.world.faults.force({ of: refund, faults: [fault] });
    await close(studyId);
    expect(await refunds(studyId)).toMatchObject([{ state: 'SUCCEEDED' }]);
    expect(wentBack(reference)).toEqual([TOTAL - FEE]);
    // As in a database that was restored from before it was sent: it asks, and learns.
    await sql`update payment.attempts set state = 'NEW' where payout_id = ${referenceOf(fundingId, 0)}`.execute(
      app.engine.owner,
    );
    const provider = deps.providers.paystack;
    const { providerId } = (await read(studyId)).fundings[0] ?? {};
    const order = { reference: refund, pesewas: TOTAL - FEE, refundOf: providerId ?? '' };
    expect(await provider?.pages?.refund(order)).toEqual({ kind: 'exists' });
    await sql`update payment.attempts set state = 'SUCCEEDED' where payout_id = ${referenceOf(fundingId, 0)}`.execute(
      app.engine.owner,
    );
    await clock.advance(5000);
    expect(wentBack(reference)).toHaveLength(1);
  },
);

test('a refund that Paystack does not know is never asked for again by itself: a person looks', async () => {
  const { studyId, fundingId, reference } = await paidByCard();
  const refund = referenceOf(referenceOf(fundingId, 0), 1);
  simulated.alone.world.faults.force({ of: refund, faults: ['error-before-accept'] });
  await close(studyId);
  await sql`update payment.attempts set sent_at = sent_at - interval '11 minutes', last_sent_at = last_sent_at - interval '11 minutes'
    where payout_id = ${referenceOf(fundingId, 0)}`.execute(app.engine.owner);
  await turn(studyId, 5);
  expect(await refunds(studyId)).toMatchObject([{ state: 'REVIEW', why: 'NO_ANSWER' }]);
  expect(wentBack(reference)).toEqual([]);
  expect(callsTo('/refund', refund)).toHaveLength(1);
  expect(await read(studyId)).toMatchObject({ state: 'CLOSED', refundDueInPesewas: 0 });
});
