import { sql } from 'kysely';
import { countWaiting } from '@app/kit/waiting-work.ts';
import type { Db } from '../schema.ts';

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
