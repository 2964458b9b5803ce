import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { addressSecret } from '@app/kit/address-secret.ts';
import type { IdentityConfig } from '../config.ts';

/** Where the gateway sends what is dialled: nothing is signed, so nobody may guess the address. */
export function ussdUrl(
  config: Pick<IdentityConfig, 'IDENTITY_SIGNING_KEYS' | 'PUBLIC_URL' | 'USSD_GATEWAY'>,
): string {
  const secret = addressSecret(config.IDENTITY_SIGNING_KEYS, `ussd ${config.USSD_GATEWAY}`);
  return new URL(`${IDENTITY_BASE}/ussd/${secret}`, config.PUBLIC_URL).href;
}
