import { createHmac, timingSafeEqual } from 'node:crypto';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import type { IdentityConfig } from '../config.ts';

type Keys = Pick<IdentityConfig, 'IDENTITY_SIGNING_KEYS'>;

/** Of all texts: where a gateway reports to one address an account. */
export const ANY_TEXT = 'any';

const secretBy = (key: string, of: string) =>
  createHmac('sha256', key).update(`text report ${of}`).digest('base64url');

/** Where a gateway reports what became of a text, or of any: nothing is signed, so nobody may guess the address. */
export function reportUrl(config: Keys & Pick<IdentityConfig, 'PUBLIC_URL'>, of: string): string {
  const path = `${IDENTITY_BASE}/text-reports/${of}/${secretBy(config.IDENTITY_SIGNING_KEYS[0].d, of)}`;
  return new URL(path, config.PUBLIC_URL).href;
}

/** One that was given out under another key of the list counts too. */
export function isReportSecret({ IDENTITY_SIGNING_KEYS }: Keys, of: string, secret: string): boolean {
  const given = Buffer.from(secret);
  return IDENTITY_SIGNING_KEYS.some(({ d }) => {
    const known = Buffer.from(secretBy(d, of));
    return known.length === given.length && timingSafeEqual(known, given);
  });
}
