import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { callbackAddress } from '@app/demo/provider-settings.ts';
import { walletAccount } from '@app/simulators/wallets.ts';
import { FAULTS } from '@app/simulators/faults.ts';
import { oneForAll } from '@app/kit/database.ts';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { migrateAll, openProcess } from '@app/kit/process.ts';
import { readPaymentConfig } from '../../../services/payment/src/config.ts';
import type { Deps } from '../../../services/payment/src/deps.ts';
import { openDb } from '../../../services/payment/src/open-db.ts';
import { advancePayout } from '../../../services/payment/src/payouts/sending/advance-payout.ts';
import { isPaused } from '../../../services/payment/src/payouts/sending/pauses.ts';
import { requestPayout } from '../../../services/payment/src/payouts/request-payout.ts';
import { codeForTest } from '../../support/payouts.ts';
import { openProviders } from '../../../services/payment/src/providers/open-providers.ts';
import { deriveReference } from '../../../services/payment/src/provider.ts';
import { reconcileAndEndPauses } from '../../../services/payment/src/reconciliation/reconcile-after-restore.ts';
import { paymentService } from '../../../services/payment/src/service.ts';
import { assertConsistentLedger } from '../../../services/payment/test/money.ts';
import { accountForServer } from '../../support/machine/postgres-cluster.ts';
import { findSystemBinaries } from '../../support/machine/postgres-binaries.ts';
import { type PostgresServer, startPostgres } from '../../support/machine/postgres.ts';
import { findProgram } from '../../support/machine/programs.ts';
import { inventStranger } from '@app/simulators/world.ts';
import { assignedPhoneNumber } from '../../support/payment-deps.ts';
import { storm } from '../../support/payout-storm.ts';
import { startRelay } from '../../support/relay.ts';
import { testSecrets } from '../../support/secrets.ts';
import { startSimulated } from '../../support/simulated.ts';
import { TIMEOUT_FACTOR, STORM_PAYMENTS, STORM_SEED } from '../../support/sizes.ts';
import { expectConsistentStorm, printStormReport } from '../../support/storm-report.ts';
import { makeStudy } from '../../support/storm-study.ts';

const PAYMENTS = 6;
/** Some are under way and some have arrived when the primary is lost. */
const IN_A_STORM = Math.min(STORM_PAYMENTS, 1000);
const readPort = (url: string) => Number(new URL(url).port);

/** The successor of a database that lost its last minutes, and how the service gets there. */
interface Next {
  url: string;
  /** Later writes are lost. */
  cut(db: Kysely<unknown>): Promise<void>;
  /** Ends the database that has everything. */
  crash(): Promise<void>;
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns undefined if no copy can be made, for example of a given server. */
async function openStandby({ url, startStandby, crash }: PostgresServer): Promise<Next | undefined> {
  if (!startStandby || !crash) return undefined;
  const replication = await startRelay();
  replication.leadTo(readPort(url));
  const standby = await startStandby(replication.port);
  return {
    ...standby,
    crash,
    /** It has all data of the primary, and receives no more. */
    async cut(db) {
      const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn() as lsn`.execute(db);
      // This uses a separate client: our pools refuse a connection to a standby.
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
  };
}

/**
 * Plays systemctl on Debian, where `postgresql` only controls `postgresql@17-main`. A stop of `postgresql`
 * returns while the server is still stopping; a start waits. It starts only when the test permits it.
 */
const SYSTEMCTL = `#!/bin/sh
verb=$1
case " $* " in *' postgresql '*) ;; *) exit 0 ;; esac
stop() { pg_ctl -D "$DATA" -m fast -w stop >/dev/null; }
start() { pg_ctl -D "$DATA" -l "$LOG" -o "-p $PGPORT" -w -t 300 start >/dev/null; }
case "$verb $*" in
  restart*) stop; start ;;
  stop*'postgresql@'*) stop ;;
  stop*) (sleep 2; stop) >/dev/null 2>&1 & ;;
  start*) while [ ! -e "$MAY_START" ]; do sleep 0.1; done; start ;;
