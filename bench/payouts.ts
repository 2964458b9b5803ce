import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { Engine } from '@app/kit/database.ts';
import { createLog } from '@app/kit/log.ts';
import { anyStranger } from '@app/simulators/world.ts';
import { startSimulated } from '../test/support/simulated.ts';
import { makeStudy } from '../test/support/storm-study.ts';
import { readPaymentConfig } from '../services/payment/src/config.ts';
import type { Deps } from '../services/payment/src/deps.ts';
import { due, sent } from '../services/payment/src/ledger/events.ts';
import { post } from '../services/payment/src/ledger/post.ts';
import {
  findWrongBalances,
  readInTransit,
  readStudyBalances,
  readTrialBalance,
} from '../services/payment/src/ledger/read-balances.ts';
import { openDb } from '../services/payment/src/open-db.ts';
import { advancePayout } from '../services/payment/src/payouts/sending/advance-payout.ts';
import { listPayouts } from '../services/payment/src/payouts/queries.ts';
import { requestPayout } from '../services/payment/src/payouts/request-payout.ts';
import { openProviders } from '../services/payment/src/providers/open-providers.ts';
import { referenceOf } from '../services/payment/src/providers/provider.ts';
import type { PaymentTables } from '../services/payment/src/schema.ts';
import type { Ground } from './ground.ts';
import { median, say } from './measure.ts';

const PAYMENTS = 600;
const POSTINGS = 2000;
const AT_ONCE = 16;
const ROUNDS = 3;
const SIZES = [10_000, Number(process.env['BENCH_ENTRIES'] ?? 1_000_000)];
const TRIES = 11;
/** After a checkpoint the first write to each page costs more: these are no part of the figure. */
const WARM_UPS = 200;

