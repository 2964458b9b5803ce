import type { ProviderName } from '../ledger/accounts.ts';
import type { Network } from './provider.ts';

/** MTN's own interface reaches no other network; Paystack reaches them all. */
export const PROVIDER_OF = {
  MTN: 'mtn',
  TELECEL: 'paystack',
  AIRTEL_TIGO: 'paystack',
} as const satisfies Record<Network, ProviderName>;