esac
`;

/**
 * Archives the server's log and restores it to the moment of the cut, by the commands of docs/operating.md.
 */
async function openArchive({ url, logFile, crash }: PostgresServer): Promise<Next | undefined> {
  const program = findProgram('pgbackrest');
  const as = accountForServer();
  const postgresFolder = findSystemBinaries(as);
  if (!program || !postgresFolder || !logFile || !crash) return undefined;
  const [, page = ''] =
    /### Back to any minute\n([^]+)/.exec(readFileSync('docs/operating.md', 'utf8')) ?? [];
  const [setUp = '', goBack = ''] = [...page.matchAll(/```sh\n([^]+?)```/g)].map(([, text = '']) => text);
  const home = dirname(logFile);
  const [repository, bin] = [join(home, 'pgbackrest'), join(home, 'bin')];
  const [given, conf, mayStart] = ['given.conf', 'pgbackrest.conf', 'may-start'].map((one) =>
    join(home, one),
  );
  const replaced = (text: string, changes: Record<string, string>) => {
    for (const [from, to] of Object.entries(changes)) {
      expect(text).toContain(from);
      text = text.replaceAll(from, to);
    }
    return text;
  };
  for (const folder of [repository, bin]) mkdirSync(folder);
  const config = replaced(readFileSync('deploy/pgbackrest.conf', 'utf8'), {
    '/var/lib/pgbackrest': `${repository}\nlock-path=${repository}\nlog-path=${repository}`,
    '/var/lib/postgresql/17/main': `${join(home, 'data')}\npg1-socket-path=${home}\npg1-port=${readPort(url)}`,
  });
  writeFileSync(given!, config);
  for (const [name, script] of Object.entries({
    'apt-get': '#!/bin/sh\n',
    // The shell already runs as that account.
    runuser: '#!/bin/sh\nshift 3\nexec "$@"\n',
    pgbackrest: `#!/bin/sh\nexec ${program} --config=${conf} "$@"\n`,
    systemctl: SYSTEMCTL,
  }))
    writeFileSync(join(bin, name), script, { mode: 0o755 });
  if (as.uid !== undefined && as.gid !== undefined)
    for (const path of [repository, given!]) chownSync(path, as.uid, as.gid);
  const env = {
    ...process.env,
    PATH: `${bin}:${postgresFolder}:${process.env['PATH']}`,
    PGHOST: home,
    PGPORT: String(readPort(url)),
    PGUSER: 'postgres',
    DATA: join(home, 'data'),
    LOG: logFile,
    MAY_START: mayStart,
  };
  /** Runs them like commands pasted into a terminal: after a failed one, the next still runs. */
  const paste = (commands: string) => promisify(execFile)('sh', ['-c', commands], { ...as, cwd: home, env });
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ said: string }>(statement);
    await client.end();
    return rows[0]?.said ?? '';
  };
  await paste(
    replaced(setUp, {
      'deploy/pgbackrest.conf': given!,
      '/etc/pgbackrest.conf': conf!,
      "'pgbackrest --stanza": `'${join(bin, 'pgbackrest')} --stanza`,
    }),
  );
  let moment = '';
  let restored: Promise<unknown> | undefined;
  return {
    url,
    async cut() {
      moment = await admin('select clock_timestamp()::text as said');
    },
    /** This runs everything before the start of the server. */
    async crash() {
      const last = await admin('select pg_walfile_name(pg_switch_wal()) as said');
      const archived = () => admin('select last_archived_wal as said from pg_stat_archiver');
      await expect.poll(async () => (await archived()) >= last).toBe(true);
      restored = paste(replaced(goBack, { '2026-11-28 14:05:00+00': moment }));
      restored.catch(() => {});
    },
    async promote() {
      writeFileSync(mayStart!, '');
      await restored;
    },
    stop: async () => {},
  };
}

