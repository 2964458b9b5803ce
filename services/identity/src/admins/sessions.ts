import { randomUUIDv7 } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Transaction, sql } from 'kysely';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { HOUR_MS } from '@app/contracts/durations.ts';
import type { HandlerResult } from '@app/contracts/endpoint.ts';
import { renewAdminSession } from '@app/contracts/identity/admin-sign-in.ts';
import { deleteSome } from '@app/kit/retention-job.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { hashSecret, newSecret } from '../tokens.ts';
import {
  ADMIN_SESSION_HOURS,
  type AdminInSession,
  findAdminBySession,
  insertAdminSession,
} from './queries.ts';

/** Cookies of a host are sent to all its ports, so name and path differ from those of people's cookie. */
const COOKIE_NAME = '__Secure-admin';
const cookieAttributes = {
  path: `${IDENTITY_BASE}${renewAdminSession.path}`,
  secure: true,
  httpOnly: true,
  sameSite: 'strict',
  maxAge: (ADMIN_SESSION_HOURS * HOUR_MS) / 1000,
} as const;

export interface StartedSession {
  sessionId: string;
  passkeyUsedAt: Date;
  secret: string;
}

export async function startAdminSession(
  trx: Transaction<IdentityTables>,
  adminId: string,
): Promise<StartedSession> {
  const sessionId = randomUUIDv7();
  const { secret, hash } = newSecret();
  const passkeyUsedAt = await insertAdminSession(trx, { sessionId, adminId, hash });
  return { sessionId, passkeyUsedAt, secret };
}

export const setAdminCookie = (reply: FastifyReply, secret: string): void =>
  void reply.setCookie(COOKIE_NAME, secret, cookieAttributes);

export const clearAdminCookie = (reply: FastifyReply): void =>
  void reply.clearCookie(COOKIE_NAME, cookieAttributes);

export function readAdminCookie({ cookies }: FastifyRequest): Buffer | undefined {
  const secret = cookies[COOKIE_NAME];
  return secret === undefined ? undefined : hashSecret(secret);
}

export async function issueAdminToken(
  { signer }: Pick<Deps, 'signer'>,
  { adminId, sessionId, passkeyUsedAt, email, name, roles }: AdminInSession,
): Promise<HandlerResult<typeof renewAdminSession>> {
  return { email, name, roles, token: await signer.signAdmin({ adminId, sessionId, passkeyUsedAt }) };
}

/** Finds the admin of a session. This service and all others use it. */
export async function findAdmin(db: Deps['db'], sessionId: string) {
  const admin = await findAdminBySession(db, sessionId);
  return admin ? { userId: admin.adminId, name: admin.name, adminRoles: admin.roles } : null;
}

export function deleteOldAdminSessions(db: Deps['db'], most: number): Promise<number> {
  return deleteSome(db, most, {
    table: 'identity.admin_sessions',
    key: 'session_id',
    where: sql`started_at < now() - ${ADMIN_SESSION_HOURS}::int * interval '1 hour'`,
  });
}
