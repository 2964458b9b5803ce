import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';
import { hashSecret } from '../tokens.ts';
import { endNow } from './end-sessions.ts';

type Db = Kysely<IdentityTables>;

/**
 * False if the person is gone or, where a password opened the session, has another one by now: a reset that commits
 * while the old password is being checked leaves no session behind.
 */
export async function insertSession(
  db: Db,
  session: {
    sessionId: string;
    userId: string;
    expiresAt: Date;
    device: string | null;
    passwordHash: string | undefined;
  },
): Promise<boolean> {
  const { sessionId, userId, expiresAt, device, passwordHash } = session;
  const row = await db
    .insertInto('identity.sessions')
    .columns(['session_id', 'user_id', 'expires_at', 'device'])
    .expression((of) => {
      const person = of
        .selectFrom('identity.people')
        .select([
          sql<string>`${sessionId}::uuid`.as('session_id'),
          'user_id',
          sql<Date>`${expiresAt}::timestamptz`.as('expires_at'),
          sql<string | null>`${device}::text`.as('device'),
        ])
        .where('user_id', '=', userId)
        .forShare();
      return passwordHash === undefined ? person : person.where('password_hash', '=', passwordHash);
    })
    .returning('session_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRefreshToken(
  db: Db,
  token: { hash: Buffer; sessionId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('identity.refresh_tokens')
    .values({
      token_hash: token.hash,
      session_id: token.sessionId,
      expires_at: token.expiresAt,
      rotated_at: null,
    })
    .execute();
}

/** Uses up a live refresh secret. The condition decides which of two that arrive together is the first. */
export async function rotateRefreshToken(db: Db, secret: string) {
  return db
    .updateTable('identity.refresh_tokens as token')
    .from('identity.sessions as session')
    .set({ rotated_at: sql<Date>`now()` })
    .whereRef('session.session_id', '=', 'token.session_id')
    .where('token.token_hash', '=', hashSecret(secret))
    .where('token.rotated_at', 'is', null)
    .where('token.expires_at', '>', sql<Date>`now()`)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .returning([
      'session.session_id as sessionId',
      'session.user_id as userId',
      'session.expires_at as sessionExpiresAt',
    ])
    .executeTakeFirst();
}

/** A secret that was used up before: its session, and whether that was so short ago that two tabs explain it. */
export async function findRotatedToken(db: Db, secret: string, graceInSeconds: number) {
  return db
    .selectFrom('identity.refresh_tokens as token')
    .innerJoin('identity.sessions as session', 'session.session_id', 'token.session_id')
    .where('token.token_hash', '=', hashSecret(secret))
    .where('token.rotated_at', 'is not', null)
    .select([
      'session.session_id as sessionId',
      'session.user_id as userId',
      sql<boolean>`token.rotated_at > now() - make_interval(secs => ${graceInSeconds}::float8)
        and session.ended_at is null and session.expires_at > now()`.as('isInGrace'),
    ])
    .executeTakeFirst();
}

/** False if it had ended before. */
export async function endSession(db: Db, sessionId: string): Promise<boolean> {
  const row = await endNow(db).where('session_id', '=', sessionId).returning('session_id').executeTakeFirst();
  return row !== undefined;
}

/** Ends the session that a refresh secret belongs to, used up or not; whose it was, if it was live. */
export async function endSessionOfSecret(db: Db, secret: string): Promise<string | undefined> {
  const row = await endNow(db)
    .where('session_id', 'in', (of) =>
      of
        .selectFrom('identity.refresh_tokens')
        .select('session_id')
        .where('token_hash', '=', hashSecret(secret)),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Sessions that can still be renewed, last used first; the age of the live refresh secret tells when that was. */
export async function listSessions(db: Db, userId: string) {
  return db
    .selectFrom('identity.sessions as session')
    .innerJoin('identity.refresh_tokens as token', 'token.session_id', 'session.session_id')
    .select([
      'session.session_id as sessionId',
      'session.created_at as startedAt',
      'token.created_at as lastUsedAt',
      'session.device',
    ])
    .where('session.user_id', '=', userId)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('token.rotated_at', 'is', null)
    .where('token.expires_at', '>', sql<Date>`now()`)
    .orderBy('token.created_at', 'desc')
    .orderBy('session.session_id', 'desc')
    .execute();
}

/** False if it is not a live session of that person: of any number that end it together, one does. */
export async function endSessionOf(
  db: Db,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<boolean> {
  const row = await endNow(db)
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('session_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the person's other sessions and gives their ids. */
export async function endSessionsBut(
  db: Db,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<string[]> {
  const rows = await endNow(db)
    .where('user_id', '=', userId)
    .where('session_id', '<>', sessionId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('session_id')
    .execute();
  return rows.map((row) => row.session_id);
}
