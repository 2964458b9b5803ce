import { type Kysely, sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/retention-job.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

/** When a person is deleted, their sessions are deleted too. So a session without a row has ended. */
export async function isSessionLive(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** A log-in by a text code does not count, and a renewal does not make a session newer. */
export async function hasLoggedInRecently(db: Db, sessionId: string, minutes: number): Promise<boolean> {
  const row = await db
    .selectFrom('identity.sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('is_by_code', '=', false)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${minutes}::int)`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The read overlaps the one before, because transactions may commit in another order than their timestamps.
 */
const OVERLAP_SECONDS = 30;
/** No access token is valid for longer than this. */
export const LONGEST_TOKEN_MINUTES = 61;

/** The list contains all sessions that ended up to `asOf`. */
export async function findEndedSessions(
  db: Db,
  since: Date | null,
): Promise<{ asOf: string; sessionIds: string[] }> {
  const from = since
    ? sql<Date>`${since}::timestamptz - make_interval(secs => ${OVERLAP_SECONDS}::float8)`
    : sql<Date>`now() - make_interval(mins => ${LONGEST_TOKEN_MINUTES}::int)`;
  const { rows } = await sql<{ asOf: Date; sessionIds: string[] }>`
    select now() as "asOf", coalesce(array_agg(session_id), '{}') as "sessionIds"
    from identity.ended_sessions where ended_at > ${from}
  `.execute(db);
  const { asOf = new Date(0), sessionIds = [] } = rows[0] ?? {};
  return { asOf: asOf.toISOString(), sessionIds };
}

export const endNow = (db: Db) =>
  db
    .updateTable('identity.sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('ended_at', 'is', null);

export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await endNow(db).where('user_id', '=', userId).execute();
}

export async function endCodeSessions(db: Db, userId: string, but?: string): Promise<void> {
  const ofCodes = endNow(db).where('user_id', '=', userId).where('is_by_code', '=', true);
  await (but === undefined ? ofCodes : ofCodes.where('session_id', '<>', but)).execute();
}

export function deleteOldRefreshTokens(db: Db, most: number): Promise<number> {
  const where = sql`expires_at < ${ago(RETENTION.endedSessions)}`;
  return deleteSome(db, most, { table: 'identity.refresh_tokens', key: 'token_hash', where });
}

/** If a session of this age was not used, it has no valid refresh secret any more. */
export function deleteOldSessions(db: Db, most: number): Promise<number> {
  const longAgo = ago(RETENTION.endedSessions);
  const where = sql`created_at < ${longAgo} and (coalesce(ended_at, expires_at) < ${longAgo} or not exists (
    select from identity.refresh_tokens as token where token.session_id = sessions.session_id))`;
  return deleteSome(db, most, { table: 'identity.sessions', key: 'session_id', where });
}

/** Other services must know that a session has ended until its last access token expires. */
export function deleteOldEndedSessions(db: Db, most: number): Promise<number> {
  const where = sql`ended_at < now() - make_interval(mins => ${sql.lit(LONGEST_TOKEN_MINUTES + 59)})`;
  return deleteSome(db, most, { table: 'identity.ended_sessions', key: 'session_id', where });
}
