import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * Public halves of the keys with which a service signs (RFC 7517), so that others verify on their own. Each contract has
 * one of its own.
 */
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
