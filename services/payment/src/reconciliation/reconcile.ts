import { runForEach } from '@app/kit/job-steps.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import { recordEvent } from '../audit.ts';
import type { TransitionDeps } from '../deps.ts';
import {
  type ProviderName,
  type PaymentProvider,
  type QueryOutcome,
  PROVIDERS,
  queryOrder,
} from '../provider.ts';
import {
  findWrongBalances,
  readLedgerFloat,
  readInTransit,
  readTrialBalance,
} from '../ledger/read-balances.ts';
import { recordReconciledFunding } from '../budgets/write-funding.ts';
import {
  pollPayout,
  reviewPaidPayout,
  recordReconciledAttempt,
  stopAfterContradiction,
} from '../payouts/sending/poll-provider.ts';
import {
  type Difference,
  type Entry,
  findUnreconciled,
  listLiveAttempts,
  sumRecentOpenPrompts,
  sumPaymentsOfTwoDays,
  clearDifferences,
  writeDifferences,
  writeFloat,
} from './queries.ts';
import { unexplained } from '../ledger/events.ts';
import { postTransaction } from '../ledger/post.ts';

export const RECONCILIATION: Queue<NoData> = {
  name: 'reconciliation',
  cron: '23 2 * * *',
  isDebounced: true,
  expireInSeconds: 3600,
};

interface Silence {
  provider: ProviderName;
  said: string;
  payments: number;
}

export interface Reconciliation {
  differences: Difference[];
  silent: Silence[];
}

const BATCH_SIZE = 1000;
const NOT_SET = 'not set';
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Compares each entry by its reference and exact amount, and then the sums. */
export async function reconcile(deps: TransitionDeps, atOnce = BATCH_SIZE): Promise<Reconciliation> {
  const differences: Difference[] = [];
  const unheard = createUnheard();
  const compareEach = async (entry: Entry) => {
    const difference = await reconcileEntry(deps, entry, unheard).catch((error: unknown) => {
      // Without an answer, an earlier difference of the entry is not cleared.
      unheard.subjects.add(entry.id);
      throw error;
    });
    if (difference) differences.push(difference);
  };
  const failure: unknown = await runForEach(listUnreconciled(deps, atOnce), ({ id }) => id, compareEach).then(
    () => undefined,
    (error: unknown) => error,
  );
  differences.push(...(await compareSums(deps, unheard)), ...(await checkLedger(deps)));
  await writeDifferences(deps.db, differences);
  await clearDifferences(deps.db, [...differences.map(({ subject }) => subject), ...unheard.subjects]);
  for (const { kind, subject, provider } of differences)
    deps.log.error({ kind, subject, provider }, 'ledger and provider differ');
  const silent = [...unheard.silences.values()];
  for (const silence of silent) deps.log.error(silence, 'a provider did not answer the reconciliation');
  if (failure) throw failure;
  return { differences, silent };
}

async function* listUnreconciled({ db }: TransitionDeps, atOnce: number): AsyncGenerator<Entry> {
  for (let last = NIL_UUID, page; (page = await findUnreconciled(db, atOnce, last)).length > 0;)
    for (const entry of page) {
      last = entry.id;
      yield entry;
    }
}

type Unheard = ReturnType<typeof createUnheard>;

function createUnheard() {
  const subjects = new Set<string>();
  const silences = new Map<ProviderName, Silence>();
  return {
    subjects,
    silences,
    add(provider: ProviderName, subject: string, said: string) {
      subjects.add(subject);
      const { payments = 0 } = silences.get(provider) ?? {};
      silences.set(provider, { provider, said, payments: payments + (subject === provider ? 0 : 1) });
    },
  };
}

async function reconcileEntry(
  deps: TransitionDeps,
  entry: Entry,
  unheard: Unheard,
): Promise<Difference | undefined> {
  const provider = deps.providers[entry.provider];
  const outcome = provider && (await queryEntry(provider, entry));
  if (!outcome || outcome.kind === 'unknown') {
    unheard.add(entry.provider, entry.id, outcome?.cause ?? NOT_SET);
    return undefined;
  }
  const difference = compare(entry, outcome);
  if (entry.of === 'funding') {
    if (!difference) await recordReconciledFunding(deps.db, entry.id);
    return difference;
  }
  if (!difference) await recordReconciledAttempt(deps.db, entry.id);
  if (outcome.kind === 'reversed') await pollPayout(deps, entry.reference);
  if (outcome.kind === 'failure' && entry.isPaid) await reviewPaidPayout(deps, entry.id);
  if (outcome.kind === 'success' && !entry.isPaid && (await stopAfterContradiction(deps, entry.id)))
    return difference && { ...difference, kind: 'DUPLICATE' };
  return difference;
}

function queryEntry(provider: PaymentProvider, { of, reference, refundOf }: Entry): Promise<QueryOutcome> {
  if (of === 'funding') return provider.queryPrompt(reference);
  return refundOf === null
    ? provider.query(reference)
    : queryOrder(provider, { reference, to: { refundOf } });
}

