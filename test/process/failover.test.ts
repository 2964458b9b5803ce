import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { callbackAddress } from '@app/demo/provider-settings.ts';
import { walletOf } from '@app/simulators/book.ts';
import { FAULTS } from '@app/simulators/faults.ts';
import { oneForAll } from '@app/kit/database.ts';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { migrateAll, openProcess } from '@app/kit/process.ts';
import { readPaymentConfig } from '../../services/payment/src/config.ts';
import type { Deps } from '../../services/payment/src/deps.ts';
import { openDb } from '../../services/payment/src/open-db.ts';
import { advancePayout } from '../../services/payment/src/payouts/sending/advance-payout.ts';
import { isPaused } from '../../services/payment/src/payouts/sending/pauses.ts';
import { requestPayout } from '../../services/payment/src/payouts/request-payout.ts';
import { openProviders } from '../../services/payment/src/providers/open-providers.ts';
import { referenceOf } from '../../services/payment/src/providers/reference.ts';
import { reconcileAll } from '../../services/payment/src/reconciliation/opening.ts';
import { paymentService } from '../../services/payment/src/service.ts';
import { assertSoundMoney } from '../../services/payment/test/money.ts';
import { startPostgres } from '../machine/postgres.ts';
import { anyStranger } from '@app/simulators/world.ts';
import { numberOf } from '../payment-deps.ts';
import { storm } from '../payout-storm.ts';
import { startRelay } from '../relay.ts';
import { testSecrets } from '../secrets.ts';
import { startSimulated } from '../simulated.ts';
import { PATIENCE, STORM_PAYMENTS, STORM_SEED } from '../sizes.ts';
import { expectSound, print } from '../storm-report.ts';
import { makeStudy } from '../storm-study.ts';

const PAYMENTS = 6;
/** Some of them are under way, and some have arrived, when the primary is lost. */
const IN_A_STORM = Math.min(STORM_PAYMENTS, 1000);
const portOf = (url: string) => Number(new URL(url).port);

