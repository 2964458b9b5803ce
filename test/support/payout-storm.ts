import { HOUR_MS } from '@app/contracts/durations.ts';
import { seededChance } from '@app/simulators/chance.ts';
import { inventStranger, networkByPrefix } from '@app/simulators/world.ts';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createLog } from '@app/kit/log.ts';
import { createManualClock } from '@app/simulators/clock.ts';
import { type Fault, type FaultPoint, type PaymentFault, FAULTS } from '@app/simulators/faults.ts';
import { readCallback } from '../../services/payment/src/callbacks/read-callback.ts';
import { type PaymentConfig, readPaymentConfig } from '../../services/payment/src/config.ts';
import type { Deps } from '../../services/payment/src/deps.ts';
import { openDb } from '../../services/payment/src/open-db.ts';
import { PROVIDER_FEE_COST, floatAccount } from '../../services/payment/src/ledger/post.ts';
import { advancePayout } from '../../services/payment/src/payouts/sending/advance-payout.ts';
import { requestPayout } from '../../services/payment/src/payouts/request-payout.ts';
import { codeForTest } from './payouts.ts';
import { openProviders } from '../../services/payment/src/providers/open-providers.ts';
import { type PaymentProvider, deriveReference } from '../../services/payment/src/provider.ts';
import { reconcileAndEndPauses } from '../../services/payment/src/reconciliation/reconcile-after-restore.ts';
import { reconcile } from '../../services/payment/src/reconciliation/reconcile.ts';
import { findLedgerFlaws } from '../../services/payment/test/money.ts';
import type { TestApp } from './app.ts';
import { FLOAT, startSimulated } from './simulated.ts';
import { STORM_INCENTIVE, MOST_PLACES, makeStudy, recordSteps } from './storm-study.ts';

const WORKERS = 4;
const SECOND = 1000;
/** Clock jumps; between them all due work runs. */
const JUMPS = [6 * SECOND, 20 * SECOND, 70 * SECOND, 11 * 60 * SECOND, HOUR_MS, 25 * HOUR_MS];
/** After so many checks without progress, all running calls are waiting for a provider. */
const IDLE = 10;
/** After so many payments a worker handles the callbacks. */
const HEARS_AFTER = 10;
const NETWORK_PREFIXES = ['24', '20', '27'];
/**
 * When this share has arrived, a standby loses its primary; after one more payment it becomes the primary.
 */
const SHARE_AT_CUT = 1 / 8;
const ROUND_OF_APPEALS = 4;

/** The parts of an app that a storm needs. */
export type StormApp = Pick<TestApp, 'process' | 'engine' | 'settings'>;

/** The known state of an order when a call about it is sent. */
export type Stage = 'CREATED' | 'SENDING' | 'PENDING' | 'UNKNOWN' | 'FINAL';
export const STAGES: readonly Stage[] = ['CREATED', 'SENDING', 'PENDING', 'UNKNOWN', 'FINAL'];

/** A fault for one chosen payment. */
export interface Meeting {
  fault: Fault;
  on?: FaultPoint;
  /** It is unknown whether the provider accepted the payment. */
  afterLost?: boolean;
  /** The process ends after the order was sent. */
  afterDeath?: boolean;
}

export interface StormOptions {
  seed: string;
  payments: number;
  probabilities?: Partial<Record<Fault, number>>;
  /** The chosen fault of the payment at each index. */
  meetings?: readonly Meeting[];
  /** The probability that a worker dies at each point. */
  deaths?: number;
  /** Every third person was screened out, and every fourth is owed money only later, after an appeal. */
  isOnline?: boolean;
  /** The number of clock jumps with faults; days without faults follow. */
  rounds?: number;
  /** After `cut` the standby receives nothing; `promote` ends once the service has noticed that it leads. */
  failover?: { cut(): Promise<void>; promote(): Promise<void> };
}

