import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { makeUnsentPayout, makeStudyWithPromisedPlaces } from '@app/test/support/payouts.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { MONEY_SEQUENCES, sequencesOn } from '@app/test/support/sizes.ts';
import { assertConsistentLedger } from '#test/money.ts';
import { type Fault, FAULTS, createOracle } from '#test/oracle-provider.ts';
import type { Deps } from '../../deps.ts';
import { readInTransit } from '../../ledger/read-balances.ts';
import { advancePayout } from './advance-payout.ts';

let app: TestApp;
let researcher: SignedInUser;
const participant = { userId: crypto.randomUUID() };
const reached = new Set<string>();
async function open(): Promise<void> {
  app = await startTestApp({ BONUS_UNDO_SECONDS: 0 }, undefined, { withWorkers: false });
  researcher = await registerResearcher(app, { verified: true });
}
beforeAll(open);
afterAll(() => app.close());

const PAYMENTS = 3;
const WORKERS = 4;
/** The limit for one database, because its whole ledger is read after every round. */
const SEQUENCES_AT_ONCE = 300;
const run = (text: string) => sql.raw(text).execute(app.engine.owner);

/** Processes all due payouts with several workers at once; `dies` ends one of them during a call. */
async function runRound(deps: Deps, payoutIds: readonly string[], dies: boolean): Promise<void> {
  const list = `'${payoutIds.join("','")}'`;
  await run(
    `update payment.payouts set next_at = now(), leased_until = null where payout_id in (${list}) and next_at is not null`,
  );
  await run(
    `update payment.attempts set sent_at = sent_at - interval '5 minutes', last_sent_at = last_sent_at - interval '5 minutes' where payout_id in (${list})`,
  );
  const dying: Deps = { ...deps, providers: { mtn: dies ? dyingProvider(deps) : deps.providers.mtn! } };
  await Promise.all(
    Array.from({ length: WORKERS }, (_, worker) =>
      Promise.all(
        payoutIds.map((payoutId) =>
          advancePayout(worker === 0 ? dying : deps, { payoutId }).catch((error: Error) => {
            if (error.message !== 'killed') throw error;
          }),
        ),
      ),
    ),
  );
}

/** The process ends after the call was sent and before its answer is written. */
function dyingProvider({ providers }: Deps) {
  const provider = providers.mtn;
  if (!provider) throw new Error('There is one');
  const send: typeof provider.send = async (order) => {
    await provider.send(order);
    throw new Error('killed');
  };
  return { ...provider, send };
}

test('B9-1 B9-7 under any faults, a wallet is credited at most once, and the ledger agrees', async () => {
  const scenario = fc.record({
    faults: fc.array(fc.integer({ min: 0, max: FAULTS.length - 1 }), { minLength: 20, maxLength: 60 }),
    deaths: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  });
  let sequences = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async ({ faults, deaths }) => {
      sequences += 1;
      if (sequences % SEQUENCES_AT_ONCE === 0) {
        await app.close();
        await open();
      }
      let drawn = 0;
      const oracle = createOracle(() => {
        const fault: Fault = FAULTS[faults[drawn % faults.length] ?? 0] ?? 'none';
        drawn += 1;
        reached.add(fault);
        return fault;
      });
      const deps = {
        ...paymentDeps(app, { ...oracle.provider } as never),
        providers: { mtn: oracle.provider },
      };
      const studyId = await makeStudyWithPromisedPlaces(app, researcher);
      const payoutIds: string[] = [];
      for (let index = 0; index < PAYMENTS; index += 1)
        payoutIds.push((await makeUnsentPayout(app, { researcher, participant }, studyId)).payoutId);
      for (const dies of deaths) {
        await runRound(deps, payoutIds, dies);
        oracle.pass();
        await assertConsistentLedger(app);
      }
      oracle.settle();
      for (let time = 0; time < 12; time += 1) {
        await runRound(deps, payoutIds, false);
        oracle.pass();
      }

      const { rows } = await sql<{ id: string; state: string; reference: string }>`
        select payout_id as id, payout.state, reference from payment.payouts as payout
        join payment.attempts as attempt using (payout_id) where study_id = ${studyId}`.execute(
        app.engine.owner,
      );
      for (const payoutId of payoutIds) {
        const own = rows.filter(({ id }) => id === payoutId);
        const credits = own.reduce((sum, { reference }) => sum + (oracle.credits.get(reference) ?? 0), 0);
        const state = own[0]?.state ?? '';
        reached.add(state);
        expect(['SUCCEEDED', 'REVIEW']).toContain(state);
        expect([state, credits]).toEqual([state, state === 'SUCCEEDED' ? 1 : 0]);
      }
      expect(await readInTransit(deps.db, 'mtn')).toEqual([]);
      await assertConsistentLedger(app);
    }),
    { numRuns: sequencesOn(inject('engine'), MONEY_SEQUENCES) },
  );
  // A run without faults proves nothing.
  for (const fault of FAULTS) expect(reached).toContain(fault);
  expect(reached).toContain('SUCCEEDED');
});
