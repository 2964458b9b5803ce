import type { ProviderConfig } from '../config.ts';
import { type Clock, createMtn, REAL } from './mtn.ts';
import { createPaystack } from './paystack.ts';
import type { Providers } from '../provider.ts';

const mtnMarket = (address: string) =>
  new URL(address).hostname.startsWith('sandbox.')
    ? { environment: 'sandbox', currency: 'EUR' }
    : { environment: 'mtnghana', currency: 'GHS' };

export function openProviders(config: ProviderConfig, clock: Clock = REAL): Providers {
  const { MTN_BASE_URL, PAYSTACK_BASE_URL, PAYOUT_FEE_IN_PESEWAS: payoutFeeInPesewas } = config;
  return {
    ...(MTN_BASE_URL !== undefined && {
      mtn: createMtn(
        {
          baseUrl: MTN_BASE_URL,
          collectionKey: config.MTN_COLLECTION_KEY,
          disbursementKey: config.MTN_DISBURSEMENT_KEY,
          userId: config.MTN_USER_ID,
          userSecret: config.MTN_USER_SECRET,
          ...mtnMarket(MTN_BASE_URL),
          callbackUrl: config.MTN_CALLBACK_URL,
          payoutFeeInPesewas,
        },
        clock,
      ),
    }),
    ...(PAYSTACK_BASE_URL !== undefined && {
      paystack: createPaystack({
        baseUrl: PAYSTACK_BASE_URL,
        secretKey: config.PAYSTACK_SECRET_KEY,
        email: config.PAYSTACK_EMAIL,
        payoutFeeInPesewas,
      }),
    }),
  };
}
