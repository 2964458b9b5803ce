import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeBudget } from '@app/contracts/payment/budgets.ts';
import { listPayouts, retryPayout } from '@app/contracts/payment/payouts.ts';
import { moneyCommandWords as words } from '@app/words/money-commands.ts';
import { useApp } from '@app/test/support/app.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { advancePayoutNow, makeUnsentPayout } from '@app/test/support/payouts.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { collectEmails } from '#test/collected-emails.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import { runCommand } from '../../operator/run-command.ts';
import type { Deps } from '../../deps.ts';

/** The researcher's number in test/support/budgets.ts. */
const SOURCE = '+233247654321';
const app = useApp({ PAYOUTS_PER_PERSON_PER_DAY: 100 }, undefined, { withWorkers: false });
let researcher: SignedInUser;
let ama: SignedInUser;
let kofi: SignedInUser;
let provider: FakeProvider;
let numbers: Record<string, string>;
let emails: unknown[];
let deps: Deps;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  [ama, kofi] = [await registerParticipant(app), await registerParticipant(app)];
  provider = createFakeProvider();
  const collected = collectEmails();
  emails = collected.emails;
  deps = paymentDeps(app, provider, {
    jobs: collected.jobs,
    callIdentity: (async (_: unknown, { params: { userId } }: { params: { userId: string } }) => ({
      network: 'MTN',
      phoneNumber: numbers[userId],
      accountName: 'Esi Mensah',
      changedAt: null,
    })) as never,
  });
});

const addPayout = (participant: SignedInUser) => makeUnsentPayout(app, { researcher, participant });
/** Processes the payment as if it were due, and returns its state. */
async function trySending(payoutId: string) {
  await advancePayoutNow(app, deps, payoutId);
  const { rows } = await sql`select state, why from payment.payouts where payout_id = ${payoutId}`.execute(
    app.engine.owner,
  );
  return rows[0];
}
const pay = async (participant: SignedInUser) => trySending((await addPayout(participant)).payoutId);
const again = (payoutId: string) => runCommand(deps, ['again', payoutId]);
const HELD = { state: 'ACTION_NEEDED', why: 'WALLET_IN_USE' };
const SENT = { state: 'PENDING', why: null };

test('B10 a number that another person is paid on needs another one, and its owner is notified', async () => {
  numbers = { [ama.userId]: '+233244000001', [kofi.userId]: '+233244000001' };
  expect(await pay(ama)).toEqual(SENT);
  const { payoutId } = await addPayout(kofi);
  expect(await trySending(payoutId)).toEqual(HELD);
  expect(provider.sent).toHaveLength(1);
  expect(emails).toEqual([
    { userId: kofi.userId, kind: 'PAYMENT_NEEDS_ACCOUNT', about: expect.stringMatching(`^${payoutId}:.`) },
  ]);
  const [read] = (await app.call(listPayouts, { as: kofi })).content;
  expect(read).toMatchObject({ ...HELD, walletHint: '+233 •• ••• 0001' });
  const retry = () => app.call(retryPayout, { as: kofi, params: { id: payoutId } });
  expect((await retry()).status).toBe(200);
  expect(await trySending(payoutId)).toEqual(HELD);
  // The second email has its own subject, because each subject gets one email.
  expect(new Set(emails.map((email) => JSON.stringify(email))).size).toBe(2);
  expect(await pay(ama)).toEqual(SENT);
  // This other number has the same ending.
  numbers[kofi.userId] = '+233245000001';
  expect((await retry()).status).toBe(200);
  expect(await trySending(payoutId)).toEqual(SENT);
  expect(provider.sent.map(({ phoneNumber }) => phoneNumber)).toEqual([
    '+233244000001',
    '+233244000001',
    '+233245000001',
  ]);
});

test('B10 a shared number that an operator allowed is paid for both people, then and later', async () => {
  numbers = { [ama.userId]: '+233244000002', [kofi.userId]: '+233244000002' };
  expect(await pay(ama)).toEqual(SENT);
  const [first, second] = [await addPayout(kofi), await addPayout(kofi)];
  expect(await again(first.payoutId)).toBe(words.notInReview);
  expect(await trySending(first.payoutId)).toEqual(HELD);
  expect(await runCommand(deps, ['review'])).toContain(
    `{"what":"WALLET","id":"${first.payoutId}","why":"of person ${kofi.userId}"`,
  );
  expect(await again(first.payoutId)).toBe(words.walletAllowed);
  expect(await again(first.payoutId)).toBe(words.notInReview);
  const { rows } = await sql`
    select event, about from payment.audit where about like ${`${first.payoutId}%`}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ event: 'WALLET_ALLOWED', about: `${first.payoutId} by an operator` }]);
  // Later payments need no earlier order.
  expect(await trySending(second.payoutId)).toEqual(SENT);
  expect(await trySending(first.payoutId)).toEqual(SENT);
  expect(await pay(ama)).toEqual(SENT);
  expect(provider.sent).toHaveLength(4);
  // Only this number was allowed.
  numbers[kofi.userId] = '+233244000003';
  numbers[ama.userId] = '+233244000003';
  expect(await pay(ama)).toEqual(SENT);
  expect(await pay(kofi)).toEqual(HELD);
});

test('B10 the number that funded a study is paid by it only after a review by an operator', async () => {
  numbers = { [ama.userId]: SOURCE };
  const { payoutId, studyId } = await addPayout(ama);
  expect(await trySending(payoutId)).toEqual(HELD);
  expect(provider.sent).toEqual([]);
  expect(await again(payoutId)).toBe(words.walletAllowed);
  expect(await trySending(payoutId)).toEqual(SENT);
  expect(await pay(ama)).toEqual(SENT);
  // The remaining budget is refunded there, even if others are paid on it.
  provider.says = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '77' };
  expect(await trySending(payoutId)).toMatchObject({ state: 'SUCCEEDED' });
  await app.call(closeBudget, { as: researcher, params: { studyId } });
  const { content } = await app.call(listPayouts, { as: researcher, query: { studyId } });
  expect(await trySending(content.find(({ kind }) => kind === 'REFUND')?.id ?? '')).toEqual(SENT);
});

test('B10 a number that was asked to fund a study and did not pay needs no review', async () => {
  numbers = { [ama.userId]: '+233244000005' };
  const { payoutId, studyId } = await addPayout(ama);
  for (const state of ['FAILED', 'EXPIRED'])
    await sql`
      insert into payment.fundings (funding_id, study_id, provider, reference, network, phone_number, asked_in_pesewas, state, next_at)
      values (${crypto.randomUUID()}, ${studyId}, 'mtn', ${crypto.randomUUID()}, 'MTN', ${numbers[ama.userId]}, 100, ${state}, null)`.execute(
      app.engine.owner,
    );
  expect(await trySending(payoutId)).toEqual(SENT);
});

test('B10 a refused order does not count as a use of the number', async () => {
  numbers = { [ama.userId]: '+233244000004', [kofi.userId]: '+233244000004' };
  provider.sends = { kind: 'refused', reason: 'PAYEE_LIMIT' };
  const { payoutId } = await addPayout(ama);
  expect(await trySending(payoutId)).toMatchObject({ state: 'ACTION_NEEDED', why: 'ACCOUNT_LIMIT' });
  expect(await again(payoutId)).toBe(words.notInReview);
  provider.sends = { kind: 'accepted' };
  expect(await pay(kofi)).toEqual(SENT);
  expect(await pay(ama)).toEqual(HELD);
});
