import { hash, randomUUIDv7 } from 'node:crypto';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import type { CallbackHint, PaymentProvider } from '../provider.ts';
import { CALLBACKS, REFERENCE } from './read-callback.ts';

/** Keeps what a provider says, each once, and has it read by a job. What is forged is kept too, and not read. */
export async function storeCallback(
  deps: Deps,
  provider: PaymentProvider,
  body: Buffer,
  { authenticity, reference }: CallbackHint,
): Promise<void> {
  const isForged = authenticity === 'forged';
  const callbackId = randomUUIDv7();
  // A forged copy does not stand in the way of the real one.
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
        // Whatever else stands there may be somebody's number.
        reference: REFERENCE.test(reference ?? '') ? reference : null,
      })
      .onConflict((conflict) => conflict.column('fingerprint').doNothing())
      .returning('callback_id')
      .executeTakeFirst();
    if (row && !isForged) await deps.jobs.send(trx, CALLBACKS, { callbackId });
  });
}
