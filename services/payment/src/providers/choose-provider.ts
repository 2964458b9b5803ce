import type { PaymentConfig } from '../config.ts';
import type { ProviderName } from '../ledger/accounts.ts';
import type { Network } from './provider.ts';

/**
 * Which provider serves a network, or cards and bank accounts where it is none of these. MTN's own interface reaches its own
 * wallets only; Paystack reaches all.
 */
export const providerOf = (
  network: Network | undefined,
  { MTN_WALLETS_VIA }: Pick<PaymentConfig, 'MTN_WALLETS_VIA'>,
): ProviderName => (network === 'MTN' ? MTN_WALLETS_VIA : 'paystack');
