import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PrivateKey } from './signing-keys.ts';

const secretBy = ({ d }: PrivateKey, of: string) => createHmac('sha256', d).update(of).digest('base64url');

/** Requests to an address with this secret carry no signature, so the secret must not be guessable. */
export const addressSecret = (keys: readonly [PrivateKey, ...PrivateKey[]], of: string): string =>
  secretBy(keys[0], of);

/** Keys are rotated, so a secret from any key is accepted. */
export function isAddressSecret(keys: readonly PrivateKey[], of: string, secret: string): boolean {
  const given = Buffer.from(secret);
  return keys.some((key) => {
    const known = Buffer.from(secretBy(key, of));
    return known.length === given.length && timingSafeEqual(known, given);
  });
}