/** So many callers take one piece of work after the other; gives how many a second. */
async function rate<T>(pieces: readonly T[], work: (piece: T) => Promise<unknown>): Promise<number> {
  const left = pieces.values();
  const began = performance.now();
  const caller = async () => {
    for (const piece of left) await work(piece);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return (pieces.length * 1000) / (performance.now() - began);
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Payments through the simulators; then what a posting costs, beside its SQL alone and with many entries. */
export async function measurePayouts(ground: Ground): Promise<void> {
  const bench = await ground.empty();
  await bench.inProcess(async (_, engine) => {
    await measureSending(engine, bench.secrets);
    await measurePosting(engine, bench.databaseUrl);
    for (const size of SIZES) await measureSize(engine, size);
  });
}

async function measureSending(engine: Engine, secrets: Record<string, string>): Promise<void> {
  const simulated = await startSimulated();
  const ids = range(PAYMENTS).map(() => randomUUID());
  // One number of several people would be held, and the simulators do something wrong to some last digits.
  const numbers = new Map<string, string>(ids.map((id, index) => [id, `+23320${1_002_000 + index}`]));
  const config = readPaymentConfig({
    ...secrets,
    ...simulated.settings,
    BONUS_UNDO_SECONDS: 0,
    PAYOUTS_PER_DAY_IN_PESEWAS: '1000000000',
    PAYOUTS_PER_PERSON_PER_DAY: 1_000_000,
    PESEWAS_PER_PERSON_PER_DAY: '1000000000',
    PESEWAS_PER_RESEARCHER_PER_DAY: '1000000000',
  });
  const deps = {
    db: openDb(engine, config.PAYMENT_DATA_KEYS).db,
    log: createLog('silent'),
    config,
    jobs: { send: async () => {} },
    // MTN is asked five things a second, which says nothing of us.
    providers: openProviders(config),
    callIdentity: async (_: unknown, { params }: { params: { userId: string } }) => ({
      network: 'TELECEL',
      phoneNumber: numbers.get(params.userId),
      // As the network has it.
      accountName: anyStranger(numbers.get(params.userId) ?? '')?.name ?? '',
      changedAt: null,
    }),
  } as unknown as Deps;
  const studyId = randomUUID();
  await makeStudy({ engine }, studyId);
  const fail = (code: string): never => {
    throw new Error(code);
  };
  const owed = await rate(ids, (applicationId) =>
    requestPayout(
      deps,
      { applicationId, studyId, participantId: applicationId, version: 1, amountInPesewas: 5000 },
      fail,
    ),
  );
  const advance = (applicationId: string) => advancePayout(deps, { payoutId: referenceOf(applicationId, 0) });
  const sending = await rate(ids, advance);
  await sql`update payment.payouts set next_at = now(), leased_until = null where next_at is not null`.execute(
    engine.owner,
  );
  // The simulated network takes two seconds for each.
  await new Promise((settled) => {
    setTimeout(settled, 2500);
  });
  const settling = await rate(ids, advance);
  const { rows } = await sql`select from payment.payouts where state <> 'SUCCEEDED'`.execute(engine.owner);
  if (rows.length > 0) throw new Error(`${rows.length} payments did not succeed`);
  say(`${PAYMENTS} payments by Paystack’s interface, ${AT_ONCE} at once:\n`);
  say('| step | a second |\n| --- | --- |');
  say(`| owed (\`PUT payouts/{id}\` without HTTP) | ${Math.round(owed)} |`);
  say(`| sent (look-up, recipient, order) | ${Math.round(sending)} |`);
  say(`| asked and booked as paid | ${Math.round(settling)} |`);
  await simulated.stop();
}

const BARE = `
  with happened as (
    insert into payment.transactions (transaction_id, kind, subject, happened_at) values ($1, 'SENT', $2, now())
    on conflict (kind, subject) do nothing returning transaction_id)
  insert into payment.postings (transaction_id, ordinal, debit, credit, pesewas)
  select transaction_id, 0, $3, 'provider:mtn:in_transit', 1 from happened`;

/** Studies with money, so that callers do not all wait for one row. */
async function makeStudies(engine: Engine): Promise<string[]> {
  const studies = range(AT_ONCE).map(() => randomUUID());
  for (const studyId of studies) {
    await makeStudy({ engine }, studyId);
    const postings = due({ studyId, pesewas: 2_000_000, feeInPesewas: 0, from: 'promised' });
    await post(engine.connect<PaymentTables>('payment_app'), {
      kind: 'DUE',
      subject: randomUUID(),
      postings,
    });
  }
  return studies;
}

async function measurePosting(engine: Engine, databaseUrl: string): Promise<void> {
  const studies = await makeStudies(engine);
  const studyOf = (index: number) => studies[index % studies.length] ?? '';
  const db = engine.connect<PaymentTables>('payment_app');
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const sides = {
    ours: (index: number) =>
      post(db, {
        kind: 'SENT',
        subject: randomUUID(),
        postings: sent({ provider: 'mtn', studyId: studyOf(index), pesewas: 1, as: 'payable' }),
      }),
    bare: (index: number) =>
      pool.query({
        name: 'bare',
        text: BARE,
        values: [randomUUID(), randomUUID(), `study:${studyOf(index)}:payable`],
      }),
  };
  const results = { ours: [] as number[], bare: [] as number[] };
  for (const round of range(ROUNDS + 1))
    for (const side of ['bare', 'ours'] as const) {
      const result = await rate(range(POSTINGS), sides[side]);
      // The first round warms up.
      if (round > 0) results[side].push(result);
    }
  await pool.end();
  const [ours, bare] = [median(results.ours), median(results.bare)];
  say(
    `\nPostings a second, ${AT_ONCE} callers over ${AT_ONCE} studies, durable, median of ${ROUNDS} rounds:\n`,
  );
  say('| same SQL | `post` | ratio |\n| --- | --- | --- |');
  say(`| ${Math.round(bare)} | ${Math.round(ours)} | ${(ours / bare).toFixed(2)} |`);
}

async function measureSize(engine: Engine, size: number): Promise<void> {
  const db = engine.connect<PaymentTables>('payment_app');
  const { rows } = await sql<{ count: number }>`select count(*) as count from payment.postings`.execute(
    engine.owner,
  );
  const [studyId = ''] = await makeStudies(engine);
  const missing = Math.max(0, size - (rows[0]?.count ?? 0));
  const account = `study:${studyId}:available`;
  await sql`
    with happened as (
      insert into payment.transactions (transaction_id, kind, subject, happened_at)
      select gen_random_uuid(), 'COLLECTED', gen_random_uuid()::text, now() from generate_series(1, ${missing}::int)
      returning transaction_id)
    insert into payment.postings (transaction_id, ordinal, debit, credit, pesewas)
    select transaction_id, 0, 'provider:mtn:float', ${account}, 1 from happened`.execute(engine.owner);
  await sql`vacuum analyze payment.postings, payment.transactions`.execute(engine.owner);
  const times = async (work: () => Promise<unknown>) => {
    const taken: number[] = [];
    for (const _ of range(TRIES)) {
      const began = performance.now();
      await work();
      taken.push(performance.now() - began);
    }
    return `${median(taken).toFixed(1)} ms`;
  };
  const posting = () =>
    post(db, {
      kind: 'SENT',
      subject: randomUUID(),
      postings: sent({ provider: 'mtn', studyId, pesewas: 1, as: 'payable' }),
    });
  const bytes = await sql<{ size: string }>`
    select pg_size_pretty(pg_total_relation_size('payment.postings') + pg_total_relation_size('payment.transactions')) as size`.execute(
    engine.owner,
  );
  say(`\n${size.toLocaleString('en')} entries, ${bytes.rows[0]?.size}: median of ${TRIES}\n`);
  say('| what | time |\n| --- | --- |');
  for (const _ of range(WARM_UPS)) await posting();
  say(`| one posting | ${await times(posting)} |`);
  say(`| a study’s balances | ${await times(() => readStudyBalances(db, studyId))} |`);
  say(
    `| a page of payments | ${await times(() => listPayouts(db, {}, { page: 0, size: 10 }, { withAccount: false }))} |`,
  );
  say(`| trial balance | ${await times(() => readTrialBalance(db))} |`);
  say(`| balances beside their postings | ${await times(() => findWrongBalances(db))} |`);
  say(`| what is in transit, by order | ${await times(() => readInTransit(db, 'mtn'))} |`);
}
