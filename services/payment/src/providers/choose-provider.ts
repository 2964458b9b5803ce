import type { ProviderName } from '../ledger/accounts.ts';
import type { Destination, Network } from './provider.ts';

/** MTN's own interface reaches no other network; Paystack reaches them all. */
export const PROVIDER_OF = {
  MTN: 'mtn',
  TELECEL: 'paystack',
  AIRTEL_TIGO: 'paystack',
} as const satisfies Record<Network, ProviderName>;

/** Where cards and bank accounts pay. */
export const PROVIDER_OF_PAGES: ProviderName = 'paystack';

export const providerTo = (to: Destination): ProviderName =>
  'network' in to ? PROVIDER_OF[to.network] : PROVIDER_OF_PAGES;
