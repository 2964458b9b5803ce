import type { JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { AdminRole } from '@app/contracts/enumerations.ts';
import { currentRequest } from './current-request.ts';
import { readToken } from './read-token.ts';
import { type AdminViewer, TOKEN_ISSUER } from './viewer.ts';

export const ADMIN_TOKEN_TYPE = 'admin+jwt';

const RECENT_PASSKEY_MS = 5 * MINUTE_MS;

/** With the time of the call, an answer is never older than two seconds. */
const FRESH_MS = 1500;
const CACHED_SESSIONS = 100;

interface FoundAdmin {
  userId: string;
  name: string;
  adminRoles: readonly AdminRole[];
}
type FindAdmin = (sessionId: string) => Promise<FoundAdmin | null>;

/** While the identity service does not answer, no admin is admitted. */
export function cacheAdmins(find: FindAdmin, now: () => number = Date.now): FindAdmin {
  const cache = new LRUCache<string, { admin: FoundAdmin | null }>({
    max: CACHED_SESSIONS,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: async (sessionId) => ({ admin: await find(sessionId) }),
  });
  return async (sessionId) => (await cache.forceFetch(sessionId)).admin;
}

/** From this call on, every audit entry of the request names the admin. */
export function createAdminVerifier(keys: JWTVerifyGetKey, audience: string, find: FindAdmin) {
  return async function verifyAdmin(token: string): Promise<AdminViewer | undefined> {
    const payload = await readToken(token, keys, {
      issuer: TOKEN_ISSUER,
      audience,
      typ: ADMIN_TOKEN_TYPE,
      requiredClaims: ['exp', 'sub', 'jti'],
    });
    const { sub, role, sid, auth_time: passkeyUsedAt } = payload ?? {};
    if (role !== 'ADMIN' || typeof sid !== 'string') return undefined;
    const admin = await find(sid);
    if (!admin || admin.userId !== sub) return undefined;
    const request = currentRequest();
    if (request) request.adminId = admin.userId;
    const isPasskeyRecent =
      typeof passkeyUsedAt === 'number' && Date.now() - passkeyUsedAt * 1000 < RECENT_PASSKEY_MS;
    return { ...admin, role, sessionId: sid, token, isPasskeyRecent };
  };
}
