import { sql } from 'kysely';
import type { ProviderName } from '../../ledger/accounts.ts';
import type { Reason } from '../../providers/provider.ts';
import type { Db } from '../../schema.ts';

/** Why nothing is sent: what a provider said of us, an operator, or a database that may have forgotten what was sent. */
type Cause = Reason | 'OPERATOR' | 'REOPENED' | 'RESTORED';

/** Sends nothing new by a provider until somebody resumes it; what is under way is asked about as before. */
export async function pauseProvider(db: Db, provider: ProviderName, reason: Cause): Promise<void> {
  await db
    .insertInto('payment.pauses')
    .values({ provider, reason })
    // An operator's stays until the operator resumes; of all others the first says why.
    .onConflict((conflict) =>
      reason === 'OPERATOR' ? conflict.column('provider').doUpdateSet({ reason }) : conflict.doNothing(),
    )
    .execute();
}

export async function resumeProvider(db: Db, provider: ProviderName): Promise<void> {
  await db.deleteFrom('payment.pauses').where('provider', '=', provider).execute();
}

export const isPaused = async (db: Db, provider: ProviderName): Promise<boolean> =>
  (await db
    .selectFrom('payment.pauses')
    .select('provider')
    .where('provider', '=', provider)
    .executeTakeFirst()) !== undefined;

export const listPauses = (db: Db, reason: Cause): Promise<{ provider: ProviderName }[]> =>
  db.selectFrom('payment.pauses').select('provider').where('reason', '=', reason).execute();

/** Whether the database may have forgotten orders of a payout since it was written (reconciliation/opening.ts). */
export async function mayHaveForgotten(db: Db, payoutId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment.payouts')
    .innerJoin('payment.opened', (join) => join.on(sql<boolean>`payouts.created_at < opened.forgotten_at`))
    .select('payout_id')
    .where('payout_id', '=', payoutId)
    .executeTakeFirst();
  return row !== undefined;
}
