import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { addressSecret, isAddressSecret } from '@app/kit/address-secret.ts';
import type { IdentityConfig } from '../config.ts';

type Keys = Pick<IdentityConfig, 'IDENTITY_SIGNING_KEYS'>;

/** Of all texts: where a gateway reports to one address an account. */
export const ANY_TEXT = 'any';

const named = (of: string) => `text report ${of}`;

/** Where a gateway reports what became of a text, or of any: nothing is signed, so nobody may guess the address. */
export function reportUrl(config: Keys & Pick<IdentityConfig, 'PUBLIC_URL'>, of: string): string {
  const path = `${IDENTITY_BASE}/text-reports/${of}/${addressSecret(config.IDENTITY_SIGNING_KEYS, named(of))}`;
  return new URL(path, config.PUBLIC_URL).href;
}

export const isReportSecret = ({ IDENTITY_SIGNING_KEYS }: Keys, of: string, secret: string): boolean =>
  isAddressSecret(IDENTITY_SIGNING_KEYS, named(of), secret);
