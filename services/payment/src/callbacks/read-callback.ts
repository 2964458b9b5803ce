import { hash, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { ago, deleteSome } from '@app/kit/retention-job.ts';
import type { CallbackHint, PaymentProvider } from '../provider.ts';
import type { Db } from '../schema.ts';
import { pollFunding } from '../budgets/prompt-funding.ts';
import type { Deps } from '../deps.ts';
import { pollPayout } from '../payouts/sending/poll-provider.ts';

/** The fingerprint stays, so that the same callback is not stored once more. */
export async function eraseCallbacks(trx: Db, references: readonly string[]): Promise<void> {
  if (references.length === 0) return;
  await trx
    .updateTable('payment.callbacks')
    .set({ body: Buffer.alloc(0) })
    .where(sql`lower(reference)`, 'in', references)
    .execute();
}

/** A late callback about a deleted person must be erased as well. */
async function isErased(db: Db, reference: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment.attempts join payment.payouts using (payout_id) join payment.left_people on user_id = person_id
    where reference = ${reference}
    union all
    select from payment.fundings join payment.budgets using (study_id) join payment.left_people on user_id = researcher_id
    where reference = ${reference}`.execute(db);
  return rows.length > 0;
}

export const CALLBACKS: Queue<{ callbackId: string }> = { name: 'callbacks', expireInSeconds: 180 };

const REFERENCE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A forged callback only causes a poll. */
export async function storeCallback(
  deps: Deps,
  provider: PaymentProvider,
  body: Buffer,
  { authenticity, reference }: CallbackHint,
): Promise<void> {
  const isForged = authenticity === 'forged';
  const callbackId = randomUUIDv7();
  // The fingerprint includes whether the signature was right, so that a forged copy does not block the real
  // callback.
  const fingerprint = hash(
    'sha256',
    Buffer.concat([Buffer.from(`${provider.name} ${authenticity} `), body]),
    'buffer',
  );
  await transaction(deps.db, async (trx) => {
    const row = await trx
      .insertInto('payment.callbacks')
      .values({
        callback_id: callbackId,
        provider: provider.name,
        fingerprint,
        body: Buffer.from(deps.seal.seal(body.toString('base64'))),
        state: isForged ? 'REJECTED' : 'NEW',
        // If a reference has another form, it may contain a telephone number, so it is not stored.
        reference: REFERENCE.test(reference ?? '') ? reference : null,
      })
      .onConflict((conflict) => conflict.column('fingerprint').doNothing())
      .returning('callback_id')
      .executeTakeFirst();
    if (row && !isForged) await deps.jobs.send(trx, CALLBACKS, { callbackId });
  });
}

/** A callback is not trusted, so the provider is asked for the outcome. */
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
    ((await pollPayout(deps, reference)) || (await pollFunding(deps, reference)));
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
