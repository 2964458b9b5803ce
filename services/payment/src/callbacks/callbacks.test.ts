// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PAYMENT_BASE } from '@app/contracts/bases.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readBudget } from '@app/contracts/payment/budgets.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { makeBudget } from '@app/test/support/budgets.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { makeUnsentPayout } from '@app/test/support/payouts.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import { findLedgerFlaws } from '#test/money.ts';
import { advanceFunding } from '../budgets/prompt-funding.ts';
import type { Deps } from '../deps.ts';
import { advancePayout } from '../payouts/sending/advance-payout.ts';
import { readCallback } from './read-callback.ts';

const KEY = 'a-key-that-nobody-guesses';

let app: TestApp;
let researcher: SignedInUser;
let participant: SignedInUser;
let provider: FakeProvider;
let deps: Deps;
beforeAll(async () => {
  const settings = {
    CALLBACK_KEY: KEY,
    MTN_BASE_URL: 'http://127.0.0.1:1',
    MTN_COLLECTION_KEY: 'key',
    MTN_DISBURSEMENT_KEY: 'key',
    MTN_USER_ID: 'user',
    MTN_USER_SECRET: 'secret',
    PAYSTACK_BASE_URL: 'http://127.0.0.1:1',
    PAYSTACK_SECRET_KEY: 'sk_test_1',
    BONUS_UNDO_SECONDS: 0,
  };
  app = await startTestApp(settings, undefined, { withWorkers: false });
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});
beforeEach(async () => {
  provider = createFakeProvider();
  deps = paymentDeps(app, provider);
  await sql`delete from payment.callbacks`.execute(app.engine.owner);
});
afterAll(() => app.close());

async function call(
  payload: string | Buffer | undefined,
  { method = 'POST', name = 'mtn', key = KEY, type = 'application/json' } = {},
): Promise<number> {
  const answer = await app.process.app.inject({
    method: method as 'POST',
    url: `${PAYMENT_BASE}/callbacks/${name}/${key}`,
    ...(payload === undefined ? {} : { payload }),
    headers: type === '' ? {} : { 'content-type': type },
  });
  return answer.statusCode;
}
const readStored = async () => {
  const { rows } = await sql<{ id: string; state: string; reference: string | null; body: Uint8Array }>`
    select callback_id as id, state, reference, body from payment.callbacks order by callback_id`.execute(
    app.engine.owner,
  );
  return rows;
};
async function readAll(): Promise<void> {
  for (const { id } of await readStored()) await readCallback(deps, { callbackId: id });
}
/** A sent order that is pending, and its reference. */
async function onItsWay() {
  const { payoutId } = await makeUnsentPayout(app, { researcher, participant });
  await advancePayout(deps, { payoutId });
  return { payoutId, reference: provider.sent.at(-1)?.reference ?? '' };
}
const readPayoutState = async (payoutId: string) => {
  const { rows } = await sql<{
    state: string;
  }>`select state from payment.payouts where payout_id = ${payoutId}`.execute(app.engine.owner);
  return rows[0]?.state;
};

test('B7 any bytes, as POST or PUT and of any type, are stored unchanged and answered', async () => {
  const odd = Buffer.from([0, 255, 123, 34]);
  expect(await call(odd, { type: 'text/odd' })).toBe(200);
  expect(await call('{"externalId": "1"}', { method: 'PUT' })).toBe(200);
  expect(await call('no JSON')).toBe(200);
  expect(await call(undefined, { type: '' })).toBe(200);
  const bodies = (await readStored()).map(({ body }) =>
    Buffer.from(deps.seal.open(Buffer.from(body).toString()), 'base64'),
  );
  expect(bodies).toContainEqual(odd);
  expect(bodies).toHaveLength(4);
  expect(await call(Buffer.alloc(1024 * 1024 + 1))).toBe(413);
});

