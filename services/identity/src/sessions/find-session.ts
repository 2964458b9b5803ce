import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

/** Whether the tokens of a session are still to be believed; its person may be gone, and it with them. */
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

/**
 * Whether the person logged in to this session so short a time ago, by more than a code, and did not merely renew it.
 */
export async function isSessionYoung(db: Db, sessionId: string, minutes: number): Promise<boolean> {
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

/** Transactions commit in another order than they took their time. */
const OVERLAP_SECONDS = 30;
/** No access token lives longer (ACCESS_TOKEN_MINUTES). */
export const LONGEST_TOKEN_MINUTES = 61;

/** Ids of the sessions that ended since then, and the instant up to which that is known. */
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
