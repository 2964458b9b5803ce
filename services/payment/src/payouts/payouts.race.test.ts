import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { useApp } from '@app/test/support/app.ts';
import { INCENTIVE, PLACES } from '@app/test/support/budgets.ts';
import { assignedPhoneNumber, paymentDeps } from '@app/test/support/payment-deps.ts';
import {
  makeUnsentPayout,
  makeStudyWithPromisedPlaces,
  requestPayoutAsProject,
} from '@app/test/support/payouts.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { CALLERS, RACE_ROUNDS } from '@app/test/support/sizes.ts';
import { createFakeProvider } from '#test/fake-provider.ts';
import type { PaymentConfig } from '../config.ts';
import { findLedgerFlaws } from '#test/money.ts';
import { advancePayout } from './sending/advance-payout.ts';
import { PAYOUTS } from './write-payout.ts';

const app = useApp({ BONUS_UNDO_SECONDS: 0 }, undefined, { withWorkers: false });
let researcher: SignedInUser;
const participant = { userId: crypto.randomUUID() };
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});

const callers = <T>(call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CALLERS }, (_, index) => call(index)));
const rounds = async (round: () => Promise<void>) => {
  for (let number = 0; number < RACE_ROUNDS; number += 1) {
    await round();
    expect(await findLedgerFlaws(app)).toEqual([]);
  }
};
const makeDue = (payoutId: string) =>
  sql`update payment.payouts set next_at = now(), leased_until = null where payout_id = ${payoutId}`.execute(
    app.engine.owner,
  );

test('B5 concurrent workers send one payment once, with or without a lease', () =>
  rounds(async () => {
    const provider = createFakeProvider();
    const deps = paymentDeps(app, provider);
    const { payoutId } = await makeUnsentPayout(app, { researcher, participant });
    // The lease expires during the sending, so only the order's own state prevents a second one.
    provider.meanwhile = () => makeDue(payoutId);
    await callers(() => advancePayout(deps, { payoutId }));
    await makeDue(payoutId);
    await callers(() => advancePayout(deps, { payoutId }));
    expect(provider.sent).toHaveLength(1);
    provider.says = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '1' };
    await makeDue(payoutId);
    await callers(() => advancePayout(deps, { payoutId }));
  }));

test('B5.5 concurrent workers that learn that an order is unseen send it once more', () =>
  rounds(async () => {
    const provider = createFakeProvider();
    const { payoutId } = await makeUnsentPayout(app, { researcher, participant });
    provider.sends = { kind: 'unknown', cause: 'reset' };
    await advancePayout(paymentDeps(app, provider), { payoutId });
    await sql`
      update payment.attempts set times_not_found = 2, last_sent_at = now() - interval '11 minutes' where payout_id = ${payoutId}`.execute(
      app.engine.owner,
    );
    // Each poll starts while the previous one still waits for its answer.
    let asking = 0;
    const query = async () => {
      asking += 1;
      if (asking < 5) {
        await makeDue(payoutId);
        await advancePayout(deps, { payoutId });
      }
      return { kind: 'not-seen' } as const;
    };
    const deps = paymentDeps(app, { ...provider, query });
    await makeDue(payoutId);
    await advancePayout(deps, { payoutId });
    expect([asking, provider.sent.length]).toEqual([5, 2]);
  }));

test('CON-3 a decision that is undone during the sending: exactly one of the two happens', () =>
  rounds(async () => {
    const provider = createFakeProvider();
    const deps = paymentDeps(app, provider);
    const { payoutId, studyId, applicationId } = await makeUnsentPayout(app, { researcher, participant });
    const [answer] = await Promise.all([
      requestPayoutAsProject(
        app,
        { studyId, applicationId, participant },
        { version: 2, amountInPesewas: 0 },
      ),
      advancePayout(deps, { payoutId }),
    ]);
    expect([answer.status, provider.sent.length]).toEqual(provider.sent.length === 0 ? [200, 0] : [409, 1]);
  }));

test('CON-3 concurrent requests for one application add one payable; applications beyond the places add none', () =>
  rounds(async () => {
    const studyId = await makeStudyWithPromisedPlaces(app, researcher);
    const applicationId = crypto.randomUUID();
    const same = await callers(() => requestPayoutAsProject(app, { studyId, applicationId, participant }));
    expect(same.map(({ status }) => status)).toEqual(same.map(() => 200));
    const others = await callers(() =>
      requestPayoutAsProject(app, { studyId, applicationId: crypto.randomUUID(), participant }),
    );
    const codes = others.map(({ status, json }) => (status === 200 ? 'DONE' : json['code']));
    expect(codes.filter((code) => code === 'DONE')).toHaveLength(9);
    expect(new Set(codes)).toEqual(new Set(['DONE', 'BUDGET_SHORT']));
  }));

/** The amount that other tests of this database sent through the provider today. */
async function sumSentBefore(): Promise<number> {
  const { rows } = await sql<{ pesewas: number }>`
    select coalesce(sum(pesewas), 0)::int as pesewas from payment.attempts
    where provider = 'mtn' and state not in ('REJECTED', 'FAILED_PROVEN')`.execute(app.engine.owner);
  return rows[0]?.pesewas ?? 0;
}

