import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';
import type { ScreenName, Shown } from './screens.ts';

type Db = Kysely<IdentityTables>;

export interface UssdSession {
  hash: string;
  userId: string;
  screen: ScreenName;
  shown: Shown;
  /** Those that have come, each once, in their order. */
  keys: string;
}

export function findUssdSession(db: Db, hashes: readonly string[]): Promise<UssdSession | undefined> {
  return db
    .selectFrom('identity.ussd_sessions')
    .select(['session_hash as hash', 'user_id as userId', 'screen', 'shown', 'keys'])
    .where('session_hash', '=', sql<string>`any(${hashes}::text[])`)
    .executeTakeFirst();
}

/** False where another request has begun it. */
export async function insertUssdSession(
  db: Db,
  { hash, userId, screen, shown }: UssdSession,
): Promise<boolean> {
  const row = await db
    .insertInto('identity.ussd_sessions')
    .values({ session_hash: hash, user_id: userId, screen, shown: JSON.stringify(shown) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('session_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** False where another request has moved it on. */
export async function moveUssdSession(
  db: Db,
  { hash, keys }: Pick<UssdSession, 'hash' | 'keys'>,
  to: Pick<UssdSession, 'screen' | 'shown' | 'keys'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity.ussd_sessions')
    .set({ screen: to.screen, shown: JSON.stringify(to.shown), keys: to.keys })
    .where('session_hash', '=', hash)
    .where('keys', '=', keys)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
