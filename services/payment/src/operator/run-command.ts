import { sql } from 'kysely';
import { moneyCommandWords as words } from '@app/words/money-commands.ts';
import type { Db } from '../schema.ts';
import type { TransitionDeps } from '../deps.ts';
import { type AuditEvent, recordEvent } from '../audit.ts';
import { pollFundingInReview } from '../budgets/prompt-funding.ts';
import { PROVIDERS } from '../provider.ts';
import { readTrialBalance } from '../ledger/read-balances.ts';
import { pollReviewedPayout, sendAgain, settleUnseenPayout } from '../payouts/sending/poll-or-resend.ts';
import { pauseProvider, resumeProvider } from '../payouts/sending/pauses.ts';
import { settleAsPaid } from '../payouts/settle-by-operator.ts';
import { allowWallet } from '../payouts/sending/shared-wallets.ts';
import { pausePaymentsIfDataLost, reconcileAndEndPauses } from '../reconciliation/reconcile-after-restore.ts';
import { settleFloat } from '../reconciliation/reconcile.ts';

interface OpenItem {
  what: 'PAYOUT' | 'WALLET' | 'FUNDING' | 'PAUSE' | 'DIFFERENCE';
  id: string;
  why: string;
  since: Date;
}

/** Lists open payments for an operator, without accounts or names. */
export async function findOpenItems(db: Db): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select 'PAYOUT' as what, payout_id::text as id, state || ' ' || coalesce(why, '') as why, created_at as since
    from payment.payouts where state in ('REVIEW', 'REVERSED', 'UNFUNDED')
      or state = 'ACTION_NEEDED' and person_id in (select user_id from payment.left_people)
    union all
    select 'WALLET', payout_id::text, 'of person ' || person_id, created_at
    from payment.payouts where state = 'ACTION_NEEDED' and why = 'WALLET_IN_USE'
    union all
    select 'FUNDING', funding_id::text, state, created_at from payment.fundings where state = 'REVIEW'
    union all
    select 'PAUSE', provider, reason, at from payment.pauses
    union all
    select 'DIFFERENCE', subject, kind || ': ' || ours || ' / ' || theirs, found_at from payment.differences
    order by since, id`.execute(db);
  return rows;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `by` is recorded in the audit. Throws if a provider does not answer. */
export async function runCommand(
  deps: TransitionDeps,
  [command = '', name = '', ...evidence]: readonly string[],
  by = 'an operator',
): Promise<string> {
  const { db } = deps;
  const record = (event: AuditEvent, about?: string) =>
    recordEvent(db, event, { about: about === undefined ? by : `${about} by ${by}` });
  if (command === 'review') return toJsonLines(await findOpenItems(db));
  if (command === 'balance') return toJsonLines(await readTrialBalance(db));
  if (command === 'restored') {
    const pause = await pausePaymentsIfDataLost(deps, { kind: 'postgres', isAnother: true });
    await record('DATABASE_RESTORED');
    return words.restored[pause ?? 'NONE'];
  }
  if (command === 'reconcile') {
    const { differences, silent } = await reconcileAndEndPauses(deps);
    if (silent.length === 0) return toJsonLines(differences);
    const lines = [...differences.map((one) => JSON.stringify(one)), ...silent.map(words.silent)];
    throw new Error(lines.join('\n'));
  }

  const provider = PROVIDERS.find((one) => one === name);
  if (provider && command === 'pause') {
    await pauseProvider(db, provider, 'OPERATOR');
    await record('PROVIDER_PAUSED', provider);
    return words.paused(provider);
  }
  if (provider && command === 'settle') {
    const pesewas = await settleFloat(deps, provider);
    if (pesewas === undefined) return words.notSettled(provider);
    await record('FLOAT_SETTLED', `${provider} ${pesewas}`);
    return words.settled(provider, pesewas);
  }
  if (provider && command === 'resume') {
    await resumeProvider(db, provider);
    await record('PROVIDER_RESUMED', provider);
    return words.resumed(provider);
  }
  if (command === 'ask' && UUID.test(name)) {
    const payout = await pollReviewedPayout(deps, name);
    const found = payout ?? (await pollFundingInReview(deps, name));
    if (!found) return words.notInReview;
    await record(payout ? 'PAYOUT_ASKED' : 'FUNDING_ASKED', name);
    return words.asked(found.said, found.state);
  }
  if (command === 'again' && UUID.test(name)) {
    if (await allowWallet(deps, name, by)) return words.walletAllowed;
    const found = await sendAgain(deps, name);
    if (!found) return words.notInReview;
    if (found.state === 'CREATED') await record('PAYOUT_SENT_AGAIN', name);
    return words.asked(found.said, found.state);
  }
  if (command === 'unseen' && UUID.test(name) && evidence.length > 0) {
    const found = await settleUnseenPayout(deps, name, `${evidence.join(' ')} by ${by}`);
    return found ? words.asked(found.said, found.state) : words.notInReview;
  }
  const payer = PROVIDERS.find((one) => one === evidence[0]);
  if (command === 'paid' && UUID.test(name) && payer && evidence.length > 1) {
    const why = `${evidence.slice(1).join(' ')} by ${by}`;
    const found = await settleAsPaid(deps, name, { by: payer, evidence: why });
    return found ? words.asked(found.said, found.state) : words.notInReview;
  }
  return words.usage;
}

const toJsonLines = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(row)).join('\n') || words.none;
