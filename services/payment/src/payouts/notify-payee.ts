import type { Transaction } from 'kysely';
import type { PayoutKind, PayoutState } from '@app/contracts/payment/payouts.ts';
import type { Deps } from '../deps.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { PaymentTables } from '../schema.ts';
import { type Why, DATED_HOLDS } from './states.ts';

interface NotifiedPayout {
  kind: PayoutKind;
  userId: string;
  attempts: number;
  missingAt: Date | null;
  nextAt: Date | null;
  at: Date;
}

/** Researchers see refunds in the budget, so they are notified only of a reversal. */
export async function notifyPayee(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<PaymentTables>,
  payoutId: string,
  { to, why }: { to: PayoutState; why?: Why | undefined },
  { kind, userId, attempts, missingAt, nextAt, at }: NotifiedPayout,
): Promise<void> {
  const order = `${payoutId}:${attempts}`;
  if (to === 'REVERSED') await queueEmail(deps, trx, { userId, kind: 'PAYMENT_REVERSED', about: order });
  if (kind === 'REFUND') return;
  // An order is notified once, and again each time it is reported as missing.
  const about = `${order}${missingAt === null ? '' : `:${missingAt.toISOString()}`}`;
  const paid = kind === 'BONUS' ? 'BONUS_PAID' : 'PAYMENT_MADE';
  if (to === 'SUCCEEDED') await queueEmail(deps, trx, { userId, kind: paid, about });
  if (to === 'HELD' && nextAt && DATED_HOLDS.some((one) => one === why)) {
    const until = nextAt.toISOString().slice(0, 10);
    await queueEmail(deps, trx, { userId, kind: 'PAYMENT_HELD', about: `${payoutId}:${why}:${until}` });
  }
  if (to !== 'ACTION_NEEDED') return;
  // The time is part of the key, so that a second wrong number is notified too.
  const step = `${payoutId}:${at.toISOString()}`;
  await queueEmail(deps, trx, { userId, kind: 'PAYMENT_NEEDS_ACCOUNT', about: step });
}