/** A payment service on a primary, reached by a relay as through a proxy, with a standby. Undefined where no copy can be made. */
async function openWithStandby(given: Record<string, string>) {
  const primary = await startPostgres();
  const { startStandby, crash } = primary;
  // Of a server that is given none can.
  if (!startStandby || !crash) return undefined;
  const [replication, front] = [await startRelay(), await startRelay()];
  replication.leadTo(portOf(primary.url));
  front.leadTo(portOf(primary.url));
  const standby = await startStandby(replication.port);

  const settings = Object.assign(await testSecrets(), given, { PAYOUT_UNDO_SECONDS: 0 });
  const log = createLog('silent');
  const address = new URL(primary.url);
  address.port = String(front.port);
  const engine = openPostgres({ url: address.href, poolSize: 10, log, patience: PATIENCE });
  await migrateAll(engine, [paymentService]);
  const process = await openProcess({
    services: [paymentService],
    databases: oneForAll(engine),
    environment: settings,
    log,
    sendLetter: async () => {},
    origins: { identity: 'http://127.0.0.1:1', project: 'http://127.0.0.1:1' },
  });
  /** What the service answers to a call that makes it write. */
  const asked = async () =>
    (await process.app.inject({ method: 'POST', url: callbackAddress('', 'mtn') })).statusCode;
  expect(await asked()).toBe(200);
  return {
    process,
    engine,
    settings,
    /** The standby has all of the primary, and hears no more of it. */
    async cut() {
      const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn() as lsn`.execute(engine.owner);
      // By a client of its own: our pools take no connection to a standby.
      const replica = new pg.Client({ connectionString: standby.url });
      await replica.connect();
      const hasCopied = async () => {
        const reached = await replica.query<{ isIt: boolean }>(
          'select pg_last_wal_replay_lsn() >= $1::pg_lsn as "isIt"',
          [rows[0]?.lsn],
        );
        return reached.rows[0]?.isIt;
      };
      await expect.poll(hasCopied).toBe(true);
      await replica.end();
      replication.close();
    },
    /** The primary is gone and the standby leads, and the service has stopped payments. */
    async promote() {
      await crash();
      front.leadTo(portOf(standby.url));
      await expect.poll(asked).toBe(503);
      const isReady = async () => (await process.app.inject('/readyz')).statusCode;
      await expect.poll(isReady).toBe(503);
      await standby.promote();
      await expect.poll(asked).toBe(200);
      await expect.poll(isReady).toBe(200);
      const { rows } = await sql`select provider from payment.pauses where reason = 'REOPENED'`.execute(
        engine.owner,
      );
      expect(rows).toHaveLength(2);
    },
    async close() {
      await process.stop();
      front.close();
      await standby.stop();
      await primary.stop();
    },
  };
}

test('B9-7 a node that lives through a failover finds that the last payments are forgotten, and pays nobody twice', async (context) => {
  const simulated = await startSimulated();
  onTestFinished(simulated.stop);
  const pair = await openWithStandby(simulated.settings);
  if (!pair) return context.skip();
  onTestFinished(pair.close);
  const { engine } = pair;
  const config = readPaymentConfig(pair.settings);
  const log = createLog('silent');
  const { db } = openDb(engine, config.PAYMENT_DATA_KEYS);
  const deps = {
    db,
    log,
    config,
    jobs: { send: async () => {} },
    providers: openProviders(config),
    callIdentity: async (_: unknown, { params }: { params: { userId: string } }) => ({
      network: 'MTN',
      phoneNumber: numberOf(params.userId),
      // As the network has it, so that no payment waits for its owner's word.
      accountName: anyStranger(numberOf(params.userId))?.name ?? '',
      changedAt: null,
    }),
  } as unknown as Deps;
  const studyId = crypto.randomUUID();
  await makeStudy({ engine }, studyId);
  const applications = Array.from({ length: PAYMENTS }, () => crypto.randomUUID());
  const ids = applications.map((id) => referenceOf(id, 0));
  for (const applicationId of applications) {
    const owed = { applicationId, studyId, participantId: applicationId, version: 1, amountInPesewas: 5000 };
    await requestPayout(deps, owed, (code) => {
      throw new Error(code);
    });
  }
  const advance = async (some: readonly string[]) => {
    await sql`update payment.payouts set next_at = now(), leased_until = null where next_at is not null`.execute(
      db,
    );
    for (const payoutId of some) await advancePayout(deps, { payoutId });
  };
  const states = async (some: readonly string[]) => {
    const rows = db.selectFrom('payment.payouts').select('state').distinct().where('payout_id', 'in', some);
    return (await rows.execute()).map(({ state }) => state);
  };
  const arrive = async (some: readonly string[]) => {
    const advanced = async () => {
      await advance(some);
      return states(some);
    };
    await expect.poll(advanced).toEqual(['SUCCEEDED']);
  };
  const orders = () => simulated.alone.world.calls.filter(({ path }) => path.endsWith('/transfer')).length;

  const [copied, last] = [ids.slice(0, 3), ids.slice(3)];
  await arrive(copied);
  await pair.cut();
  await arrive(last);
  const sent = orders();

  await pair.promote();
  await advance(ids);
  expect([await states(copied), await states(last), orders()]).toEqual([['SUCCEEDED'], ['HELD'], sent]);

  await reconcileAll(deps);
  expect(await isPaused(db, 'mtn')).toBe(false);
  await sql`update payment.opened set forgotten_at = now() - interval '11 minutes'`.execute(engine.owner);
  await arrive(ids);
  const { book } = simulated.alone.world;
  for (const id of ids) expect(book.credits(referenceOf(id, 1))).toMatchObject([{ amountInPesewas: 5000 }]);
  expect(applications.map((id) => book.balanceOf(walletOf(numberOf(id))))).toEqual(ids.map(() => 5000));
  await assertSoundMoney({ engine });

  return undefined;
});

test('B9-1 B9-7 a failover in the middle of random faults and deaths: every payment is made once or not at all', async (context) => {
  // Their keys alone: a storm starts providers of its own.
  const { settings, stop } = await startSimulated();
  await stop();
  const pair = await openWithStandby(settings);
  if (!pair) return context.skip();
  onTestFinished(pair.close);
  await pair.process.app.listen({ port: 0, host: '127.0.0.1' });
  const probabilities = Object.fromEntries(Object.keys(FAULTS).map((fault) => [fault, 0.02]));
  const seed = `failover ${STORM_SEED}`;
  const report = await storm(pair, {
    seed,
    payments: IN_A_STORM,
    deaths: 0.02,
    probabilities,
    failover: pair,
  });
  print(`${seed}: ${report.forgotten} had arrived that the standby did not know of`, report);
  expectSound(report);
  expect(report.forgotten).toBeGreaterThan(0);
  return undefined;
});
