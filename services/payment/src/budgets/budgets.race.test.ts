import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as contract from '@app/contracts/payment/budgets.ts';
import { type TestApp, useApp } from '@app/test/support/app.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { CALLERS, RACE_ROUNDS } from '@app/test/support/sizes.ts';
import { fundBody, makeBudget, makeFundedBudget } from '@app/test/support/budgets.ts';
import {
  makeUnsentPayout,
  makeStudyWithPromisedPlaces,
  requestPayoutAsProject,
  putInState,
} from '@app/test/support/payouts.ts';
import { createFakeProvider } from '#test/fake-provider.ts';
import { putFundingInState } from '#test/fundings.ts';
import { findLedgerFlaws } from '#test/money.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { advanceFunding } from './prompt-funding.ts';

const app = useApp({}, undefined, { withWorkers: false });
let other: TestApp['call'];
let researcher: SignedInUser;
beforeAll(async () => {
  other = await app.startNode();
  researcher = await registerResearcher(app, { verified: true });
});

/** All calls run concurrently on two nodes. */
const callers = <T>(ask: (index: number, call: TestApp['call']) => Promise<T>) =>
  Promise.all(Array.from({ length: CALLERS }, (_, index) => ask(index, index % 2 === 0 ? app.call : other)));
const rounds = async (round: () => Promise<void>) => {
  for (let number = 0; number < RACE_ROUNDS; number += 1) {
    await round();
    expect(await findLedgerFlaws(app)).toEqual([]);
  }
};

test('CON-3 concurrent fundings of one budget open one prompt', () =>
  rounds(async () => {
    const { studyId, fundingId } = await makeBudget(app, researcher);
    await putFundingInState(app, fundingId, 'FAILED');
    const answers = await callers((_, call) =>
      call(contract.fundBudget, { as: researcher, body: fundBody(studyId) }),
    );
    const codes = answers.map(({ status, json }) => (status === 202 ? 'DONE' : json['code']));
    expect(codes.filter((code) => code === 'DONE')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['DONE', 'FUNDING_UNDER_WAY']));
  }));

test('CON-3 concurrent promises of places reserve the money for the largest one, once', () =>
  rounds(async () => {
    // A token is valid for a minute.
    const as = { token: await serviceToken({ app }, 'project', 'payment') };
    const { studyId } = await makeFundedBudget(app, researcher);
    const answers = await callers((index, call) =>
      call(contract.promisePlaces, {
        as,
        params: { studyId },
        body: { incentiveInPesewas: 5000, places: 1 + (index % 10) },
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { content } = await app.call(contract.readBudget, { as: researcher, params: { studyId } });
    expect(content).toMatchObject({ availableInPesewas: 0, promisedInPesewas: 51_000 });
  }));

test('B9-6 a success that many workers read is credited once', () =>
  rounds(async () => {
    const provider = createFakeProvider();
    const deps = paymentDeps(app, provider);
    const { studyId, fundingId } = await makeBudget(app, researcher);
    await callers(() => advanceFunding(deps, { fundingId }));
    expect(provider.sent).toHaveLength(1);
    provider.says = { kind: 'success', pesewas: 52_014, currency: 'GHS', providerId: '1' };
    await callers(() => advanceFunding(deps, { fundingId }));
    const { content } = await app.call(contract.readBudget, { as: researcher, params: { studyId } });
    expect(content).toMatchObject({ availableInPesewas: 51_000 });
  }));

test('CON-3 a participant who becomes entitled while a budget closes is not paid from it', async () => {
  const participant = { userId: crypto.randomUUID() };
  // A payout that waits for its participant to correct the account stays reserved, with its sending fee.
  const inStudy = await makeStudyWithPromisedPlaces(app, researcher, 9);
  const { studyId, payoutId } = await makeUnsentPayout(app, { researcher, participant }, inStudy);
  await putInState(app, payoutId, 'ACTION_NEEDED');
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  onTestFinished(() => holder.end());
  await holder.connect();
  // Closing needs this row after it has summed the payables; adding a payable does not.
  await holder.query('begin');
  const account = `study:${studyId}:available`;
  const { rowCount } = await holder.query('select from payment.balances where account = $1 for update', [
    account,
  ]);
  expect(rowCount).toBe(1);
  const closing = app.call(contract.closeBudget, { as: researcher, params: { studyId } });
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  async function expectWaiting(many: number): Promise<void> {
    await expect.poll(async () => (await waiting.execute(app.engine.owner)).rows).toHaveLength(many);
  }
  await expectWaiting(1);
  const payoutRequest = requestPayoutAsProject(
    app,
    { studyId, applicationId: crypto.randomUUID(), participant },
    { amountInPesewas: 100 },
  );
  await Promise.race([payoutRequest, expectWaiting(2)]);
  await holder.query('rollback');
  expect((await closing).content).toMatchObject({ state: 'CLOSED', promisedInPesewas: 100 });
  // Nothing is reserved for them any more.
  expect((await payoutRequest).json).toMatchObject({ content: { state: 'UNFUNDED' } });
});

test('a budget is read as of one instant, although its payment arrives meanwhile', async () => {
  const { studyId, fundingId } = await makeBudget(app, researcher);
  const coming = new pg.Client({ connectionString: app.databaseUrl });
  onTestFinished(() => coming.end());
  await coming.connect();
  await coming.query('begin; lock table payment.fundings in access exclusive mode');
  const reading = app.call(contract.readBudget, { as: researcher, params: { studyId } });
  // Databases of other tests are copies of one template, so their tables have the same ids.
  const waiting = sql`
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database and datname = current_database()
    where relation = 'payment.fundings'::regclass and not granted`;
  await expect.poll(async () => (await waiting.execute(app.engine.owner)).rows).toHaveLength(1);
  await coming.query(
    `update payment.fundings set state = 'SUCCEEDED', received_in_pesewas = asked_in_pesewas, fee_in_pesewas = 1014, next_at = null
     where funding_id = $1`,
    [fundingId],
  );
  await coming.query('commit');
  expect((await reading).content).toMatchObject({
    availableInPesewas: 0,
    fundings: [{ id: fundingId, state: 'CREATED' }],
  });
});
