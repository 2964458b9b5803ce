import { mailboxOf } from '@app/kit/mailbox.ts';
import { type Kysely, sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';

/** Ends what waits for the mailbox of somebody who leaves: it may wait on a list that knows no account of theirs. */
export async function stopOfMailbox(
  { seal }: Pick<Deps, 'seal'>,
  trx: Kysely<IdentityTables>,
  email: string,
): Promise<void> {
  await trx
    .updateTable('identity.invitations')
    .set({ invited_address: null, stopped_at: sql<Date>`coalesce(stopped_at, now())` })
    .where('address_hash', '=', sql<string>`any(${[...seal.keyedHashes(mailboxOf(email))]}::text[])`)
    .where('invited_address', 'is not', null)
    .execute();
}
