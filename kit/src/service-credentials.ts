import { type JWTVerifyGetKey, SignJWT, decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import type { ServiceName } from '@app/contracts/endpoint.ts';
import { readToken } from './read-token.ts';
import type { SigningKeys } from './signing-keys.ts';

const TYPE = 'service+jwt';
const LIFETIME_SECONDS = 60;
/** Each node of a calling service creates a new credential every half minute. */
const REMEMBERED_TOKENS = 1000;

/** A credential is valid for a minute. */
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
 * Each service has its own keys, so no service can impersonate another. Results are cached, because verifying
 * takes longer than the call.
 */
export function createServiceVerifier(audience: string, publishedKeys: ReadonlyMap<string, JWTVerifyGetKey>) {
  const verified = new LRUCache<string, { issuer: ServiceName; expiresAt: number }>({
    max: REMEMBERED_TOKENS,
  });

  return async function verifyService(token: string): Promise<ServiceName | undefined> {
    const known = verified.get(token);
    if (known) return known.expiresAt > Date.now() ? known.issuer : undefined;
    const issuer = readIssuer(token) as ServiceName;
    const keys = publishedKeys.get(issuer);
    if (!keys) return undefined;
    const payload = await readToken(token, keys, { issuer, audience, typ: TYPE, requiredClaims: ['exp'] });
    if (payload?.exp === undefined) return undefined;
    verified.set(token, { issuer, expiresAt: payload.exp * 1000 });
    return issuer;
  };
}

/** Reads the issuer without verifying the token. */
function readIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
