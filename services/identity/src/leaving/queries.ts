import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';
import { LONGEST_TOKEN_MINUTES } from '../sessions/find-session.ts';

type Db = Kysely<IdentityTables>;

export async function insertLeft(trx: Db, userId: string): Promise<void> {
  await trx.insertInto('identity.left_people').values({ user_id: userId }).execute();
}

const ERASED_AT_ONCE = 100;

/** Those of whom the other services may still hold something, longest first. */
export async function findToErase(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('identity.left_people')
    .select('user_id as userId')
    .where('next_at', '<=', sql<Date>`now()`)
    .orderBy('next_at')
    .limit(ERASED_AT_ONCE)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Whatever a token or a job of theirs wrote after it is erased once more after their last access token has expired. */
export async function updateErased(db: Db, userId: string): Promise<void> {
  const again = sql`left_at + make_interval(mins => ${sql.lit(LONGEST_TOKEN_MINUTES + 9)})`;
  await db
    .updateTable('identity.left_people')
    .set({ next_at: sql<Date | null>`case when next_at < ${again} then ${again} end` })
    .where('user_id', '=', userId)
    .execute();
}
