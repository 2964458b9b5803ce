import type { JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { type AdminRole, type Role, ROLES } from '@app/contracts/enumerations.ts';
import { readToken } from './read-token.ts';

export interface Viewer {
  userId: string;
  role: Role;
  sessionId: string;
  /** The token itself, which `GET users/me` returns. */
  token: string;
}

export interface AdminViewer {
  /** Admins have no account of the kind that people have. */
  userId: string;
  role: 'ADMIN';
  name: string;
  adminRoles: readonly AdminRole[];
  isPasskeyRecent: boolean;
  sessionId: string;
  token: string;
}

export type Caller = Viewer | AdminViewer;

export const TOKEN_ISSUER = 'identity';
export const TOKEN_TYPE = 'at+jwt';

const CACHED_TOKENS = 10_000;

const isRole = (role: unknown): role is Role => ROLES.some((known) => known === role);

/** Results are cached, because verifying takes longer than a small request. */
export function createTokenVerifier(keys: JWTVerifyGetKey, audience: string) {
  const verified = new LRUCache<string, { viewer: Viewer; expiresAt: number }>({ max: CACHED_TOKENS });

  return async function verify(token: string): Promise<Viewer | undefined> {
    const known = verified.get(token);
    if (known) return known.expiresAt > Date.now() ? known.viewer : undefined;
    const payload = await readToken(token, keys, {
      issuer: TOKEN_ISSUER,
      audience,
      typ: TOKEN_TYPE,
      requiredClaims: ['exp', 'sub', 'jti'],
    });
    if (!payload) return undefined;
    const { sub, role, sid, exp } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return undefined;
    if (!isRole(role)) return undefined;
    const viewer: Viewer = { userId: sub, role, sessionId: sid, token };
    verified.set(token, { viewer, expiresAt: exp * 1000 });
    return viewer;
  };
}
