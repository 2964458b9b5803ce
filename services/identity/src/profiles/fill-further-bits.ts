import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';

const BATCH_SIZE = 1000;

/**
 * Fills the column in rows that are older than it. Each batch continues after the last key, so batches stay
 * small.
 */
export async function fillFurtherBits(db: Kysely<IdentityTables>): Promise<void> {
  const { rows: unfilled } = await sql`
    select from identity.participant_profiles where further_bits is null limit 1`.execute(db);
  let after = unfilled.length > 0 ? '00000000-0000-0000-0000-000000000000' : undefined;
  while (after !== undefined) {
    const { rows } = await sql<{ last: string }>`
      with batch as (
        select user_id from identity.participant_profiles where user_id > ${after}::uuid order by user_id limit ${BATCH_SIZE}
      ), filled as (
        update identity.participant_profiles as profile set further_bits = identity.further_bits_of(profile)
        from batch where profile.user_id = batch.user_id and profile.further_bits is null
      )
      select user_id as last from batch order by user_id desc limit 1`.execute(db);
    after = rows[0]?.last;
  }
}
