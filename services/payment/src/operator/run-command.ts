import type { PaymentDecision } from '@app/contracts/payment/admin-payments.ts';
import { moneyCommandWords as words } from '@app/words/money-commands.ts';
import { recordEvent } from '../audit.ts';
import type { TransitionDeps } from '../deps.ts';
import { readTrialBalance } from '../ledger/read-balances.ts';
import { PROVIDERS } from '../provider.ts';
import { pausePaymentsIfDataLost, reconcileAndEndPauses } from '../reconciliation/reconcile-after-restore.ts';
import { bookFloatDifference } from '../reconciliation/reconcile.ts';
import { decidePayment, pauseByOperator, resumeByOperator } from './decide-payment.ts';
import { listOperatorTasks } from './open-payments.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The audit records `by`. Throws if a provider does not answer. */
export async function runCommand(
  deps: TransitionDeps,
  [command = '', name = '', ...evidence]: readonly string[],
  by = 'an operator',
): Promise<string> {
  const { db } = deps;
  if (command === 'review') return toJsonLines(await listOperatorTasks(db));
  if (command === 'balance') return toJsonLines(await readTrialBalance(db));
  if (command === 'restored') {
    const pause = await pausePaymentsIfDataLost(deps, { kind: 'postgres', isAnother: true });
    await recordEvent(db, 'DATABASE_RESTORED', { about: by });
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
    await pauseByOperator(db, provider, by);
    return words.paused(provider);
  }
  if (provider && command === 'settle') {
    const pesewas = await bookFloatDifference(deps, provider, { by });
    return typeof pesewas === 'number' ? words.settled(provider, pesewas) : words.notSettled(provider);
  }
  if (provider && command === 'resume') {
    await resumeByOperator(db, provider, { by });
    return words.resumed(provider);
  }
  if (!UUID.test(name)) return words.usage;
  const decide = async (decision: PaymentDecision, settlement = {}) => {
    const decided = await decidePayment(deps, name, decision, { by, ...settlement });
    return decided ? words.asked(decided.said, decided.state) : words.notInReview;
  };
  if (command === 'ask') return decide('ASK');
  if (command === 'again')
    return (await decidePayment(deps, name, 'ALLOW_WALLET', { by }))
      ? words.walletAllowed
      : decide('SEND_AGAIN');
  if (command === 'unseen' && evidence.length > 0)
    return decide('SETTLE_UNSEEN', { evidence: evidence.join(' ') });
  const payer = PROVIDERS.find((one) => one === evidence[0]);
  if (command === 'paid' && payer && evidence.length > 1)
    return decide('SETTLE_PAID', { provider: payer, evidence: evidence.slice(1).join(' ') });
  return words.usage;
}

const toJsonLines = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(row)).join('\n') || words.none;
