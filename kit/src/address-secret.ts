import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PrivateKey } from './signing-keys.ts';

const secretBy = ({ d }: PrivateKey, of: string) => createHmac('sha256', d).update(of).digest('base64url');

/** Callers of such an address do not sign their requests, so a part of it must not be guessable. */
export const addressSecret = (keys: readonly [PrivateKey, ...PrivateKey[]], of: string): string =>
  secretBy(keys[0], of);

/** Accepts secrets of every key in the list, because keys change. */
export function isAddressSecret(keys: readonly PrivateKey[], of: string, secret: string): boolean {
  const given = Buffer.from(secret);
  return keys.some((key) => {
    const known = Buffer.from(secretBy(key, of));
    return known.length === given.length && timingSafeEqual(known, given);
  });
}
