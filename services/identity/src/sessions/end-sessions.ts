import { type Kysely, sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';
import type { IdentityTables } from '../schema.ts';
import { LONGEST_TOKEN_MINUTES } from './find-session.ts';

type Db = Kysely<IdentityTables>;

/** Ends sessions that have not ended; what follows says which. */
export const endNow = (db: Db) =>
  db
    .updateTable('identity.sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('ended_at', 'is', null);

/** Ends every session of a person. */
export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  await endNow(db).where('user_id', '=', userId).execute();
}

/** Ends the sessions of a person that a code of a text has opened, but this one. */
export async function endCodeSessions(db: Db, userId: string, but?: string): Promise<void> {
  const ofCodes = endNow(db).where('user_id', '=', userId).where('is_by_code', '=', true);
  await (but === undefined ? ofCodes : ofCodes.where('session_id', '<>', but)).execute();
}

/** Refresh secrets that ended long ago. */
export function deleteOldRefreshTokens(db: Db, most: number): Promise<number> {
  const where = sql`expires_at < ${ago(RETENTION.endedSessions)}`;
  return deleteSome(db, most, { table: 'identity.refresh_tokens', key: 'token_hash', where });
}

/** Sessions that ended long ago, whatever ended them: of one that was not used any more no refresh secret is left by then. */
export function deleteOldSessions(db: Db, most: number): Promise<number> {
  const longAgo = ago(RETENTION.endedSessions);
  const where = sql`created_at < ${longAgo} and (coalesce(ended_at, expires_at) < ${longAgo} or not exists (
    select from identity.refresh_tokens as token where token.session_id = sessions.session_id))`;
  return deleteSome(db, most, { table: 'identity.sessions', key: 'session_id', where });
}

/** Other services hear of an ended session until its last access token has expired. */
export function deleteOldEndedSessions(db: Db, most: number): Promise<number> {
  const where = sql`ended_at < now() - make_interval(mins => ${sql.lit(LONGEST_TOKEN_MINUTES + 59)})`;
  return deleteSome(db, most, { table: 'identity.ended_sessions', key: 'session_id', where });
}