/** Opens a payment service behind a relay, on a database that will lose its last minutes. */
async function openPayments(open: typeof openStandby, given: Record<string, string>) {
  const primary = await startPostgres();
  const next = await open(primary);
  if (!next) {
    await primary.stop();
    return undefined;
  }
  const front = await startRelay();
  front.leadTo(readPort(primary.url));
  const settings = Object.assign(await testSecrets(), given, { BONUS_UNDO_SECONDS: 0 });
  const log = createLog('silent');
  const address = new URL(primary.url);
  address.port = String(front.port);
  const engine = openPostgres({ url: address.href, poolSize: 10, log, patience: TIMEOUT_FACTOR });
  await migrateAll(engine, [paymentService]);
  const process = await openProcess({
    services: [paymentService],
    databases: oneForAll(engine),
    environment: settings,
    log,
    sendMail: async () => {},
    origins: { identity: 'http://127.0.0.1:1', project: 'http://127.0.0.1:1' },
  });
  /** Returns the service's response to a call that writes. */
  const asked = async () =>
    (await process.app.inject({ method: 'POST', url: callbackAddress('', 'mtn') })).statusCode;
  expect(await asked()).toBe(200);
  return {
    process,
    engine,
    settings,
    cut: () => next.cut(engine.owner),
    /** The old primary is gone, the other one leads, and the service has stopped payments. */
    async promote() {
      await next.crash();
      front.leadTo(readPort(next.url));
      await expect.poll(asked).toBe(503);
      const isReady = async () => (await process.app.inject('/readyz')).statusCode;
      await expect.poll(isReady).toBe(503);
      await next.promote();
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
      await next.stop();
      await primary.stop();
    },
  };
}

test.each([
  ['a failover', openStandby],
  ['a restore to a moment between two payments, by pgBackRest,', openArchive],
])(
  'B9-7 a node that survives %s detects that the last payments are missing, and pays no one twice',
  async (_what, open) => {
    const simulated = await startSimulated();
    onTestFinished(simulated.stop);
    const pair = await openPayments(open, simulated.settings);
    if (!pair) return;
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
        phoneNumber: assignedPhoneNumber(params.userId),
        // The name matches the network's, so that no payment waits for a confirmation.
        accountName: inventStranger(assignedPhoneNumber(params.userId))?.name ?? '',
        changedAt: null,
      }),
    } as unknown as Deps;
    const studyId = crypto.randomUUID();
    await makeStudy({ engine }, studyId);
    const applications = Array.from({ length: PAYMENTS }, () => crypto.randomUUID());
    const ids = applications.map((id) => deriveReference(id, 0));
    for (const applicationId of applications) {
      const payable = {
        applicationId,
        studyId,
        participantId: applicationId,
        participantCode: codeForTest(applicationId),
        kind: 'INCENTIVE' as const,
        version: 1,
        amountInPesewas: 5000,
      };
      await requestPayout(deps, payable, (code) => {
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

    await reconcileAndEndPauses(deps);
    expect(await isPaused(db, 'mtn')).toBe(false);
    await sql`update payment.opened set data_lost_at = now() - interval '11 minutes'`.execute(engine.owner);
    await arrive(ids);
    const { book } = simulated.alone.world;
    for (const id of ids)
      expect(book.credits(deriveReference(id, 1))).toMatchObject([{ amountInPesewas: 5000 }]);
    expect(applications.map((id) => book.balanceOf(walletAccount(assignedPhoneNumber(id))))).toEqual(
      ids.map(() => 5000),
    );
    await assertConsistentLedger({ engine });
  },
);

test('B9-1 B9-7 a failover among random faults and crashes: every payment is made once or not at all', async (context) => {
  // Only their keys are used: a storm starts its own providers.
  const { settings, stop } = await startSimulated();
  await stop();
  const pair = await openPayments(openStandby, settings);
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
  printStormReport(`${seed}: ${report.forgotten} had arrived that the standby did not know of`, report);
  expectConsistentStorm(report);
  expect(report.forgotten).toBeGreaterThan(0);
  return undefined;
});
