import type { Transaction } from 'kysely';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';

/** Somebody has proven that an address is theirs: what it is invited to lets them in (invitations/let-in.ts). */
export const LETTINGS_IN: Queue<{ userId: string }> = { name: 'lettings-in' };

/** In the transaction of the proof, so that it is looked for after the commit: whichever of a list and a proof is later finds the other. */
export async function queueLettingIn(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  userId: string,
): Promise<void> {
  await jobs.send(trx, LETTINGS_IN, { userId });
}
