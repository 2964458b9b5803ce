import type { PaymentDecision } from '@app/contracts/payment/admin-payments.ts';
import type { FundingState } from '@app/contracts/payment/budgets.ts';
import { transaction } from '@app/kit/database.ts';
import { recordEvent } from '../audit.ts';
import { pollFundingInReview } from '../budgets/prompt-funding.ts';
import type { TransitionDeps } from '../deps.ts';
import {
  type Decision,
  pollReviewedPayout,
  sendNewOrder,
  failPayoutMissingOnStatement,
} from '../payouts/sending/poll-or-resend.ts';
import { pauseProvider, resumeProvider } from '../payouts/sending/pauses.ts';
import { allowWallet } from '../payouts/sending/shared-wallets.ts';
import { markAsPaid } from '../payouts/settle-by-operator.ts';
import type { ProviderName } from '../provider.ts';
import type { Db } from '../schema.ts';

interface Settlement {
  by: string;
  evidence?: string | undefined;
  provider?: ProviderName | undefined;
}

type PaymentDecided = Omit<Decision, 'state'> & { state: Decision['state'] | FundingState };

/**
 * Returns undefined if the decision does not apply, or if someone else has decided. The audit records what
 * was asked and what was done.
 */
export async function decidePayment(
  deps: TransitionDeps,
  id: string,
  decision: PaymentDecision,
  { by, evidence = '', provider }: Settlement,
): Promise<PaymentDecided | undefined> {
  const shown = `${evidence} by ${by}`;
  const decide: Record<PaymentDecision, () => Promise<PaymentDecided | undefined>> = {
    ASK: async () => {
      const payout = await pollReviewedPayout(deps, id);
      return payout && { ...payout, isDone: false };
    },
    SEND_AGAIN: () => sendNewOrder(deps, id, by),
    ALLOW_WALLET: async () =>
      (await allowWallet(deps, id, by)) ? { said: 'nothing', state: 'CREATED', isDone: true } : undefined,
    SETTLE_PAID: async () => provider && markAsPaid(deps, id, { by: provider, evidence: shown }),
    SETTLE_UNSEEN: () => failPayoutMissingOnStatement(deps, id, shown),
  };
  const decided = await decide[decision]();
  if (decided?.isDone === false) await recordEvent(deps.db, 'PAYOUT_ASKED', { about: `${id} by ${by}` });
  if (decided || decision !== 'ASK') return decided;
  const funding = await pollFundingInReview(deps, id);
  if (funding) await recordEvent(deps.db, 'FUNDING_ASKED', { about: `${id} by ${by}` });
  return funding && { ...funding, isDone: false };
}

/** Returns false if the provider is already paused. */
export const pauseByOperator = (db: Db, provider: ProviderName, by: string): Promise<boolean> =>
  transaction(db, async (trx) => {
    if (!(await pauseProvider(trx, provider, 'OPERATOR'))) return false;
    await recordEvent(trx, 'PROVIDER_PAUSED', { about: `${provider} by ${by}` });
    return true;
  });

/** Returns false if there is no such pause. */
export const resumeByOperator = (
  db: Db,
  provider: ProviderName,
  { by, since }: { by: string; since?: string },
): Promise<boolean> =>
  transaction(db, async (trx) => {
    if (!(await resumeProvider(trx, provider, since))) return false;
    await recordEvent(trx, 'PROVIDER_RESUMED', { about: `${provider} by ${by}` });
    return true;
  });
