import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { type SignJWT, calculateJwkThumbprint, importJWK } from 'jose';
import * as z from 'zod';
import type { HandlerResult } from '@app/contracts/endpoint.ts';
import type { SigningKeysEndpoint } from '@app/contracts/signing-keys.ts';
import { parseJson } from './parse-json.ts';
import { TOKEN_ALGORITHM } from './read-token.ts';

const PrivateKey = z
  .object({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: z.string().min(1),
    d: z.string().min(1),
  })
  .refine(isKeyPair);

function isKeyPair(key: { kty: string; crv: string; x: string; d: string }): boolean {
  try {
    const secret = createPrivateKey({ key, format: 'jwk' });
    return createPublicKey(secret).export({ format: 'jwk' }).x === key.x;
  } catch {
    return false;
  }
}

export type PrivateKey = z.infer<typeof PrivateKey>;

const PrivateKeys = z
  .tuple([PrivateKey], PrivateKey)
  .refine((keys) => new Set(keys.map(({ x }) => x)).size === keys.length);

/** Private Ed25519 JSON Web Keys. The first key signs. Every key verifies. */
export const signingKeysSetting = z.string().transform((text, context) => {
  const { data } = PrivateKeys.safeParse(parseJson(text));
  if (data) return data;
  // The message must not contain the key, which is secret.
  context.addIssue({
    code: 'custom',
    message:
      'must be a JSON list of different private Ed25519 keys, each as a whole JSON Web Key (.env.example makes one)',
  });
  return z.NEVER;
});

export const newSigningKeys = () =>
  JSON.stringify([generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })]);

export const signingKeysName = (service: string) => `${service.toUpperCase()}_SIGNING_KEYS`;

export interface SigningKeys {
  published: HandlerResult<SigningKeysEndpoint>;
  sign(token: SignJWT, typ: string): Promise<string>;
}

export async function openSigningKeys(
  privateKeys: readonly [PrivateKey, ...PrivateKey[]],
): Promise<SigningKeys> {
  const [first] = privateKeys;
  const key = await importJWK(first, TOKEN_ALGORITHM);
  const kid = await calculateJwkThumbprint(first);
  const keys = await Promise.all(
    privateKeys.map(async (one) => ({
      kty: one.kty,
      crv: one.crv,
      x: one.x,
      kid: await calculateJwkThumbprint(one),
      alg: TOKEN_ALGORITHM,
      use: 'sig',
    })),
  );
  return {
    published: { keys },
    sign: (token, typ) => token.setProtectedHeader({ alg: TOKEN_ALGORITHM, kid, typ }).sign(key),
  };
}