function compare(entry: Entry, outcome: QueryOutcome): Difference | undefined {
  const { id: subject, provider, isPaid, pesewas } = entry;
  const differ = (kind: Difference['kind'], ours: string, theirs: string) => ({
    kind,
    subject,
    provider,
    ours,
    theirs,
  });
  if (outcome.kind === 'success')
    return isPaid
      ? outcome.pesewas === pesewas
        ? undefined
        : differ('AMOUNT', String(pesewas), String(outcome.pesewas))
      : differ('STATUS', 'not paid', 'success');
  if (!isPaid) return undefined;
  return outcome.kind === 'not-seen'
    ? differ('OURS_ONLY', 'paid', 'not seen')
    : differ('STATUS', 'paid', outcome.kind);
}

async function compareSums({ db, log, providers }: TransitionDeps, unheard: Unheard): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const provider of PROVIDERS) {
    const before = await readLedgerFloat(db, provider);
    const { pesewas: theirs, said } = (await providers[provider]?.balance()) ?? { said: NOT_SET };
    if (theirs === undefined) {
      // If a provider was removed from the settings, its differences stay and its silence is not reported.
      if (providers[provider]) unheard.add(provider, provider, said);
      else unheard.subjects.add(provider);
    } else {
      const float = await compareFloat({ db, providers }, provider, { before, theirs });
      if (float) differences.push(float);
      // The warning comes early enough to pay money in.
      const needed = await sumPaymentsOfTwoDays(db, provider);
      await writeFloat(db, { provider, pesewas: theirs, needed });
      if (theirs < needed) log.error({ provider }, 'the float is low');
    }
    const live = await listLiveAttempts(db, provider);
    const moving = new Map(
      (await readInTransit(db, provider)).map(({ subject, pesewas }) => [subject, pesewas]),
    );
    for (const { id, pesewas } of live) {
      if (moving.get(id) !== pesewas)
        differences.push({
          kind: 'IN_TRANSIT',
          subject: id,
          provider,
          ours: String(moving.get(id) ?? 0),
          theirs: String(pesewas),
        });
      moving.delete(id);
    }
    for (const [subject, pesewas] of moving)
      differences.push({ kind: 'IN_TRANSIT', subject, provider, ours: String(pesewas), theirs: '0' });
  }
  return differences;
}

/**
 * The provider may still hold payouts that have already left our books, and may already hold payments that
 * our books do not have yet. All other differences are reported.
 */
async function compareFloat(
  { db, providers }: Pick<TransitionDeps, 'db' | 'providers'>,
  name: ProviderName,
  { before, theirs }: { before: number; theirs: number },
): Promise<Difference | undefined> {
  const sent = await readInTransit(db, name);
  const most = sum(sent.map(({ pesewas }) => pesewas)) + (await sumRecentOpenPrompts(db, name));
  const after = await readLedgerFloat(db, name);
  const fees = sent.length * (providers[name]?.payoutFeeInPesewas ?? 0);
  if (theirs >= Math.min(before, after) - fees && theirs <= Math.max(before, after) + most) return undefined;
  return { kind: 'FLOAT', subject: name, provider: name, ours: String(after), theirs: String(theirs) };
}

async function checkLedger({ db }: TransitionDeps): Promise<Difference[]> {
  const accounts = await readTrialBalance(db);
  const [debit, credit] = [sum(accounts.map((one) => one.debit)), sum(accounts.map((one) => one.credit))];
  const wrong = await findWrongBalances(db);
  return [
    ...(debit === credit
      ? []
      : [{ kind: 'LEDGER' as const, subject: 'trial balance', ours: String(debit), theirs: String(credit) }]),
    ...wrong.map(({ account, pesewas, said }) => ({
      kind: 'LEDGER' as const,
      subject: account,
      ours: String(pesewas),
      theirs: String(said),
    })),
  ];
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

/**
 * Returns undefined if the provider does not answer, or if money in transit would count twice. Returns OTHER
 * if the difference is not the expected one, because it changed or someone else has booked it.
 */
export async function bookFloatDifference(
  { db, providers }: Pick<TransitionDeps, 'db' | 'providers'>,
  provider: ProviderName,
  { by, expected }: { by: string; expected?: number },
): Promise<number | 'OTHER' | undefined> {
  const theirs = (await providers[provider]?.balance())?.pesewas;
  if (theirs === undefined) return undefined;
  return transaction(db, async (trx) => {
    // Without this lock, two callers could book the same difference twice.
    await sql`select pg_advisory_xact_lock(hashtext(${`payment.float ${provider}`}))`.execute(trx);
    if ((await readInTransit(trx, provider)).length > 0) return undefined;
    const pesewas = theirs - (await readLedgerFloat(trx, provider));
    if (expected !== undefined && pesewas !== expected) return 'OTHER';
    const postings = unexplained({ provider, pesewas });
    if (pesewas !== 0) await postTransaction(trx, { kind: 'UNEXPLAINED', subject: randomUUIDv7(), postings });
    await recordEvent(trx, 'FLOAT_SETTLED', { about: `${provider} ${pesewas} by ${by}` });
    return pesewas;
  });
}
