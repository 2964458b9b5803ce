import type { FastifyReply, FastifyRequest } from 'fastify';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { hashSecret, newSecret } from '../tokens.ts';
import {
  endSession,
  findRotatedToken,
  findSessionId,
  insertRefreshToken,
  isSessionRevoked,
  lockRefreshToken,
  setSuccessor,
} from './queries.ts';
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie, idleEnd } from './start-session.ts';

/**
 * After a lost answer or in a second tab, a cookie is used again. This is allowed until its successor is
 * used. A later use shows that the cookie was copied, so the session ends (RFC 9700 4.14.2).
 */
export async function renewSession(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  fail: Fail<'NOT_SIGNED_IN' | 'SESSION_REVOKED'>,
): Promise<{ userId: string; sessionId: string }> {
  const secret = readRefreshCookie(request);
  if (secret === undefined) return fail('NOT_SIGNED_IN');
  const hash = hashSecret(secret);
  const next = newSecret();
  const token = await transaction(deps.db, async (trx) => {
    const live = await lockRefreshToken(trx, hash);
    if (!live) return undefined;
    const { predecessor, sessionId } = live;
    const isSuccessor = predecessor === null || (await setSuccessor(trx, predecessor, hash));
    const expiresAt = idleEnd(live.now, deps.config.SESSION_IDLE_HOURS, live.sessionExpiresAt);
    if (isSuccessor)
      await insertRefreshToken(trx, { hash: next.hash, sessionId, expiresAt, predecessor: hash });
    return { ...live, isSuccessor, expiresAt };
  });
  if (token?.isSuccessor) {
    setRefreshCookie(reply, next.secret, token.expiresAt);
    return token;
  }
  const isRevoked = token === undefined && (await isSessionRevoked(deps.db, hash));
  const stolen = token ?? (await findRotatedToken(deps.db, hash));
  if (stolen) await endStolenSession(deps, stolen);
  clearRefreshCookie(reply);
  return fail(isRevoked ? 'SESSION_REVOKED' : 'NOT_SIGNED_IN');
}

export async function findRequestSession(
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
): Promise<string | undefined> {
  const secret = readRefreshCookie(request);
  return secret === undefined ? undefined : findSessionId(db, hashSecret(secret));
}

/**
 * Removes the cookie of a session that this browser has ended. Otherwise the page would say that the session
 * was revoked.
 */
export async function clearEndedCookie(
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const secret = readRefreshCookie(request);
  if (secret !== undefined && (await isSessionRevoked(db, hashSecret(secret)))) clearRefreshCookie(reply);
}

async function endStolenSession(
  deps: Deps,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    // If the session had already ended, an old cookie is no sign of theft.
    if (await endSession(trx, sessionId)) await recordEvent(trx, 'SESSION_THEFT_SUSPECTED', { userId });
  });
}
