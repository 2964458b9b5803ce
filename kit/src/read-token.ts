import { type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';

export const TOKEN_ALGORITHM = 'EdDSA';

const CLOCK_LEEWAY_SECONDS = 5;
/** A valid token is longer than this only if somebody is trying something. */
const MAX_TOKEN_LENGTH = 2048;

/** What a token says, if one of the keys signed it for that issuer, audience and type, and it is valid now. */
export async function readToken(
  token: string,
  keys: JWTVerifyGetKey,
  expected: Required<Pick<JWTVerifyOptions, 'issuer' | 'audience' | 'typ' | 'requiredClaims'>>,
): Promise<JWTPayload | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  try {
    const { payload } = await jwtVerify(token, keys, {
      ...expected,
      algorithms: [TOKEN_ALGORITHM],
      clockTolerance: CLOCK_LEEWAY_SECONDS,
    });
    return payload;
  } catch (error) {
    // Only a broken token is the caller's; keys that cannot be had are ours.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')) return undefined;
    throw error;
  }
}
