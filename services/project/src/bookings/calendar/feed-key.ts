import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../schema.ts';

const hashFeedKey = (key: string) => createHash('sha256').update(key).digest();

/** Only a hash of the key is stored. A new key makes the old one invalid. */
export async function renewFeedKey(db: Db, researcherId: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  const key_hash = hashFeedKey(key);
  await db
    .insertInto('project.calendar_feeds')
    .values({ researcher_id: researcherId, key_hash })
    .onConflict((conflict) =>
      conflict.column('researcher_id').doUpdateSet({ key_hash, created_at: sql<Date>`now()` }),
    )
    .execute();
  return key;
}

export async function findResearcherByFeedKey(db: Db, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('project.calendar_feeds')
    .select('researcher_id as researcherId')
    .where('key_hash', '=', hashFeedKey(key))
    .executeTakeFirst();
  return row?.researcherId;
}

export async function deleteFeed(trx: Db, researcherId: string): Promise<void> {
  await trx.deleteFrom('project.calendar_feeds').where('researcher_id', '=', researcherId).execute();
}