test('B7 a callback needs the secret URL, and a signature where the provider signs', async () => {
  expect(await call('{}', { key: 'another-key-of-the-same-length' })).toBe(404);
  expect(await call('{}', { name: 'nobody' })).toBe(404);
  const countJobs = async () =>
    (await sql`select from payment_jobs.job where name = 'callbacks'`.execute(app.engine.owner)).rows.length;
  const before = await countJobs();
  expect(await call('{}', { name: 'paystack' })).toBe(401);
  expect(await countJobs()).toBe(before);
  await readAll();
  expect((await readStored()).map(({ state }) => state)).toEqual(['REJECTED']);
});

test('B9-6 a callback starts a poll, and none of its claims is trusted', async () => {
  const { payoutId, reference } = await onItsWay();
  await call(JSON.stringify({ externalId: reference, status: 'SUCCESSFUL', amount: '50.00' }));
  provider.says = { kind: 'pending' };
  await readAll();
  expect(await readPayoutState(payoutId)).toBe('PENDING');
  await call(JSON.stringify({ externalId: reference, status: 'FAILED' }));
  provider.says = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '7' };
  await readAll();
  expect(await readPayoutState(payoutId)).toBe('SUCCEEDED');
  expect((await readStored()).map(({ state }) => state)).toEqual(['DONE', 'DONE']);
});

test('B9-6 repeated, late or reordered callbacks change nothing; a reversal does', async () => {
  const { payoutId, reference } = await onItsWay();
  provider.says = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '7' };
  for (let time = 0; time < 20; time += 1) await call(JSON.stringify({ externalId: reference }));
  expect(await readStored()).toHaveLength(1);
  for (const claim of ['a', 'b', 'c']) await call(JSON.stringify({ externalId: reference, claim }));
  await readAll();
  expect(await readPayoutState(payoutId)).toBe('SUCCEEDED');
  provider.says = { kind: 'reversed' };
  await call(JSON.stringify({ externalId: reference, claim: 'd' }));
  await readAll();
  expect(await readPayoutState(payoutId)).toBe('REVERSED');
  expect(await findLedgerFlaws(app)).toEqual([]);
});

test('a callback about a prompt is read too; one about nothing is kept as an orphan', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  await advanceFunding(deps, { fundingId });
  await call(JSON.stringify({ externalId: provider.sent.at(-1)?.reference }));
  await call(JSON.stringify({ externalId: crypto.randomUUID() }));
  await call(JSON.stringify({ externalId: 'no reference' }));
  provider.says = { kind: 'success', pesewas: 52_014, currency: 'GHS', providerId: '7' };
  await readAll();
  expect((await readStored()).map(({ state }) => state)).toEqual(['DONE', 'ORPHAN', 'ORPHAN']);
  const { content } = await app.call(readBudget, { as: researcher, params: { studyId } });
  expect(content).toMatchObject({ availableInPesewas: 51_000 });
});

test('a late callback about a deleted person is erased once it is read', async () => {
  const staying = await onItsWay();
  const paid = { as: await registerParticipant(app, { withProfile: true }), reference: '' };
  const { payoutId } = await makeUnsentPayout(app, { researcher, participant: paid.as });
  await advancePayout(deps, { payoutId });
  paid.reference = provider.sent.at(-1)?.reference ?? '';
  const payer = { as: await registerResearcher(app, { verified: true }), reference: '' };
  const { fundingId } = await makeBudget(app, payer.as);
  await advanceFunding(deps, { fundingId });
  payer.reference = provider.sent.at(-1)?.reference ?? '';
  for (const { as } of [paid, payer])
    await sql`insert into payment.left_people (user_id) values (${as.userId})`.execute(app.engine.owner);
  provider.says = { kind: 'pending' };
  for (const { reference } of [staying, paid, payer])
    expect(await call(JSON.stringify({ externalId: reference, payee: 'Esi' }))).toBe(200);
  await readAll();
  const stored = (await readStored()).map(({ reference, body }) => [reference, body.length > 0]);
  expect(stored).toEqual([
    [staying.reference, true],
    [paid.reference, false],
    [payer.reference, false],
  ]);
});
