import * as z from 'zod';
import { dataKeysSetting } from '@app/kit/sealed-columns.ts';
import {
  type Environment,
  SettingsError,
  constant,
  integerSetting,
  readSettings,
} from '@app/kit/settings.ts';
import { signingKeysSetting } from '@app/kit/signing-keys.ts';
import { ConcurrencyLimitSettings } from '@app/kit/fair-queue.ts';

const origin = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const secret = z.string().default('');

/** If the settings have no address for a provider, it is not used. */
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
  MTN_CALLBACK_URL: origin.optional(),
  PAYSTACK_BASE_URL: origin.optional(),
  PAYSTACK_SECRET_KEY: secret,
  PAYSTACK_EMAIL: z.string().default('receipts@demo.test'),
  PAYMENT_DATA_KEYS: dataKeysSetting,
});

export const PaymentSettings = z.object({
  NOT_FOUND_PER_PERSON_PER_HOUR: constant(300),
  /** The audit records at most this many refused calls per person and hour. */
  REFUSALS_RECORDED_PER_PERSON_PER_HOUR: constant(60),
  ...ConcurrencyLimitSettings.shape,
  COLLECTION_FEE_POINTS: integerSetting(0, 2000, 195),
  /**
   * Counts the prompts of all researchers together. Researchers whom the phone has already paid do not count.
   */
  PROMPTS_PER_NUMBER_PER_HOUR: constant(3),
  PROMPTS_PER_NUMBER_PER_DAY: constant(6),
  /** If a phone declines this many prompts in a row, it gets none for a day. */
  DECLINES_IN_A_ROW: constant(2),
  PROMPTS_PER_RESEARCHER_PER_HOUR: constant(10),
  BONUS_UNDO_SECONDS: constant(600),
  ACCOUNT_HOLD_HOURS: constant(48),
  PAYOUTS_PER_DAY_IN_PESEWAS: integerSetting(0, 1_000_000_000, 5_000_000),
  PAYOUTS_PER_PERSON_PER_DAY: constant(3),
  PESEWAS_PER_PERSON_PER_DAY: integerSetting(1, 1_000_000_000, 100_000),
  PESEWAS_PER_RESEARCHER_PER_DAY: integerSetting(1, 1_000_000_000, 500_000),
  MTN_WALLETS_VIA: z.enum(['mtn', 'paystack']).default('mtn'),
  ...ProviderSettings.shape,
  PUBLIC_URL: origin.optional(),
  PAYMENT_SIGNING_KEYS: signingKeysSetting,
});

export type ProviderConfig = z.infer<typeof ProviderSettings>;
export type PaymentConfig = z.infer<typeof PaymentSettings>;

export function readPaymentConfig(environment: Environment): PaymentConfig {
  return whole(readSettings(PaymentSettings, environment));
}

export function readProviderConfig(environment: Environment): ProviderConfig {
  return whole(readSettings(ProviderSettings, environment));
}

const REQUIRED_SETTINGS = {
  MTN_BASE_URL: ['MTN_COLLECTION_KEY', 'MTN_DISBURSEMENT_KEY', 'MTN_USER_ID', 'MTN_USER_SECRET'],
  MTN_CALLBACK_URL: ['MTN_BASE_URL', 'CALLBACK_KEY'],
  PAYSTACK_BASE_URL: ['PAYSTACK_SECRET_KEY'],
  MTN_COLLECTION_KEY: ['MTN_BASE_URL'],
  MTN_DISBURSEMENT_KEY: ['MTN_BASE_URL'],
  MTN_USER_ID: ['MTN_BASE_URL'],
  MTN_USER_SECRET: ['MTN_BASE_URL'],
  PAYSTACK_SECRET_KEY: ['PAYSTACK_BASE_URL'],
} as const satisfies Partial<Record<keyof ProviderConfig, readonly (keyof ProviderConfig)[]>>;

function whole<Config extends ProviderConfig>(config: Config): Config {
  const problems = Object.entries(REQUIRED_SETTINGS).flatMap(([name, needed]) =>
    config[name as keyof typeof REQUIRED_SETTINGS] ? missingSettings(config, name, needed) : [],
  );
  if (problems.length > 0) throw new SettingsError(problems);
  return config;
}

const missingSettings = (config: ProviderConfig, name: string, needed: readonly (keyof ProviderConfig)[]) =>
  needed.filter((one) => !config[one]).map((one) => `${one}: must be set, since ${name} is`);
