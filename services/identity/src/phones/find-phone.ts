import { type Kysely, sql } from 'kysely';
import { PROOF_DAYS } from '@app/contracts/identity/phones.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

/** Networks give numbers to other people: an old proof, or a number where nothing arrives, says nothing of today. */
export const counts = sql<boolean>`phone.dead_at is null
  and phone.proven_at > now() - make_interval(days => ${PROOF_DAYS}::int)`;

/** The number that somebody has proven to be theirs, not longer ago than 180 days, and not dead. */
export async function findProvenPhone(
  db: Db,
  seal: Seal,
  userId: string,
): Promise<{ number: string; provenAt: Date } | undefined> {
  const row = await db
    .selectFrom('identity.phones as phone')
    .select(['proven_number as number', 'proven_at as provenAt'])
    .where('user_id', '=', userId)
    .where(counts)
    .executeTakeFirst();
  // An operator's command reads without the plugin that opens it.
  return row && { ...row, number: seal.open(row.number) };
}
