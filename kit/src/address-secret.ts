import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PrivateKey } from './signing-keys.ts';

const secretBy = ({ d }: PrivateKey, of: string) => createHmac('sha256', d).update(of).digest('base64url');

/** The part of an address that nobody may guess, where who calls it signs nothing. */
export const addressSecret = (keys: readonly [PrivateKey, ...PrivateKey[]], of: string): string =>
  secretBy(keys[0], of);

/** One that was given out under another key of the list counts too. */
export function isAddressSecret(keys: readonly PrivateKey[], of: string, secret: string): boolean {
  const given = Buffer.from(secret);
  return keys.some((key) => {
    const known = Buffer.from(secretBy(key, of));
    return known.length === given.length && timingSafeEqual(known, given);
  });
}
