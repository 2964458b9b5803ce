import * as z from 'zod';
import type { Environment } from '@app/kit/service.ts';
import { integerSetting, readSettings } from '@app/kit/settings.ts';
import { signingKeysSetting } from '@app/kit/signing-keys.ts';
import { TurnSettings } from '@app/kit/turns.ts';

const origin = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const secret = z.string().default('');

/** A provider without an address is not asked for anything. */
const ProviderSettings = z.object({
  PAYOUT_FEE_IN_PESEWAS: integerSetting(0, 10_000, 100),
  CALLBACK_KEY: z
    .string()
    .regex(/^[\w-]{20,100}$/, 'must be 20 to 100 letters and digits')
    .optional(),
  MTN_BASE_URL: origin.optional(),
  MTN_COLLECTION_KEY: secret,
  MTN_DISBURSEMENT_KEY: secret,
  MTN_USER_ID: secret,
  MTN_USER_SECRET: secret,
  MTN_ENVIRONMENT: z.string().default('mtnghana'),
  MTN_CURRENCY: z.string().length(3).default('GHS'),
  MTN_CALLBACK_URL: origin.optional(),
  PAYSTACK_BASE_URL: origin.optional(),
  PAYSTACK_SECRET_KEY: secret,
  PAYSTACK_EMAIL: z.string().default('receipts@demo.test'),
});

/** The payment service's settings; .env.example explains each. */
const PaymentSettings = z.object({
  NOT_FOUND_PER_PERSON_PER_HOUR: integerSetting(1, 1_000_000, 300),
  REFUSALS_NOTED_PER_PERSON_PER_HOUR: integerSetting(1, 1_000_000, 60),
  ...TurnSettings.shape,
  COLLECTION_FEE_POINTS: integerSetting(0, 2000, 195),
  PAYOUT_UNDO_SECONDS: integerSetting(0, 86_400, 600),
  ACCOUNT_HOLD_HOURS: integerSetting(0, 720, 48),
  PAYOUTS_PER_DAY_IN_PESEWAS: integerSetting(0, 1_000_000_000, 5_000_000),
  ...ProviderSettings.shape,
  PAYMENT_SIGNING_KEYS: signingKeysSetting,
});

export type ProviderConfig = z.infer<typeof ProviderSettings>;
export type PaymentConfig = z.infer<typeof PaymentSettings>;

export function readPaymentConfig(environment: Environment): PaymentConfig {
  return readSettings(PaymentSettings, environment);
}

/** What is needed to speak to the providers, without the service's own keys. */
export function readProviderConfig(environment: Environment): ProviderConfig {
  return readSettings(ProviderSettings, environment);
}
