import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';
import { hashSecret } from '../tokens.ts';
import { endNow } from './live-sessions.ts';

type Db = Kysely<IdentityTables>;

/**
 * False if the person is gone or suspended, or if the password that opened the session has changed, or the number is not
 * theirs. So a reset that commits while the old password is being checked leaves no session behind.
 */
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
  // Who takes a number off holds the person: after the wait, the next statement sees that it is gone.
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

/** Ends all sessions of a person but the newest, and gives their ids. */
export async function endOldest(db: Db, userId: string, mostSessions: number): Promise<string[]> {
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

/**
 * A refresh secret of which no successor was used yet, with its session, under a row lock: no successor is used
 * meanwhile.
 */
export async function holdRefreshToken(db: Db, hash: Buffer) {
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

/** Uses up what came before this secret. False if another one that followed it was used: the first of them stays so. */
export async function succeed(db: Db, predecessor: Buffer, hash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('identity.refresh_tokens')
    .set({
      successor: sql<Buffer>`coalesce(successor, ${hash})`,
      rotated_at: sql<Date>`coalesce(rotated_at, now())`,
    })
    .where('token_hash', '=', predecessor)
    .returning(sql<boolean>`successor = ${hash}`.as('isSuccessor'))
    .executeTakeFirst();
  // It may have been swept.
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
 * Whether the session of a refresh secret was ended on purpose, and did not just expire. An unknown secret counts too: a
 * browser drops an expired cookie itself, so its account was deleted.
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

/** The session of a refresh secret that somebody has gone past. */
export async function findRotatedToken(db: Db, hash: Buffer) {
  return db
    .selectFrom('identity.refresh_tokens as token')
    .innerJoin('identity.sessions as session', 'session.session_id', 'token.session_id')
    .where('token.token_hash', '=', hash)
    .where('token.rotated_at', 'is not', null)
    .select(['session.session_id as sessionId', 'session.user_id as userId'])
    .executeTakeFirst();
}

/** False if it had ended before. */
export async function endSession(db: Db, sessionId: string): Promise<boolean> {
  const row = await endNow(db).where('session_id', '=', sessionId).returning('session_id').executeTakeFirst();
  return row !== undefined;
}

/** Ends the session that a refresh secret belongs to, used up or not; gives its owner, if it was live. */
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

/** Sessions that can still be renewed, last used first; the age of the youngest refresh secret shows when that was. */
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