export interface StormReport {
  payouts: {
    id: string;
    state: string;
    why: string | null;
    pesewas: number;
    credits: number[];
    reversed: number;
  }[];
  /** The number of faults of each family at each stage. */
  met: Map<string, number>;
  deaths: number;
  /** Payments that waited for a daily limit, at each check. */
  held: number;
  /** Payments that had arrived when the standby knew only that they were promised. */
  forgotten: number;
  /** Each observed change of a state, such as `payout PENDING UNKNOWN`. */
  steps: string[];
  /** All inconsistencies at any checked commit. */
  flaws: unknown[];
  seconds: number;
}

/** Returns daily limits that today's payments exceed. A first payment of a researcher may exceed one. */
async function passedLimits({ engine }: StormApp, config: PaymentConfig): Promise<unknown[]> {
  const { rows } = await sql`
    with today as (
      select person_id, researcher_id, provider, attempt.pesewas
      from payment.attempts as attempt join payment.payouts using (payout_id) join payment.budgets using (study_id)
      where attempt.state not in ('REJECTED', 'FAILED_PROVEN') and payouts.kind <> 'REFUND'
        and attempt.created_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
        -- Lost orders were sent before they were recorded again: they count for others, and pass no limit.
        and (attempt.sent_at is null or attempt.sent_at >= attempt.created_at)
    )
    select 'person' as limit, person_id::text as whose, count(*)::int as sum from today group by person_id
      having count(*) > ${config.PAYOUTS_PER_PERSON_PER_DAY}
    union all select 'researcher', researcher_id::text, sum(pesewas)::int from today group by researcher_id
      having sum(pesewas) > ${config.PESEWAS_PER_RESEARCHER_PER_DAY} and count(*) > 1
    union all select 'provider', provider, sum(pesewas)::int from today group by provider
      having sum(pesewas) > ${config.PAYOUTS_PER_DAY_IN_PESEWAS}`.execute(engine.owner);
  return rows;
}

