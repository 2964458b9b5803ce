import { createHash, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import type { SigningKeys } from '@app/kit/signing-keys.ts';
import { ADMIN_TOKEN_TYPE } from '@app/kit/admins.ts';
import { TOKEN_ISSUER, TOKEN_TYPE } from '@app/kit/viewer.ts';

const AUDIENCES = CONTRACTS.map(({ name }) => name);
const SECRET_BYTES = 32;

/** Creates a secret. Only its hash may be stored. */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export interface TokenSigner {
  /** Besides these values, the access token (RFC 9068) contains nothing about the person. */
  sign(subject: { userId: string; role: Role; sessionId: string }): Promise<string>;
  /** Valid for one minute. Each call reads the admin's roles, so the token contains none. */
  signAdmin(admin: { adminId: string; sessionId: string; passkeyUsedAt: Date }): Promise<string>;
}

export function createTokenSigner(keys: SigningKeys, lifetimeInMinutes: number): TokenSigner {
  return {
    sign: ({ userId, role, sessionId }) => {
      const claims = new SignJWT({ role, sid: sessionId })
        .setIssuer(TOKEN_ISSUER)
        .setAudience(AUDIENCES)
        .setSubject(userId)
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${lifetimeInMinutes}m`);
      return keys.sign(claims, TOKEN_TYPE);
    },
    signAdmin: ({ adminId, sessionId, passkeyUsedAt }) => {
      // OpenID Connect defines `auth_time` for the time of authentication.
      const auth_time = Math.floor(passkeyUsedAt.getTime() / 1000);
      const claims = new SignJWT({ role: 'ADMIN', sid: sessionId, auth_time })
        .setIssuer(TOKEN_ISSUER)
        .setAudience(AUDIENCES)
        .setSubject(adminId)
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .setExpirationTime('60s');
      return keys.sign(claims, ADMIN_TOKEN_TYPE);
    },
  };
}
