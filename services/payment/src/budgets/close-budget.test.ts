import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import { retryPayout } from '@app/contracts/payment/payouts.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { paymentDeps } from '../../../../test/payment-deps.ts';
import { makeOwed, owe } from '../../../../test/payouts.ts';
import { registerParticipant, registerResearcher } from '../../../../test/people.ts';
import type { FakeProvider } from '../../test/fake-provider.ts';
import { createFakeProvider } from '../../test/fake-provider.ts';
import { assertSoundMoney } from '../../test/money.ts';
import type { Deps } from '../deps.ts';
import { advancePayout } from '../payouts/advance-payout.ts';

let app: TestApp;
let researcher: SignedInUser;
let provider: FakeProvider;
let deps: Deps;
beforeAll(async () => {
  app = await startTestApp({}, undefined, { withWorkers: false });
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(() => {
  provider = createFakeProvider();
  deps = paymentDeps(app, provider);
});
afterEach(() => assertSoundMoney(app));
afterAll(() => app.close());

/** As if the time had come. */
async function advance(payoutId: string): Promise<void> {
  await sql`update payment.payouts set next_at = now() where payout_id = ${payoutId} and next_at is not null`.execute(
    app.engine.owner,
  );
  await advancePayout(deps, { payoutId });
}
const closing = (studyId: string) => app.call(closeBudget, { as: researcher, params: { studyId } });
const budget = async (studyId: string) =>
  (await app.call(readBudget, { as: researcher, params: { studyId } })).content;

test('who never mends their account keeps what they are owed, and nothing else: the rest goes back, and they are paid once they do', async () => {
  const participant = await registerParticipant(app, { withProfile: true });
  const { studyId, applicationId, payoutId } = await makeOwed(app, { researcher, participant });
  expect((await closing(studyId)).json).toMatchObject({ code: 'BUDGET_IN_USE' });
  provider.knows = { kind: 'not-registered' };
  await advance(payoutId);
  expect((await budget(studyId)).returnableInPesewas).toBe(45_901);
  expect((await closing(studyId)).content).toMatchObject({
    state: 'CLOSED',
    payableInPesewas: 5000,
    promisedInPesewas: 100,
    availableInPesewas: 0,
    refundDueInPesewas: 45_901,
    returnableInPesewas: 0,
  });
  // Nobody else is owed from it, and nothing of it is taken back.
  const other = await registerParticipant(app, { withProfile: true });
  const small = { version: 1, amountInPesewas: 100 };
  const owing = { studyId, applicationId: crypto.randomUUID(), participant: other };
  expect((await owe(app, owing, small)).json).toMatchObject({ code: 'BUDGET_SHORT' });
  await app.call(retryPayout, { as: participant, params: { id: payoutId } });
  const none = { version: 2, amountInPesewas: 0 };
  expect((await owe(app, { studyId, applicationId, participant }, none)).json).toMatchObject({
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

test('what is owed again once the budget is closed is refused, and not called under way, so that it stays a due', async () => {
  const participant = { userId: crypto.randomUUID() };
  const { studyId, applicationId } = await makeOwed(app, { researcher, participant });
  const say = async (version: number, amountInPesewas: number) =>
    (await owe(app, { studyId, applicationId, participant }, { version, amountInPesewas })).json;
  const none = { content: { state: 'CANCELLED', version: 2 } };
  expect(await say(2, 0)).toMatchObject(none);
  expect((await closing(studyId)).content).toMatchObject({ state: 'CLOSED' });
  expect(await say(3, 5000)).toMatchObject({ code: 'BUDGET_SHORT' });
  expect(await say(4, 0)).toMatchObject(none);
});
