import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Other services verify tokens with these keys (RFC 7517). */
// @__NO_SIDE_EFFECTS__
export function signingKeysEndpoint() {
  return endpoint({
    method: 'GET',
    path: '/.well-known/jwks.json',
    summary: 'The JSON Web Key Set of this issuer',
    access: 'ANYONE',
    bare: z.object({
      keys: z.array(
        z.object({
          kty: z.string(),
          crv: z.string(),
          x: z.string(),
          kid: z.string(),
          alg: z.string(),
          use: z.string(),
        }),
      ),
    }),
    errors: [],
  });
}

export type SigningKeysEndpoint = ReturnType<typeof signingKeysEndpoint>;
