import { hash } from 'node:crypto';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { SignJWT, jwtVerify } from 'jose';
import type { Role } from '@app/contracts/enumerations.ts';

/** The caller, as the access token tells it. */
export interface Viewer {
  userId: string;
  role: Role;
  sessionId: string;
  /** The token itself, for `GET users/me`. */
  token: string;
}

/** Who issues access tokens and whom they are for; both services are named in each token. */
export const TOKEN_ISSUER = 'identity';
export const TOKEN_ALGORITHM = 'EdDSA';

const CACHED_TOKENS = 10_000;
const CLOCK_LEEWAY_SECONDS = 5;
/** A valid token is longer than this only if somebody is trying something. */
const MAX_TOKEN_LENGTH = 2048;

/**
 * Verifies access tokens from the issuer's published keys. Gives undefined for any token that is not valid now.
 * A verification costs more than the rest of a small request, so verified tokens are kept until they expire.
 */
export function createTokenVerifier(keys: JWTVerifyGetKey, audience: string) {
  const verified = new Map<string, { viewer: Viewer; expiresAt: number }>();

  return async function verify(token: string): Promise<Viewer | undefined> {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const key = hash('sha256', token, 'base64url');
    const known = verified.get(key);
    if (known) return known.expiresAt > Date.now() ? known.viewer : undefined;
    const payload = await readPayload(token, keys, audience);
    if (!payload) return undefined;
    const { sub, role, sid, exp } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return undefined;
    if (role !== 'RESEARCHER' && role !== 'PARTICIPANT') return undefined;
    const viewer: Viewer = { userId: sub, role, sessionId: sid, token };
    const oldest = verified.size >= CACHED_TOKENS ? verified.keys().next().value : undefined;
    if (oldest !== undefined) verified.delete(oldest);
    verified.set(key, { viewer, expiresAt: exp * 1000 });
    return viewer;
  };
}

async function readPayload(
  token: string,
  keys: JWTVerifyGetKey,
  audience: string,
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [TOKEN_ALGORITHM],
      issuer: TOKEN_ISSUER,
      audience,
      typ: 'at+jwt',
      requiredClaims: ['exp', 'sub', 'jti'],
      clockTolerance: CLOCK_LEEWAY_SECONDS,
    });
    return payload;
  } catch (error) {
    // Only a broken token is the caller's; keys that cannot be had are ours.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')) return undefined;
    throw error;
  }
}

const SERVICE_TOKEN_SECONDS = 60;

/** The credential with which one service calls the other: a token of a minute, signed with the secret they share. */
export function createServiceCredential(secret: string, issuer: string, audience: string) {
  const key = new TextEncoder().encode(secret);
  let current: { token: string; renewAt: number } | undefined;
  return async function credential(): Promise<string> {
    if (current && current.renewAt > Date.now()) return current.token;
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', typ: 'service+jwt' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${SERVICE_TOKEN_SECONDS}s`)
      .sign(key);
    current = { token, renewAt: Date.now() + (SERVICE_TOKEN_SECONDS / 2) * 1000 };
    return token;
  };
}

/** Whether the token is the other service's own, for this audience, now. */
export function createServiceVerifier(secret: string, issuer: string, audience: string) {
  const key = new TextEncoder().encode(secret);
  return async function isService(token: string): Promise<boolean> {
    try {
      await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer,
        audience,
        typ: 'service+jwt',
        requiredClaims: ['exp'],
        clockTolerance: CLOCK_LEEWAY_SECONDS,
      });
      return true;
    } catch {
      return false;
    }
  };
}
