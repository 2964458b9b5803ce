import { HOUR_MS } from '@app/contracts/durations.ts';
import { anyStranger, networkByPrefix, chance } from '@app/simulators/world.ts';
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
import { openProviders } from '../../services/payment/src/providers/open-providers.ts';
import { type PaymentProvider, providerReference } from '../../services/payment/src/provider.ts';
import { reconcileAll } from '../../services/payment/src/reconciliation/reconcile-after-restore.ts';
import { reconcile } from '../../services/payment/src/reconciliation/reconcile.ts';
import { findMoneyFlaws } from '../../services/payment/test/money.ts';
import type { TestApp } from './app.ts';
import { FLOAT, startSimulated } from './simulated.ts';
import { STORM_INCENTIVE, MOST_PLACES, makeStudy, recordSteps } from './storm-study.ts';

const WORKERS = 4;
const SECOND = 1000;
/** Clock jumps, between which what is due is done. */
const JUMPS = [6 * SECOND, 20 * SECOND, 70 * SECOND, 11 * 60 * SECOND, HOUR_MS, 25 * HOUR_MS];
/** So often looked at without an answer, all that are called hold theirs back. */
const IDLE = 10;
/** Between so many payments a worker hears what was called back. */
const HEARS_AFTER = 10;
const NETWORK_PREFIXES = ['24', '20', '27'];
/** Once so many have arrived, a standby loses touch with its primary; once one more has, it takes its place. */
const SHARE_AT_CUT = 1 / 8;

/** What a storm needs of an app. */
export type StormApp = Pick<TestApp, 'process' | 'engine' | 'settings'>;

/** What the process knows of an order when a call about it goes out. */
export type Stage = 'CREATED' | 'SENDING' | 'PENDING' | 'UNKNOWN' | 'FINAL';
export const STAGES: readonly Stage[] = ['CREATED', 'SENDING', 'PENDING', 'UNKNOWN', 'FINAL'];

/** A fault that one payment is to meet. */
export interface Meeting {
  fault: Fault;
  on?: FaultPoint;
  /** For a payment of which nobody knows whether the provider has taken it. */
  afterLost?: boolean;
  /** Its process ends after the order has gone out. */
  afterDeath?: boolean;
}

export interface StormOptions {
  seed: string;
  payments: number;
  probabilities?: Partial<Record<Fault, number>>;
  /** Of the payment at each place. */
  meetings?: readonly Meeting[];
  /** How likely a worker dies at each point that it passes. */
  deaths?: number;
  /** Clock jumps while things go wrong, before everything is calm and days pass. */
  rounds?: number;
  /** From `cut` on the standby hears nothing; `promote` ends once the service has noticed that it leads. */
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
  /** How often each family of faults was met at each stage. */
  met: Map<string, number>;
  deaths: number;
  /** Payments that were seen waiting for a limit of a day, at each look. */
  held: number;
  /** Payments that had arrived when the standby knew only their promise. */
  forgotten: number;
  /** `payout PENDING UNKNOWN`: each change of a state that was seen. */
  steps: string[];
  /** Whatever was wrong at any commit that was looked at. */
  flaws: unknown[];
  seconds: number;
}

