import { randomUUIDv7 } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { today } from '@app/contracts/calendar.ts';
import { transaction } from '@app/kit/database.ts';
import { Failure } from '@app/kit/problem.ts';
import { findPerson, updateLastActive } from '../accounts/queries.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { newSecret } from '../tokens.ts';
import { nameDevice } from './name-device.ts';
import { setRefreshCookie } from './refresh-cookie.ts';
import { insertRefreshToken, insertSession } from './queries.ts';

const MS_PER_HOUR = 60 * 60 * 1000;

/**
 * Signs a person in on this browser: a new session, its refresh cookie, and the stored user of S-506. Undefined if the
 * password whose hash was checked is no longer the person's.
 */
export async function startSession(
  deps: Deps,
  {
    userId,
    by,
    passwordHash,
  }: { userId: string; by: 'PASSWORD' | 'LETTER' | 'GOOGLE'; passwordHash?: string },
  reply: FastifyReply,
): Promise<SignedInUser | undefined> {
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
    return true;
  });
  if (!isStarted) return undefined;
  setRefreshCookie(reply, secret, idleUntil);
  return signedInUser(deps, userId, sessionId);
}

/** A session ends when it is idle too long, and at its own end whatever happens. */
export function idleEnd(idleHours: number, sessionExpiresAt: Date): Date {
  return new Date(Math.min(Date.now() + idleHours * MS_PER_HOUR, sessionExpiresAt.getTime()));
}

/** The user with a fresh access token, which is a sign of life. */
export async function signedInUser(deps: Deps, userId: string, sessionId: string): Promise<SignedInUser> {
  const person = await findPerson(deps.db, userId);
  if (!person) throw new Failure('NOT_SIGNED_IN');
  await updateLastActive(deps.db, userId, today());
  return { ...person, token: await deps.signer.sign({ userId, role: person.role, sessionId }) };
}
