import { createHash, randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import { SignJWT, calculateJwkThumbprint, importJWK } from 'jose';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import { TOKEN_ALGORITHM, TOKEN_ISSUER } from '@app/kit/viewer.ts';
import { SettingsError } from '@app/kit/settings.ts';

const AUDIENCES = CONTRACTS.map(({ name }) => name);
const SECRET_BYTES = 32;

/** A new secret for a cookie: 256 random bits, of which only the hash is kept. */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

interface PublicKey {
  kty: string;
  crv: string;
  x: string;
  kid: string;
  alg: string;
  use: string;
}

export interface TokenSigner {
  publicKey: PublicKey;
  /** A signed access token (RFC 9068): who, which role, which session, and nothing else about the person. */
  sign(subject: { userId: string; role: Role; sessionId: string }): Promise<string>;
}

/** Signs with the private key of the settings: an Ed25519 key as a JSON Web Key. */
export async function createTokenSigner(signingKey: string, lifetimeInMinutes: number): Promise<TokenSigner> {
  const jwk = readJwk(signingKey);
  const key = await importJWK(jwk, TOKEN_ALGORITHM);
  const kid = await calculateJwkThumbprint(jwk);
  const header = { alg: TOKEN_ALGORITHM, kid, typ: 'at+jwt' };
  return {
    publicKey: { kty: jwk.kty, crv: jwk.crv, x: jwk.x, kid, alg: TOKEN_ALGORITHM, use: 'sig' },
    sign: ({ userId, role, sessionId }) =>
      new SignJWT({ role, sid: sessionId })
        .setProtectedHeader(header)
        .setIssuer(TOKEN_ISSUER)
        .setAudience(AUDIENCES)
        .setSubject(userId)
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${lifetimeInMinutes}m`)
        .sign(key),
  };
}

function readJwk(text: string): JWK & { kty: string; crv: string; x: string } {
  try {
    const jwk = JSON.parse(text) as JWK;
    if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519' && jwk.x !== undefined && jwk.d !== undefined) {
      return { ...jwk, kty: jwk.kty, crv: jwk.crv, x: jwk.x };
    }
  } catch {
    // Falls through: whatever it holds, it is not a key, and its text stays out of the message.
  }
  throw new SettingsError(['TOKEN_SIGNING_KEY: must be a private Ed25519 key as a JSON Web Key']);
}