/** Limits of a day that what has left today, or is about to, has passed (B11). A first payment of a researcher may. */
async function passedLimits({ engine }: StormApp, config: PaymentConfig): Promise<unknown[]> {
  const { rows } = await sql`
    with today as (
      select person_id, researcher_id, provider, attempt.pesewas
      from payment.attempts as attempt join payment.payouts using (payout_id) join payment.budgets using (study_id)
      where attempt.state not in ('REJECTED', 'FAILED_PROVEN') and payouts.kind <> 'REFUND'
        and attempt.created_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
        -- What the database had forgotten left before it was written down again: it holds others back, and itself passes nothing.
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

/** Payments of one app by four workers through the simulators, whatever goes wrong, until nothing more can change. */
export async function storm(app: StormApp, options: StormOptions): Promise<StormReport> {
  const { seed, payments, probabilities = {}, meetings = [], deaths = 0, rounds = 14, failover } = options;
  const started = performance.now();
  const clock = createManualClock(Date.now());
  const simulated = await startSimulated({ clock, seed, probabilities });
  const { world } = simulated.alone;
  simulated.front.leadTo((app.process.app.server.address() as AddressInfo).port);
  const drawAmount = (index: number) => 1 + Math.floor(chance(seed, 'amount', index) * STORM_INCENTIVE);
  // Without chosen faults, two of every four are owed to one person, so that the limit of a day holds some of them.
  const isCrowded = meetings.length === 0;
  const personAt = (index: number) =>
    providerReference(`${seed} person`, isCrowded && index % 4 === 3 ? index - 1 : index);
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
    if (!isMeant && (isCalm || chance(seed, 'death', key, count) >= deaths)) return;
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
  for (let index = 0; index < payments; index += 1) {
    const studyId = providerReference(`${seed} study`, Math.floor(index / MOST_PLACES));
    if (index % MOST_PLACES === 0) await makeStudy(app, studyId);
    const personId = personAt(index);
    const applicationId = providerReference(`${seed} application`, index);
    const prefix = NETWORK_PREFIXES[meetings.length > 0 ? index % 2 : index % 3] ?? '24';
    const phoneNumber = `+233${prefix}${String(1_000_000 + index * 7).slice(-7)}`;
    wallets.set(personId, {
      network: networkByPrefix(phoneNumber) ?? 'MTN',
      phoneNumber,
      // As the network has it, so that no payment waits for its owner's word.
      accountName: anyStranger(phoneNumber)?.name ?? '',
    });
    const asked = {
      applicationId,
      studyId,
      participantId: personId,
      version: 1,
      amountInPesewas: drawAmount(index),
    };
    await requestPayout({ ...deps, jobs: { ...deps.jobs, send: async () => {} } }, asked, (code) => {
      throw new Error(code);
    });
    const payoutId = providerReference(applicationId, 0);
    const reference = providerReference(payoutId, 1);
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
  /** The database's clock follows the one that is turned: what was written lies as long ago. */
  async function follow(): Promise<void> {
    const seconds = (clock.now() - shifted) / SECOND;
    shifted = clock.now();
    const back = `- interval '${seconds} seconds'`;
    await run(
      `update payment.payouts set next_at = next_at ${back}, leased_until = leased_until ${back} where payout_id in ${list} and next_at is not null`,
    );
    await run(`update payment.opened set forgotten_at = forgotten_at ${back}`);
    await run(`update payment.account_checks set asked_at = asked_at ${back}`);
    await run(
      `update payment.attempts set sent_at = sent_at ${back}, last_sent_at = last_sent_at ${back}, created_at = created_at ${back} where payout_id in ${list}`,
    );
  }

  const withoutDeath = (error: Error) => {
    if (error.message !== 'killed') throw error;
  };
  /** The callbacks (webhooks) so far, taken by any worker, some by several at once. */
  async function hear(): Promise<void> {
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
      const own = (id: string) => chance(seed, 'share', number, worker, id);
      const mine = due.rows.filter((row) => own(row.id) < 0.4).toSorted((a, b) => own(a.id) - own(b.id));
      for (const [index, { id }] of mine.entries()) {
        await advancePayout(deps, { payoutId: id }).catch(withoutDeath);
        if (index % HEARS_AFTER === 0) await hear();
      }
      await hear();
    });
    // What the failover has stopped goes on once its provider has answered.
    if (hasFailedOver) works.push(reconcileAll(deps).then(() => {}, withoutDeath));
    const working = new Set(works);
    const ended = Promise.all(works.map((work) => work.finally(() => working.delete(work))));
    // Time goes on where all wait for a provider, or it would never answer; never for a database that is slow.
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
    report.flaws.push(...(await findMoneyFlaws(app)));
    const differing = await sql`
      select provider, live, moving from (
        select provider, sum(pesewas)::bigint as live from payment.attempts where state in ('SENT', 'ACCEPTED', 'UNKNOWN') group by provider
      ) as a full join (
        select split_part(account, ':', 2) as provider, sum(pesewas)::bigint as moving from (
          select credit as account, pesewas from payment.postings union all select debit, -pesewas from payment.postings
        ) as side where account like '%:in_transit' group by 1
      ) as b using (provider) where coalesce(live, 0) <> coalesce(moving, 0)`.execute(app.engine.owner);
    report.flaws.push(...differing.rows);
    // The operator pays in what is short, and resumes.
    for (const provider of ['mtn', 'paystack'] as const) {
      const short = FLOAT - world.book.balanceOf(`float:${provider}`);
      if (short > FLOAT / 2) simulated.alone.fund(provider, short);
    }
    await run(`delete from payment.pauses where reason <> 'REOPENED'`);
  }

  /**
   * B9-4: what left a provider is what the ledger says, except for what nobody heard of, which is in review. Without
   * fees: a provider reports them for some payments only, and the difference is a class of the reconciliation.
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
      const said = booked.find(({ account }) => account === floatAccount(provider))?.pesewas ?? 0;
      return out === said ? [] : [{ provider, out, said }];
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
    await runRound(number);
    // The first are short, so that what a provider does not know for a minute is asked for within it.
    // No day passes while the standby hears nothing: of what is older a provider may know no reference any more.
    const most = number < 3 ? 2 : copied && !hasFailedOver ? JUMPS.length - 1 : JUMPS.length;
    await clock.advance(JUMPS[Math.floor(chance(seed, 'jump', number) * most)] ?? SECOND);
  }
  faults.calm();
  isCalm = true;
  // Three days until somebody looks, and four more until a limit of a day has let the last one go.
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
  // It looks at the last two days, each time at a thousand.
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
    const references = Array.from({ length: attempts + 3 }, (_, index) =>
      providerReference(row.id, index + 1),
    );
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
    (_, index) => `'${providerReference(`${seed} study`, index)}'`,
  ).join();
