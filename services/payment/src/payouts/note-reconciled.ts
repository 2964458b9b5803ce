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

/** Somebody has looked at all orders of a payment. */
export async function noteReconciledOrders(db: Db, payoutId: string): Promise<void> {
  await db
    .updateTable('payment.attempts')
    .set({ reconciled_at: sql<Date>`now()` })
    .where('payout_id', '=', payoutId)
    .execute();
}

const DIFFERS = { to: 'REVIEW', why: 'ANSWER_DIFFERS' } as const;

/**
 * Sends nothing more for an order of which the provider says that it was paid after all. True where another one was paid in
 * its place already.
 */
export async function stopAfterContradiction(deps: Mover, attemptId: string): Promise<boolean> {
  const { payoutId, state } = await payoutOf(deps.db, attemptId);
  const step = { ...DIFFERS, from: [...WAITING, 'ACTION_NEEDED'] } as const;
  await transaction(deps.db, (trx) => movePayout(deps, trx, payoutId, step));
  return state === 'SUCCEEDED';
}

/** The provider says that what the ledger has as paid has failed: nothing is posted until somebody has looked. */
export async function doubtPaid(deps: Mover, attemptId: string): Promise<void> {
  const { payoutId } = await payoutOf(deps.db, attemptId);
  await transaction(deps.db, (trx) => movePayout(deps, trx, payoutId, { ...DIFFERS, from: ['SUCCEEDED'] }));
}

const payoutOf = (db: Db, attemptId: string) =>
  db
    .selectFrom('payment.attempts as attempt')
    .innerJoin('payment.payouts as payout', 'payout.payout_id', 'attempt.payout_id')
    .select(['payout.payout_id as payoutId', 'payout.state'])
    .where('attempt.attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
