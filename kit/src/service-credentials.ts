import { type JWTVerifyGetKey, SignJWT, decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import { readToken } from './read-token.ts';
import type { SigningKeys } from './signing-keys.ts';

const TYPE = 'service+jwt';
const LIFETIME_SECONDS = 60;
/** Each caller's node shows one credential for half a minute. */
const REMEMBERED_TOKENS = 1000;

/** The credential with which one service calls another: a token of a minute, signed with its own key. */
export function createServiceCredential(keys: SigningKeys, issuer: string, audience: string) {
  let current: { token: string; renewAt: number } | undefined;
  return async function credential(): Promise<string> {
    if (current && current.renewAt > Date.now()) return current.token;
    const claims = new SignJWT({})
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${LIFETIME_SECONDS}s`);
    const token = await keys.sign(claims, TYPE);
    current = { token, renewAt: Date.now() + (LIFETIME_SECONDS / 2) * 1000 };
    return token;
  };
}

/**
 * Whether a token is the credential of one of these callers, for this audience, now. Each caller is held to its own keys,
 * so none can speak as another. A verified token is remembered until it expires, since verifying costs more than the call.
 */
export function createServiceVerifier(audience: string, keysOf: Readonly<Record<string, JWTVerifyGetKey>>) {
  const verified = new LRUCache<string, number>({ max: REMEMBERED_TOKENS });

  return async function isService(token: string): Promise<boolean> {
    const expiresAt = verified.get(token);
    if (expiresAt !== undefined) return expiresAt > Date.now();
    const issuer = issuerOf(token);
    const keys = issuer !== undefined && Object.hasOwn(keysOf, issuer) ? keysOf[issuer] : undefined;
    if (issuer === undefined || !keys) return false;
    const payload = await readToken(token, keys, { issuer, audience, typ: TYPE, requiredClaims: ['exp'] });
    if (payload?.exp === undefined) return false;
    verified.set(token, payload.exp * 1000);
    return true;
  };
}

/** The issuer that a token claims; not verified yet. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
