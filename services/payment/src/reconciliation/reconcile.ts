import type { NoData, Queue } from '@app/kit/jobs.ts';
import type { Mover } from '../deps.ts';
import type { ProviderName } from '../ledger/accounts.ts';
import { PROVIDERS } from '../ledger/accounts.ts';
import { findWrongBalances, readFloat, readInTransit, readTrialBalance } from '../ledger/read-balances.ts';
import { noteReconciledFunding } from '../budgets/note-reconciled.ts';
import { queryOrder } from '../payouts/ask-provider.ts';
import { askAboutPayout } from '../payouts/ask-about.ts';
import { noteReconciledAttempt, stopAfterContradiction } from '../payouts/note-reconciled.ts';
import type { PaymentProvider, QueryOutcome } from '../providers/provider.ts';
import type { Entry } from './queries.ts';
import { findUnreconciled, listLiveAttempts, writeDifferences } from './queries.ts';

export const RECONCILIATION: Queue<NoData> = {
  name: 'reconciliation',
  cron: '23 2 * * *',
  isDebounced: true,
  expireInSeconds: 3600,
};

export interface Difference {
  kind: 'OURS_ONLY' | 'STATUS' | 'AMOUNT' | 'FLOAT' | 'IN_TRANSIT' | 'LEDGER';
  subject: string;
  provider?: ProviderName;
  ours: string;
  theirs: string;
}

const AT_ONCE = 1000;

/** Holds the ledger beside what the providers say: each thing by its own reference and its exact amount, then the sums. */
export async function reconcile(deps: Mover): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const entry of await findUnreconciled(deps.db, AT_ONCE)) {
    const provider = deps.providers[entry.provider];
    if (!provider) continue;
    const outcome = await queryEntry(provider, entry);
    // It did not answer, so there is nothing to compare with.
    if (outcome.kind === 'unknown') continue;
    const difference = compare(entry, outcome);
    if (difference) differences.push(difference);
    else if (entry.of === 'attempt') await noteReconciledAttempt(deps.db, entry.id);
    else await noteReconciledFunding(deps.db, entry.id);
    if (outcome.kind === 'reversed' && entry.of === 'attempt') await askAboutPayout(deps, entry.reference);
    if (outcome.kind === 'success' && !entry.isPaid) await stopAfterContradiction(deps, entry.id);
  }
  differences.push(...(await compareSums(deps)), ...(await checkLedger(deps)));
  await writeDifferences(deps.db, differences);
  for (const { kind, subject, provider } of differences)
    deps.log.error({ kind, subject, provider }, 'ledger and provider differ');
  return differences;
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

/** What lies with a provider, and what is in transit, by the ledger and by them. */
async function compareSums({ db, providers }: Mover): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const provider of PROVIDERS) {
    const ours = await readFloat(db, provider);
    const theirs = await providers[provider]?.balance();
    if (theirs !== undefined && theirs !== ours)
      differences.push({
        kind: 'FLOAT',
        subject: provider,
        provider,
        ours: String(ours),
        theirs: String(theirs),
      });
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

/** The ledger beside itself: both sides agree, and balances are what their postings say. */
async function checkLedger({ db }: Mover): Promise<Difference[]> {
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