/** Pays several due payouts; each has passed its checks before the first order is written. */
async function countSentPayouts(ids: readonly string[], limits: Partial<PaymentConfig>): Promise<number> {
  // The numbers count as checked; otherwise a person's other payments would wait for that check.
  await sql`
    insert into payment.account_checks (person_id, state)
    select distinct person_id, 'MATCHES' from payment.payouts where payout_id::text in (${sql.join(ids)})
    on conflict do nothing`.execute(app.engine.owner);
  const provider = createFakeProvider();
  const { promise: allLookedUp, resolve } = Promise.withResolvers<void>();
  let lookUps = 0;
  provider.lookUp = async () => {
    lookUps += 1;
    if (lookUps === ids.length) resolve();
    await allLookedUp;
    return provider.knows;
  };
  const deps = paymentDeps(app, provider);
  const limited = { ...deps, config: { ...deps.config, ...limits } };
  // A payout that never reaches its check releases the others, and the test fails.
  await Promise.all(ids.map((payoutId) => advancePayout(limited, { payoutId }).finally(resolve)));
  return provider.sent.length;
}

test('B11 payments that are due together keep every daily limit', () =>
  rounds(async () => {
    const newcomer = () => ({ userId: crypto.randomUUID() });
    const addPayoutBy = async (by: SignedInUser, to: () => { userId: string }, studyId?: string) =>
      (await makeUnsentPayout(app, { researcher: by, participant: to() }, studyId)).payoutId;
    const times = <T>(many: number, make: () => Promise<T>) =>
      Promise.all(Array.from({ length: many }, make));

    const generous = await registerResearcher(app, { verified: true });
    const studyId = await makeStudyWithPromisedPlaces(app, generous);
    const ofStudy = await times(8, () => addPayoutBy(generous, newcomer, studyId));
    const sent = await countSentPayouts(ofStudy, { PESEWAS_PER_RESEARCHER_PER_DAY: 3 * INCENTIVE });
    console.log(`Of eight payments due at once, under a limit of three a day, ${sent} were sent`);
    expect(sent).toBe(3);

    const [rich, frequent] = [newcomer(), newcomer()];
    const ofRich = await times(4, () => addPayoutBy(researcher, () => rich));
    expect(await countSentPayouts(ofRich, { PESEWAS_PER_PERSON_PER_DAY: 2 * INCENTIVE })).toBe(2);
    const ofFrequent = await times(4, () => addPayoutBy(researcher, () => frequent));
    expect(await countSentPayouts(ofFrequent, { PAYOUTS_PER_PERSON_PER_DAY: 3 })).toBe(3);

    const ofAll = await times(4, () => addPayoutBy(researcher, newcomer));
    const PAYOUTS_PER_DAY_IN_PESEWAS = (await sumSentBefore()) + 2 * INCENTIVE;
    expect(await countSentPayouts(ofAll, { PAYOUTS_PER_DAY_IN_PESEWAS })).toBe(2);
  }));

test('B10 of concurrent first payments to one number, one is paid, and the others wait', () =>
  rounds(async () => {
    const provider = createFakeProvider();
    const phoneNumber = assignedPhoneNumber(crypto.randomUUID());
    const callIdentity = async () => ({ network: 'MTN', phoneNumber, accountName: 'Esi', changedAt: null });
    const deps = paymentDeps(app, provider, { callIdentity: callIdentity as never });
    const studyId = await makeStudyWithPromisedPlaces(app, researcher);
    const addPayoutTo = async () =>
      (await makeUnsentPayout(app, { researcher, participant: { userId: crypto.randomUUID() } }, studyId))
        .payoutId;
    const ids = await Promise.all(Array.from({ length: PLACES }, addPayoutTo));
    await Promise.all(ids.map((payoutId) => advancePayout(deps, { payoutId })));
    expect(provider.sent).toHaveLength(1);
  }));

test('B10 of two researchers’ payments to one number on two networks, the second waits for the first order', () =>
  rounds(async () => {
    const provider = createFakeProvider();
    const other = await registerResearcher(app, { verified: true });
    const phoneNumber = assignedPhoneNumber(crypto.randomUUID());
    const at = (network: string, jobs = {}) =>
      paymentDeps(app, provider, {
        callIdentity: (async () => ({ network, phoneNumber, accountName: 'Esi', changedAt: null })) as never,
        jobs: { send: async () => {}, ...jobs } as never,
      });
    const addPayoutBy = async (by: SignedInUser) =>
      (await makeUnsentPayout(app, { researcher: by, participant: { userId: crypto.randomUUID() } }))
        .payoutId;
    const [first, second] = [await addPayoutBy(researcher), await addPayoutBy(other)];
    const waiting = sql`
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database and datname = current_database()
      where locktype = 'advisory' and not granted`;
    const { promise: isWriting, resolve: writing } = Promise.withResolvers<void>();
    let hasEnded = false;
    const following = isWriting
      .then(() => advancePayout(at('TELECEL'), { payoutId: second }))
      .finally(() => (hasEnded = true));
    const isStopped = async () => hasEnded || (await waiting.execute(app.engine.owner)).rows.length > 0;
    const stopped = isWriting.then(async () => {
      await expect.poll(isStopped).toBe(true);
    });
    // This runs within the transaction that writes the first order.
    const send = async (_: unknown, { name }: { name: string }) => {
      if (name !== PAYOUTS.name) return;
      writing();
      await stopped;
    };
    await advancePayout(at('MTN', { send }), { payoutId: first });
    await following;
    expect(provider.sent).toHaveLength(1);
    const { rows } = await sql`select state, why from payment.payouts where payout_id = ${second}`.execute(
      app.engine.owner,
    );
    expect(rows).toEqual([{ state: 'ACTION_NEEDED', why: 'WALLET_IN_USE' }]);
  }));
