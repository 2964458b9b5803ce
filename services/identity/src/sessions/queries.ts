import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';
import { hashSecret } from '../tokens.ts';
import { endNow } from './live-sessions.ts';

type Db = Kysely<IdentityTables>;

/** Returns false if the person is suspended, or if the password or number has changed since the check. */
export async function insertSession(
  db: Db,
  session: {
    sessionId: string;
    userId: string;
    expiresAt: Date;
    device: string | null;
    passwordHash: string | undefined;
    numberHashes: readonly string[] | undefined;
  },
): Promise<boolean> {
  const { sessionId, userId, expiresAt, device, passwordHash, numberHashes } = session;
  // When a number is removed, the person is locked. So the next statement sees whether it was removed.
  if (numberHashes !== undefined)
    await sql`select from identity.people where user_id = ${userId} for share`.execute(db);
  const row = await db
    .insertInto('identity.sessions')
    .columns(['session_id', 'user_id', 'expires_at', 'device', 'is_by_code'])
    .expression((of) => {
      const person = of
        .selectFrom('identity.people')
        .select([
          sql<string>`${sessionId}::uuid`.as('session_id'),
          'user_id',
          sql<Date>`${expiresAt}::timestamptz`.as('expires_at'),
          sql<string | null>`${device}::text`.as('device'),
          sql<boolean>`${numberHashes !== undefined}::boolean`.as('is_by_code'),
        ])
        .where('user_id', '=', userId)
        .where('suspended_at', 'is', null)
        .forShare();
      if (numberHashes !== undefined)
        return person.where(
          sql<boolean>`exists (select from identity.phones as phone
            where phone.user_id = people.user_id and phone.number_hash = any(${numberHashes}::text[]))`,
        );
      return passwordHash === undefined ? person : person.where('password_hash', '=', passwordHash);
    })
    .returning('session_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function endOldestSessions(db: Db, userId: string, mostSessions: number): Promise<string[]> {
  const rows = await endNow(db)
    .where('session_id', 'in', (of) =>
      of
        .selectFrom('identity.sessions')
        .select('session_id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .orderBy('created_at', 'desc')
        .orderBy('session_id', 'desc')
        .offset(mostSessions),
    )
    .returning('session_id')
    .execute();
  return rows.map((row) => row.session_id);
}

export async function insertRefreshToken(
  db: Db,
  token: { hash: Buffer; sessionId: string; expiresAt: Date; predecessor?: Buffer },
): Promise<void> {
  await db
    .insertInto('identity.refresh_tokens')
    .values({
      token_hash: token.hash,
      session_id: token.sessionId,
      expires_at: token.expiresAt,
      rotated_at: null,
      predecessor: token.predecessor ?? null,
    })
    .execute();
}

/** Locks the secret, so that its successor cannot be used at the same time. */
export async function lockRefreshToken(db: Db, hash: Buffer) {
  return db
    .selectFrom('identity.refresh_tokens as token')
    .innerJoin('identity.sessions as session', 'session.session_id', 'token.session_id')
    .select([
      'token.predecessor',
      'session.session_id as sessionId',
      'session.user_id as userId',
      'session.expires_at as sessionExpiresAt',
      sql<Date>`now()`.as('now'),
    ])
    .where('token.token_hash', '=', hash)
    .where('token.rotated_at', 'is', null)
    .where('token.expires_at', '>', sql<Date>`now()`)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .forUpdate('token')
    .executeTakeFirst();
}

/**
 * Stores this token as the only valid successor of the one before. Returns false if another successor was
 * used before.
 */
export async function setSuccessor(db: Db, predecessor: Buffer, hash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('identity.refresh_tokens')
    .set({
      successor: sql<Buffer>`coalesce(successor, ${hash})`,
      rotated_at: sql<Date>`coalesce(rotated_at, now())`,
    })
    .where('token_hash', '=', predecessor)
    .returning(sql<boolean>`successor = ${hash}`.as('isSuccessor'))
    .executeTakeFirst();
  // The token before may be missing, because the retention job has deleted it.
  return row?.isSuccessor ?? true;
}

export async function findSessionId(db: Db, hash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity.refresh_tokens')
    .select('session_id as sessionId')
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return row?.sessionId;
}

/**
 * Browsers drop expired cookies. So an unknown secret belongs to a deleted account, and its session counts as
 * revoked.
 */
export async function isSessionRevoked(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('identity.refresh_tokens as token')
    .innerJoin('identity.sessions as session', 'session.session_id', 'token.session_id')
    .where('token.token_hash', '=', hash)
    .select('session.ended_at as endedAt')
    .executeTakeFirst();
  return row === undefined || row.endedAt !== null;
}

export async function findRotatedToken(db: Db, hash: Buffer) {
  return db
    .selectFrom('identity.refresh_tokens as token')
    .innerJoin('identity.sessions as session', 'session.session_id', 'token.session_id')
    .where('token.token_hash', '=', hash)
    .where('token.rotated_at', 'is not', null)
    .select(['session.session_id as sessionId', 'session.user_id as userId'])
    .executeTakeFirst();
}

export async function endSession(db: Db, sessionId: string): Promise<boolean> {
  const row = await endNow(db).where('session_id', '=', sessionId).returning('session_id').executeTakeFirst();
  return row !== undefined;
}

/** The secret may have been used before. */
export async function endSessionBySecret(db: Db, secret: string): Promise<string | undefined> {
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

/** The newest refresh secret of a session shows when it was last used. */
export async function listSessions(db: Db, userId: string) {
  return db
    .selectFrom('identity.sessions as session')
    .innerJoin('identity.refresh_tokens as token', 'token.session_id', 'session.session_id')
    .select((of) => [
      'session.session_id as sessionId',
      'session.created_at as startedAt',
      of.fn.max('token.created_at').as('lastUsedAt'),
      'session.device',
    ])
    .groupBy('session.session_id')
    .where('session.user_id', '=', userId)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('token.rotated_at', 'is', null)
    .where('token.expires_at', '>', sql<Date>`now()`)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('session.session_id', 'desc')
    .execute();
}

export async function endOneSession(
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

export async function endOtherSessions(
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
