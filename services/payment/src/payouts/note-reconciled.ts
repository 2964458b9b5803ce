import { sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import type { Mover } from '../deps.ts';
import type { Db } from '../schema.ts';
import { WAITING } from './states.ts';
import { movePayout } from './write-payout.ts';

/** The provider has said the same of an order as the ledger. */
export async function noteReconciledAttempt(db: Db, attemptId: string): Promise<void> {
  await db
    .updateTable('payment.attempts')
    .set({ reconciled_at: sql<Date>`now()` })
    .where('attempt_id', '=', attemptId)
    .execute();
}

/** Sends nothing more for an order of which the provider says that it was paid after all. */
export async function stopAfterContradiction(deps: Mover, attemptId: string): Promise<void> {
  const row = await deps.db
    .selectFrom('payment.attempts')
    .select('payout_id as payoutId')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
  const step = { from: [...WAITING, 'ACTION_NEEDED'], to: 'REVIEW', why: 'ANSWER_DIFFERS' } as const;
  await transaction(deps.db, (trx) => movePayout(deps, trx, row.payoutId, step));
}
