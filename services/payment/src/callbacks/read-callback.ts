import { sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';
import { askAboutFunding } from '../budgets/ask-about.ts';
import type { Deps } from '../deps.ts';
import { askAboutPayout } from '../payouts/sending/ask-about.ts';
import { eraseCallbacks, isErased } from './erase-callbacks.ts';
import type { Db } from '../schema.ts';

export const CALLBACKS: Queue<{ callbackId: string }> = { name: 'callbacks', expireInSeconds: 180 };

/** As ours are. */
export const REFERENCE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Asks the provider about whatever a callback names; what it claims of it is not believed. */
export async function readCallback(deps: Deps, { callbackId }: { callbackId: string }): Promise<void> {
  const callback = await deps.db
    .selectFrom('payment.callbacks')
    .select('reference')
    .where('callback_id', '=', callbackId)
    .where('state', '=', 'NEW')
    .executeTakeFirst();
  if (!callback) return;
  const reference = callback.reference?.toLowerCase() ?? '';
  const isKnown =
    REFERENCE.test(reference) &&
    ((await askAboutPayout(deps, reference)) || (await askAboutFunding(deps, reference)));
  await deps.db
    .updateTable('payment.callbacks')
    .set({ state: isKnown ? 'DONE' : 'ORPHAN' })
    .where('callback_id', '=', callbackId)
    .execute();
  if (isKnown && (await isErased(deps.db, reference))) await eraseCallbacks(deps.db, [reference]);
}

export function deleteOldCallbacks(db: Db, most: number): Promise<number> {
  const where = sql`received_at < ${ago(RETENTION.callbacks)}`;
  return deleteSome(db, most, { table: 'payment.callbacks', key: 'callback_id', where });
}
