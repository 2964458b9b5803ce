import type { MOBILE_MONEY_PROVIDERS } from '@app/contracts/enumerations.ts';

type Provider = (typeof MOBILE_MONEY_PROVIDERS)[number];

/** People keep their number when they change the network, so a prefix is only a hint (D-40). */
const prefixes: Readonly<Record<string, Provider>> = {
  '24': 'MTN',
  '25': 'MTN',
  '53': 'MTN',
  '54': 'MTN',
  '55': 'MTN',
  '59': 'MTN',
  '20': 'TELECEL',
  '50': 'TELECEL',
  '26': 'AIRTEL_TIGO',
  '27': 'AIRTEL_TIGO',
  '56': 'AIRTEL_TIGO',
  '57': 'AIRTEL_TIGO',
};

export function networkHint(phoneNumber: string): Provider | undefined {
  const digits = phoneNumber.replace(/[^\d+]/g, '');
  const national = /^(?:\+233|00233|233|0)?0?(\d{2})/.exec(digits);
  return national?.[1] === undefined ? undefined : prefixes[national[1]];
}
