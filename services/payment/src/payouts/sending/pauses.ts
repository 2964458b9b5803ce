import { sql } from 'kysely';
import type { ProviderName, Reason } from '../../provider.ts';
import type { Db } from '../../schema.ts';

/** Why nothing is sent: what a provider said of us, an operator, or a database that may have forgotten what was sent. */
type Cause = Reason | 'OPERATOR' | 'REOPENED' | 'RESTORED';

/** Which pauses another takes the place of; of all others the first says why. A second failover begins its own anew. */
const STRONGER_THAN: Partial<Record<Cause, readonly Cause[]>> = {
  OPERATOR: ['OUR_FLOAT_LOW', 'OUR_ACCOUNT_BLOCKED', 'CONFIG', 'REOPENED', 'RESTORED'],
  RESTORED: ['OUR_FLOAT_LOW', 'OUR_ACCOUNT_BLOCKED', 'CONFIG', 'REOPENED'],
  REOPENED: ['REOPENED'],
};

/** Sends nothing by a provider until somebody resumes it; what is under way is asked about as before. */
export async function pauseProvider(db: Db, provider: ProviderName, reason: Cause): Promise<void> {
  await db
    .insertInto('payment.pauses')
    .values({ provider, reason })
    .onConflict((conflict) =>
      conflict
        .column('provider')
        .doUpdateSet({ reason, at: sql<Date>`now()` })
        .where(sql<boolean>`pauses.reason = any(${[...(STRONGER_THAN[reason] ?? [])]}::text[])`),
    )
    .execute();
}

export async function resumeProvider(db: Db, provider: ProviderName): Promise<void> {
  await db.deleteFrom('payment.pauses').where('provider', '=', provider).execute();
}

/** Ends this very pause: one that came after it stays. */
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
  /** As the database writes it: a Date is a thousand times coarser. */
  at: string;
}

export const listPauses = (db: Db, reason: Cause): Promise<Pause[]> =>
  db
    .selectFrom('payment.pauses')
    .select(['provider', sql<string>`at::text`.as('at')])
    .where('reason', '=', reason)
    .execute();

/**
 * Minutes since the database may have forgotten orders of a payout (reconciliation/opening.ts); undefined where it has not. The
 * payout itself may be forgotten too: it is owed once more, under the same id, when somebody marks the meeting again.
 */
export async function minutesSinceForgotten(db: Db, payoutId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('payment.payouts')
    .innerJoin('payment.opened', (join) =>
      join.on(sql<boolean>`payouts.created_at < opened.forgotten_at + interval '30 days'`),
    )
    .select(sql<number>`(extract(epoch from now() - forgotten_at) / 60)::float8`.as('minutes'))
    .where('payout_id', '=', payoutId)
    .executeTakeFirst();
  return row?.minutes;
}
