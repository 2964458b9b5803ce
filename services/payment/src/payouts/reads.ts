import { sql } from 'kysely';
import { countWaiting } from '@app/kit/waiting-work.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { readOwnSums } from '@app/contracts/payment/people.ts';
import type { Db } from '../schema.ts';
import type { Deps } from '../deps.ts';
import { readPaymentAccount } from '../identity-peer.ts';
import { wasPaidOnNumber, sumPersonPayouts } from './queries.ts';

export async function countPayments(db: Db) {
  return [
    await countWaiting(
      db,
      'PAYMENT_IN_REVIEW',
      sql`select created_at as since from payment.open_payments where group_name in ('REVIEW', 'WALLET')`,
    ),
    await countWaiting(
      db,
      'UNFUNDED_PAYMENT',
      sql`select created_at as since from payment.payouts where state = 'UNFUNDED'`,
    ),
  ];
}

export function countPauses(db: Db) {
  return countWaiting(db, 'PAUSE', sql`select at as since from payment.pauses`);
}

/** If this person was paid on this number before, the number is right, so `asksAboutNumber` is false. */
export async function readPayoutSums(
  { db, callIdentity }: Pick<Deps, 'db' | 'callIdentity'>,
  personId: string,
): Promise<ReplyOf<typeof readOwnSums>> {
  const sums = await sumPersonPayouts(db, personId);
  if (!sums.asksAboutNumber) return sums;
  const account = await readPaymentAccount(callIdentity, personId);
  const asksAboutNumber =
    account !== undefined && !(await wasPaidOnNumber(db, personId, account.wallet.phoneNumber));
  return { ...sums, asksAboutNumber };
}