/** Runs payments by four workers through the simulators, with all faults, until nothing more can change. */
export async function storm(app: StormApp, options: StormOptions): Promise<StormReport> {
  const { seed, payments, probabilities = {}, meetings = [], deaths = 0, rounds = 14, failover } = options;
  const { isOnline = false } = options;
  const started = performance.now();
  const clock = createManualClock(Date.now());
  const simulated = await startSimulated({ clock, seed, probabilities });
  const { world } = simulated.alone;
  simulated.front.leadTo((app.process.app.server.address() as AddressInfo).port);
  const isScreenedOut = (index: number) => isOnline && index % 3 === 0;
  const drawAmount = (index: number) =>
    isScreenedOut(index)
      ? STORM_INCENTIVE / 10
      : 1 + Math.floor(seededChance(seed, 'amount', index) * STORM_INCENTIVE);
  // Without chosen faults, two of every four belong to one person, so that the daily limit delays some.
  const isCrowded = meetings.length === 0;
  const personAt = (index: number) =>
    deriveReference(`${seed} person`, isCrowded && index % 4 === 3 ? index - 1 : index);
  const all = Array.from({ length: payments }, (_, index) => drawAmount(index)).reduce(
    (sum, one) => sum + one,
    0,
  );
  const limits = {
    PAYOUTS_PER_PERSON_PER_DAY: 1,
    PESEWAS_PER_RESEARCHER_PER_DAY: Math.ceil(all * 0.9),
    PAYOUTS_PER_DAY_IN_PESEWAS: Math.max(STORM_INCENTIVE, Math.ceil(all * 0.6)),
  };
  const config = readPaymentConfig({
    ...app.settings,
    ...simulated.settings,
    BONUS_UNDO_SECONDS: 0,
    ...(isCrowded && limits),
  });
  const paced = { now: clock.now, wait: (ms: number) => clock.advance(ms) };
  const { db } = openDb(app.engine, config.PAYMENT_DATA_KEYS);
  const run = (text: string) => sql.raw(text).execute(app.engine.owner);
  const report: StormReport = {
    payouts: [],
    met: new Map(),
    deaths: 0,
    held: 0,
    forgotten: 0,
    steps: [],
    flaws: [],
    seconds: 0,
  };

  const wallets = new Map<string, { network: string; phoneNumber: string; accountName: string }>();
  const stages = new Map<string, Stage>();
  const toDie = new Set<string>();
  const orders = new Map<string, string>();
  let isCalm = false;
  let hasFailedOver = false;
  let answers = 0;
  let calling = 0;
  async function called<T>(call: Promise<T>): Promise<T> {
    calling += 1;
    try {
      return await call;
    } finally {
      calling -= 1;
      answers += 1;
    }
  }

  /** A worker ends here, as if its process were killed. */
  const passed = new Map<string, number>();
  function mayDie(point: string, reference: string): void {
    const key = `${point} ${reference}`;
    const count = passed.get(key) ?? 0;
    passed.set(key, count + 1);
    const isMeant = point === 'after the order' && toDie.delete(reference);
    if (!isMeant && (isCalm || seededChance(seed, 'death', key, count) >= deaths)) return;
    report.deaths += 1;
    throw new Error('killed');
  }

  const watched = (provider: PaymentProvider): PaymentProvider => ({
    ...provider,
    lookUp: (wallet) => called(provider.lookUp(wallet)),
    async send(order) {
      mayDie('before the order', order.reference);
      if (!stages.has(order.reference)) stages.set(order.reference, 'SENDING');
      const written = await db
        .selectFrom('payment.attempts')
        .select('state')
        .where('reference', '=', order.reference)
        .executeTakeFirst();
      if (written?.state !== 'SENT') report.flaws.push(`sent before it was committed: ${order.reference}`);
      const before = orders.get(order.reference);
      if (before !== undefined && before !== JSON.stringify(order)) {
        report.flaws.push(`sent again as something else: ${order.reference}`);
      }
      orders.set(order.reference, JSON.stringify(order));
      const outcome = await called(provider.send(order));
      mayDie('after the order', order.reference);
      const isTaken = outcome.kind === 'accepted' || outcome.kind === 'exists';
      stages.set(order.reference, isTaken ? 'PENDING' : outcome.kind === 'refused' ? 'FINAL' : 'UNKNOWN');
      return outcome;
    },
    async query(reference) {
      const outcome = await called(provider.query(reference));
      mayDie('after the question', reference);
      const { kind } = outcome;
      const isFinal = kind === 'success' || kind === 'failure' || kind === 'reversed';
      stages.set(reference, isFinal ? 'FINAL' : kind === 'pending' ? 'PENDING' : 'UNKNOWN');
      return outcome;
    },
  });
  const opened = openProviders(config, paced);
  if (!opened.mtn || !opened.paystack) throw new Error('Both are simulated');
  const providers = { mtn: watched(opened.mtn), paystack: watched(opened.paystack) };
  const deps = {
    db,
    log: createLog('silent'),
    config,
    providers,
    jobs: { send: async () => mayDie('before the commit', '') },
    callIdentity: async (_: unknown, { params }: { params: { userId: string } }) => ({
      ...wallets.get(params.userId),
      changedAt: null,
    }),
  } as unknown as Deps;

  const { faults } = world;
  const record = (fault: Fault, of: readonly (string | undefined)[]) => {
    const stage = of.map((one) => stages.get(one ?? '')).find((one) => one !== undefined) ?? 'CREATED';
    const key = `${FAULTS[fault as PaymentFault]} ${stage}`;
    report.met.set(key, (report.met.get(key) ?? 0) + 1);
  };
  const { has, meets } = faults;
  faults.has = (fault, ...of) => {
    const isSo = has(fault, ...of);
    if (isSo) record(fault, of);
    return isSo;
  };
  faults.meets = (fault, on, ...of) => {
    const isSo = meets(fault, on, ...of);
    if (isSo) record(fault, of);
    return isSo;
  };

  await recordSteps(app);
  const appealed: (() => Promise<unknown>)[] = [];
  for (let index = 0; index < payments; index += 1) {
    const studyId = deriveReference(`${seed} study`, Math.floor(index / MOST_PLACES));
    if (index % MOST_PLACES === 0) await makeStudy(app, studyId);
    const personId = personAt(index);
    const applicationId = deriveReference(`${seed} application`, index);
    const prefix = NETWORK_PREFIXES[meetings.length > 0 ? index % 2 : index % 3] ?? '24';
    const phoneNumber = `+233${prefix}${String(1_000_000 + index * 7).slice(-7)}`;
    wallets.set(personId, {
      network: networkByPrefix(phoneNumber) ?? 'MTN',
      phoneNumber,
      // The name matches the network's, so that no payment waits for a confirmation.
      accountName: inventStranger(phoneNumber)?.name ?? '',
    });
    const asked = {
      applicationId,
      studyId,
      participantId: personId,
      participantCode: codeForTest(applicationId),
      kind: isScreenedOut(index) ? ('SCREEN_OUT' as const) : ('INCENTIVE' as const),
      version: 1,
      amountInPesewas: drawAmount(index),
    };
    const request = () =>
      requestPayout({ ...deps, jobs: { ...deps.jobs, send: async () => {} } }, asked, (code) => {
        throw new Error(code);
      });
    if (isOnline && index % 4 === 3) appealed.push(request);
    else await request();
    const payoutId = deriveReference(applicationId, 0);
    const reference = deriveReference(payoutId, 1);
    const meeting = meetings[index];
    if (meeting?.afterDeath) toDie.add(reference);
    if (meeting?.afterLost) faults.force({ of: reference, faults: ['drop-response'], on: 'send' });
    if (meeting) {
      const of = meeting.on === 'look-up' ? phoneNumber : reference;
      faults.force({ of, faults: [meeting.fault], ...(meeting.on && { on: meeting.on }) });
    }
  }
  const list = `(select payout_id from payment.payouts where study_id in (${stormStudyIds(seed, payments)}))`;

  let shifted = clock.now();
  /** Moves the timestamps in the database with the simulated clock. */
  async function follow(): Promise<void> {
    const seconds = (clock.now() - shifted) / SECOND;
    shifted = clock.now();
    const back = `- interval '${seconds} seconds'`;
    await run(
      `update payment.payouts set next_at = next_at ${back}, leased_until = leased_until ${back} where payout_id in ${list} and next_at is not null`,
    );
    await run(`update payment.opened set data_lost_at = data_lost_at ${back}`);
    await run(`update payment.account_checks set asked_at = asked_at ${back}`);
    await run(
      `update payment.attempts set sent_at = sent_at ${back}, last_sent_at = last_sent_at ${back}, created_at = created_at ${back} where payout_id in ${list}`,
    );
  }

  const withoutDeath = (error: Error) => {
    if (error.message !== 'killed') throw error;
  };
  /** Handles the callbacks (webhooks) so far by any worker, some by several at once. */
  async function handleCallbacks(): Promise<void> {
    const callbacks = await db
      .selectFrom('payment.callbacks')
      .select('callback_id')
      .where('state', '=', 'NEW')
      .limit(HEARS_AFTER)
      .execute();
    for (const { callback_id: callbackId } of callbacks)
      await readCallback(deps, { callbackId }).catch(withoutDeath);
  }

  async function runRound(number: number): Promise<void> {
    await follow();
    const due = await sql<{ id: string }>`
      select payout_id as id from payment.payouts where payout_id in ${sql.raw(list)} and next_at <= now()
        and (leased_until is null or leased_until < now())`.execute(app.engine.owner);
    const works = Array.from({ length: WORKERS }, async (_, worker) => {
      const own = (id: string) => seededChance(seed, 'share', number, worker, id);
      const mine = due.rows.filter((row) => own(row.id) < 0.4).toSorted((a, b) => own(a.id) - own(b.id));
      for (const [index, { id }] of mine.entries()) {
        await advancePayout(deps, { payoutId: id }).catch(withoutDeath);
        if (index % HEARS_AFTER === 0) await handleCallbacks();
      }
      await handleCallbacks();
    });
    // Payments that the failover stopped continue after their provider has responded.
    if (hasFailedOver) works.push(reconcileAndEndPauses(deps).then(() => {}, withoutDeath));
    const working = new Set(works);
    const ended = Promise.all(works.map((work) => work.finally(() => working.delete(work))));
    // Time advances only while all wait for a provider, never for a slow database.
    for (let idle = 0, answered = answers; working.size > 0; answered = answers) {
      await pause(4);
      idle = calling < working.size || answers !== answered ? 0 : idle + 1;
      if (idle > IDLE) await clock.advance(SECOND);
    }
    await ended;
    await checkNow();
    if (!isCrowded) return;
    report.flaws.push(...(await passedLimits(app, config)));
    const { rows } = await sql<{ held: number }>`
      select count(*)::int as held from payment.payouts
      where why in ('PERSON_LIMIT', 'RESEARCHER_LIMIT', 'DAILY_CEILING')`.execute(app.engine.owner);
    report.held += rows[0]?.held ?? 0;
  }

  async function checkNow(): Promise<void> {
    report.flaws.push(...(await findLedgerFlaws(app)));
    const differing = await sql`
      select provider, live, moving from (
        select provider, sum(pesewas)::bigint as live from payment.attempts where state in ('SENT', 'ACCEPTED', 'UNKNOWN') group by provider
      ) as a full join (
        select split_part(account, ':', 2) as provider, sum(pesewas)::bigint as moving from (
          select credit as account, pesewas from payment.postings union all select debit, -pesewas from payment.postings
        ) as side where account like '%:in_transit' group by 1
      ) as b using (provider) where coalesce(live, 0) <> coalesce(moving, 0)`.execute(app.engine.owner);
    report.flaws.push(...differing.rows);
    // The operator pays the missing amount, and resumes.
    for (const provider of ['mtn', 'paystack'] as const) {
      const short = FLOAT - world.book.balanceOf(`float:${provider}`);
      if (short > FLOAT / 2) simulated.alone.fund(provider, short);
    }
    await run(`delete from payment.pauses where reason <> 'REOPENED'`);
  }

  /**
   * B9-4: the ledger matches all payments that left a provider, except those with an unknown outcome, which
   * are in review. Fees are excluded: a provider reports them only for some payments, which the
   * reconciliation lists.
   */
  async function flawsOfFloats(): Promise<unknown[]> {
    const { rows: unheard } = await sql<{ reference: string }>`
      select reference from payment.attempts join payment.payouts using (payout_id) where payouts.state = 'REVIEW'`.execute(
      app.engine.owner,
    );
    const isUnheard = new Set(unheard.map(({ reference }) => reference));
    const { rows: booked } = await sql<{ account: string; pesewas: number }>`
      select account, sum(pesewas)::int as pesewas from (
        select transaction_id, credit as account, debit as other, pesewas from payment.postings
        union all select transaction_id, debit, credit, -pesewas from payment.postings
      ) as side join payment.transactions using (transaction_id)
      where account like '%:float' and other <> ${PROVIDER_FEE_COST} and kind <> 'COLLECTED' group by account`.execute(
      app.engine.owner,
    );
    return (['mtn', 'paystack'] as const).flatMap((provider) => {
      const out = world.book
        .movements()
        .filter(({ from, to, reference }) => `${from} ${to}`.includes(provider) && !isUnheard.has(reference))
        .reduce((sum, { kind, amountInPesewas: pesewas }) => {
          return sum + (kind === 'PAYOUT' ? pesewas : kind === 'REVERSAL' ? -pesewas : 0);
        }, 0);
      const ledgerPesewas = booked.find(({ account }) => account === floatAccount(provider))?.pesewas ?? 0;
      return out === ledgerPesewas ? [] : [{ provider, out, said: ledgerPesewas }];
    });
  }

  const countPaid = async () => {
    const { rows } = await sql<{ paid: number }>`
      select count(*)::int as paid from payment.payouts
      where state = 'SUCCEEDED' and payout_id in ${sql.raw(list)}`.execute(app.engine.owner);
    return rows[0]?.paid ?? 0;
  };
  let copied: { at: number; paid: number } | undefined;
  async function failOver(): Promise<void> {
    if (!failover || hasFailedOver) return;
    const paid = await countPaid();
    if (!copied && paid >= payments * SHARE_AT_CUT) {
      copied = { at: shifted, paid };
      await failover.cut();
    } else if (copied && paid > copied.paid) {
      await failover.promote();
      hasFailedOver = true;
      shifted = copied.at;
      report.forgotten = paid - (await countPaid());
    }
  }
  for (let number = 0; number < rounds; number += 1) {
    await failOver();
    // Each request arrives twice.
    if (number === ROUND_OF_APPEALS) for (const request of [...appealed, ...appealed]) await request();
    await runRound(number);
    // The first jumps are short, to poll what a provider forgets after a minute. No day passes while the
    // standby is cut off: providers may forget older references.
    const most = number < 3 ? 2 : copied && !hasFailedOver ? JUMPS.length - 1 : JUMPS.length;
    await clock.advance(JUMPS[Math.floor(seededChance(seed, 'jump', number) * most)] ?? SECOND);
  }
  faults.calm();
  isCalm = true;
  // Three days pass until a review, and four more until a daily limit lets the last payment through.
  for (let hour = 0; hour <= 7 * 24 + rounds; hour += 1) {
    await failOver();
    await runRound(rounds + hour);
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from payment.payouts where payout_id in ${sql.raw(list)} and next_at is not null`.execute(
      app.engine.owner,
    );
    if (rows[0]?.open === 0) break;
    await clock.advance(hour < 6 ? 61 * SECOND : HOUR_MS + SECOND);
  }
  // It checks the last two days, a thousand at a time.
  await run(`update payment.attempts set sent_at = now() where payout_id in ${list} and sent_at is not null`);
  for (let looked = -1000; looked < payments; looked += 1000) await reconcile(deps);
  await checkNow();
  report.flaws.push(...(await flawsOfFloats()));

  const credits = Map.groupBy(
    world.book.movements().filter(({ to, kind }) => to.startsWith('wallet:') && kind === 'PAYOUT'),
    ({ reference }) => reference,
  );
  const reversals = Map.groupBy(
    world.book.movements().filter(({ kind }) => kind === 'REVERSAL'),
    ({ reference }) => reference,
  );
  const { rows } = await sql<{
    id: string;
    state: string;
    why: string | null;
    pesewas: number;
    attempts: number;
  }>`
    select payout_id as id, state, why, pesewas, attempts from payment.payouts where payout_id in ${sql.raw(list)}`.execute(
    app.engine.owner,
  );
  for (const { attempts, ...row } of rows) {
    const references = Array.from({ length: attempts + 3 }, (_, index) => deriveReference(row.id, index + 1));
    report.payouts.push({
      ...row,
      credits: references
        .flatMap((one) => credits.get(one) ?? [])
        .map(({ amountInPesewas }) => amountInPesewas),
      reversed: references.flatMap((one) => reversals.get(one) ?? []).length,
    });
  }
  const steps = await sql<{ step: string }>`select step from payment.steps_taken order by step`.execute(
    app.engine.owner,
  );
  report.steps.push(...steps.rows.map(({ step }) => step));
  await simulated.stop();
  report.seconds = (performance.now() - started) / 1000;
  return report;
}

const stormStudyIds = (seed: string, payments: number) =>
  Array.from(
    { length: Math.ceil(payments / MOST_PLACES) },
    (_, index) => `'${deriveReference(`${seed} study`, index)}'`,
  ).join();
