import { sql } from 'kysely';
import type { ProviderName, Reason } from '../../provider.ts';
import type { Db } from '../../schema.ts';

type Cause = Reason | 'OPERATOR' | 'REOPENED' | 'RESTORED';

/**
 * A pause keeps its first cause. Only the causes listed with a new cause are replaced by it. After a second
 * failover, a pause starts again.
 */
const STRONGER_THAN: Partial<Record<Cause, readonly Cause[]>> = {
  OPERATOR: ['OUR_FLOAT_LOW', 'OUR_ACCOUNT_BLOCKED', 'CONFIG', 'REOPENED', 'RESTORED'],
  RESTORED: ['OUR_FLOAT_LOW', 'OUR_ACCOUNT_BLOCKED', 'CONFIG', 'REOPENED'],
  REOPENED: ['REOPENED'],
};

/** Orders that were sent are still polled. Returns false if there is already a pause that stays. */
export async function pauseProvider(db: Db, provider: ProviderName, reason: Cause): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('payment.pauses')
    .values({ provider, reason })
    .onConflict((conflict) =>
      conflict
        .column('provider')
        .doUpdateSet({ reason, at: sql<Date>`now()` })
        .where(sql<boolean>`pauses.reason = any(${[...(STRONGER_THAN[reason] ?? [])]}::text[])`),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/**
 * If a time is given, ends only the pause that started in this millisecond, because a later one has another
 * cause.
 */
export async function resumeProvider(db: Db, provider: ProviderName, since?: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('payment.pauses')
    .where('provider', '=', provider)
    .$if(since !== undefined, (query) =>
      query.where(sql<boolean>`date_trunc('milliseconds', at) = ${since}::timestamptz`),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function endPause(db: Db, { provider, at }: Pause): Promise<void> {
  await db
    .deleteFrom('payment.pauses')
    .where('provider', '=', provider)
    .where(sql<boolean>`at::text = ${at}`)
    .execute();
}

export const isPaused = async (db: Db, provider: ProviderName): Promise<boolean> =>
  (await db
    .selectFrom('payment.pauses')
    .select('provider')
    .where('provider', '=', provider)
    .executeTakeFirst()) !== undefined;

interface Pause {
  provider: ProviderName;
  /** The time is text, because a Date would lose its microseconds. */
  at: string;
}

export const listPauses = (db: Db, reason: Cause): Promise<Pause[]> =>
  db
    .selectFrom('payment.pauses')
    .select(['provider', sql<string>`at::text`.as('at')])
    .where('reason', '=', reason)
    .execute();

/**
 * Returns the minutes since orders may have been lost (reconciliation/reconcile-after-restore.ts). The payout
 * itself may be lost too: if the meeting is marked again, it gets the same id.
 */
export async function minutesSincePossibleLoss(db: Db, payoutId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('payment.payouts')
    .innerJoin('payment.opened', (join) =>
      join.on(sql<boolean>`payouts.created_at < opened.data_lost_at + interval '30 days'`),
    )
    .select(sql<number>`(extract(epoch from now() - data_lost_at) / 60)::float8`.as('minutes'))
    .where('payout_id', '=', payoutId)
    .executeTakeFirst();
  return row?.minutes;
}
