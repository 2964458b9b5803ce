import { type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';

export const TOKEN_ALGORITHM = 'EdDSA';

const CLOCK_LEEWAY_SECONDS = 5;
/** Our tokens are shorter than this, so a longer token is an attack. */
const MAX_TOKEN_LENGTH = 2048;

/** Returns undefined unless the token is valid now for this issuer, audience and type. */
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
    // If the keys cannot be fetched, the fault is with the server and not with the token.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')) return undefined;
    throw error;
  }
}
