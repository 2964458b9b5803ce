import { randomUUIDv7 } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { transaction } from '@app/kit/database.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { newSecret } from '../tokens.ts';
import { nameDevice } from './name-device.ts';
import { endOldest, insertRefreshToken, insertSession } from './queries.ts';
import { setRefreshCookie } from './refresh-cookie.ts';

export interface NewSession {
  userId: string;
  by: 'PASSWORD' | 'LETTER' | 'GOOGLE';
  /** The one that was checked, where a password opened the session. */
  passwordHash?: string;
}

/** More devices than anybody has; the oldest go, so that nobody fills the table by logging in. */
const MOST_SESSIONS = 20;
const MS_PER_HOUR = 60 * 60 * 1000;

/**
 * Starts a session on this browser, sets its refresh cookie and gives its id; beyond the twentieth the oldest ends. Undefined if the password whose hash was
 * checked is no longer the person's.
 */
export async function startSession(
  deps: Deps,
  { userId, by, passwordHash }: NewSession,
  reply: FastifyReply,
): Promise<string | undefined> {
  const { config, db } = deps;
  const sessionId = randomUUIDv7();
  const expiresAt = new Date(Date.now() + config.SESSION_DAYS * 24 * MS_PER_HOUR);
  const { secret, hash } = newSecret();
  const idleUntil = idleEnd(config.SESSION_IDLE_HOURS, expiresAt);
  const device = nameDevice(reply.request.headers['user-agent']);
  const isStarted = await transaction(db, async (trx) => {
    if (!(await insertSession(trx, { sessionId, userId, expiresAt, device, passwordHash }))) return false;
    await insertRefreshToken(trx, { hash, sessionId, expiresAt: idleUntil });
    await noteEvent(trx, 'LOGGED_IN', { userId, about: by });
    const ended = await endOldest(trx, userId, MOST_SESSIONS);
    for (const about of ended) await noteEvent(trx, 'SESSION_ENDED', { userId, about });
    return true;
  });
  if (!isStarted) return undefined;
  setRefreshCookie(reply, secret, idleUntil);
  return sessionId;
}

/** A session ends when it is idle too long, and at its own end whatever happens. */
export function idleEnd(idleHours: number, sessionExpiresAt: Date): Date {
  return new Date(Math.min(Date.now() + idleHours * MS_PER_HOUR, sessionExpiresAt.getTime()));
}
