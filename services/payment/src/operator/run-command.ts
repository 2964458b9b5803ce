import { moneyCommandWords as words } from '@app/words/payments.ts';
import type { Mover } from '../deps.ts';
import { noteEvent } from '../audit/note-event.ts';
import { askFundingAgain } from '../budgets/ask-about.ts';
import { PROVIDERS } from '../ledger/accounts.ts';
import { readTrialBalance } from '../ledger/read-balances.ts';
import { askAgain, sendAgain, settleUnseen } from '../payouts/sending/ask-again.ts';
import { pauseProvider, resumeProvider } from '../payouts/sending/pauses.ts';
import { settlePaid } from '../payouts/settle-paid.ts';
import { allowWallet } from '../payouts/sending/shared-wallets.ts';
import { noteOpening, reconcileAll } from '../reconciliation/opening.ts';
import { settleFloat } from '../reconciliation/settle-float.ts';
import { findWaiting } from './queries.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What an operator may see and do: no page does it, so no page can be attacked. Gives what to print. */
export async function runCommand(
  deps: Mover,
  [command = '', name = '', ...evidence]: readonly string[],
): Promise<string> {
  const { db } = deps;
  if (command === 'review') return linesOf(await findWaiting(db));
  if (command === 'balance') return linesOf(await readTrialBalance(db));
  if (command === 'restored') {
    const pause = await noteOpening(deps, { kind: 'postgres', isAnother: true });
    await noteEvent(db, 'DATABASE_RESTORED');
    return words.restored[pause ?? 'NONE'];
  }
  if (command === 'reconcile') return linesOf(await reconcileAll(deps));
  const provider = PROVIDERS.find((one) => one === name);
  if (provider && command === 'pause') {
    await pauseProvider(db, provider, 'OPERATOR');
    await noteEvent(db, 'PROVIDER_PAUSED', { about: provider });
    return words.paused(provider);
  }
  if (provider && command === 'settle') {
    const pesewas = await settleFloat(deps, provider);
    if (pesewas === undefined) return words.notSettled(provider);
    await noteEvent(db, 'FLOAT_SETTLED', { about: `${provider} ${pesewas}` });
    return words.settled(provider, pesewas);
  }
  if (provider && command === 'resume') {
    await resumeProvider(db, provider);
    await noteEvent(db, 'PROVIDER_RESUMED', { about: provider });
    return words.resumed(provider);
  }
  if (command === 'ask' && UUID.test(name)) {
    const payout = await askAgain(deps, name);
    const found = payout ?? (await askFundingAgain(deps, name));
    if (!found) return words.notInReview;
    await noteEvent(db, payout ? 'PAYOUT_ASKED' : 'FUNDING_ASKED', { about: name });
    return words.asked(found.said, found.state);
  }
  if (command === 'again' && UUID.test(name)) {
    if (await allowWallet(deps, name)) return words.walletAllowed;
    const found = await sendAgain(deps, name);
    if (!found) return words.notInReview;
    if (found.state === 'CREATED') await noteEvent(db, 'PAYOUT_SENT_AGAIN', { about: name });
    return words.asked(found.said, found.state);
  }
  if (command === 'unseen' && UUID.test(name) && evidence.length > 0) {
    const found = await settleUnseen(deps, name, evidence.join(' '));
    return found ? words.asked(found.said, found.state) : words.notInReview;
  }
  const by = PROVIDERS.find((one) => one === evidence[0]);
  if (command === 'paid' && UUID.test(name) && by && evidence.length > 1) {
    const found = await settlePaid(deps, name, { by, evidence: evidence.slice(1).join(' ') });
    return found ? words.asked(found.said, found.state) : words.notInReview;
  }
  return words.usage;
}

const linesOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n') || words.none;
