import type { FastifyReply, FastifyRequest } from 'fastify';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { newSecret } from '../tokens.ts';
import { endSession, findRotatedToken, insertRefreshToken, rotateRefreshToken } from './queries.ts';
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie.ts';
import { idleEnd } from './start-session.ts';

/** Two tabs may send the same cookie at once; within this time the second is a tab, later it is a thief. */
const GRACE_SECONDS = 10;

/**
 * Trades the refresh cookie for a new one and gives the session that goes on. A cookie that was traded before ends the
 * session (RFC 9700 4.14.2), except within the grace, when it leaves the newer cookie in place.
 */
export async function refresh(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  fail: Fail<'NOT_SIGNED_IN'>,
): Promise<{ userId: string; sessionId: string }> {
  const secret = readRefreshCookie(request);
  if (secret === undefined) return fail('NOT_SIGNED_IN');
  const next = newSecret();
  const rotated = await transaction(deps.db, async (trx) => {
    const session = await rotateRefreshToken(trx, secret);
    if (!session) return undefined;
    const expiresAt = idleEnd(deps.config.SESSION_IDLE_HOURS, session.sessionExpiresAt);
    await insertRefreshToken(trx, { hash: next.hash, sessionId: session.sessionId, expiresAt });
    return { ...session, expiresAt };
  });
  if (rotated) {
    setRefreshCookie(reply, next.secret, rotated.expiresAt);
    return rotated;
  }
  const earlier = await findRotatedToken(deps.db, secret, GRACE_SECONDS);
  if (earlier?.isInGrace) return earlier;
  if (earlier) await endStolenSession(deps, earlier);
  clearRefreshCookie(reply);
  return fail('NOT_SIGNED_IN');
}

async function endStolenSession(
  deps: Deps,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    // A cookie of a session that ended in peace tells of no thief.
    if (await endSession(trx, sessionId)) await noteEvent(trx, 'SESSION_THEFT_SUSPECTED', { userId });
  });
}
