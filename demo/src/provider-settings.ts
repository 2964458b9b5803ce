import { IDENTITY_BASE, PAYMENT_BASE } from '@app/contracts/bases.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { addressSecret } from '@app/kit/address-secret.ts';
import type { Environment } from '@app/kit/settings.ts';
import { signingKeysName, signingKeysSetting } from '@app/kit/signing-keys.ts';
import type { Providers } from '@app/simulators/phones/routes.ts';
import type { UssdService } from '@app/simulators/ussd/dialler.ts';
import { GATEWAYS } from '@app/simulators/world.ts';

/** This key protects nothing, because the product never trusts a callback. */
const CALLBACK_KEY = 'simulated-callback-key';

export const callbackAddress = (paymentUrl: string, provider: 'mtn' | 'paystack'): string =>
  `${paymentUrl}${PAYMENT_BASE}/callbacks/${provider}/${CALLBACK_KEY}`;

export function providerSettings({ mtn, paystack }: Providers, paymentUrl: string) {
  return {
    CALLBACK_KEY,
    MTN_BASE_URL: mtn.baseUrl,
    MTN_COLLECTION_KEY: mtn.collectionKey,
    MTN_DISBURSEMENT_KEY: mtn.disbursementKey,
    MTN_USER_ID: mtn.userId,
    MTN_USER_SECRET: mtn.userSecret,
    MTN_CALLBACK_URL: callbackAddress(paymentUrl, 'mtn'),
    PAYSTACK_BASE_URL: paystack.baseUrl,
    PAYSTACK_SECRET_KEY: paystack.secretKey,
  } satisfies Environment;
}

export function textSettings({ arkesel }: Providers) {
  return {
    SMS_GATEWAY: 'arkesel',
    SMS_URL: arkesel.baseUrl,
    SMS_KEY: arkesel.key,
    SMS_SENDER: PRODUCT_NAME,
  } satisfies Environment;
}

export const USSD_SETTINGS = { USSD_GATEWAY: 'arkesel', USSD_CODE: '*920*55#' } satisfies Environment;

export function ussdService(environment: Environment): UssdService | undefined {
  const gateway = GATEWAYS.find((name) => name === environment['USSD_GATEWAY']);
  const keys = signingKeysSetting.safeParse(environment[signingKeysName('identity')]).data;
  const { USSD_CODE: code, PUBLIC_URL: origin } = environment;
  if (!gateway || !keys || typeof code !== 'string' || typeof origin !== 'string') return undefined;
  const url = new URL(`${IDENTITY_BASE}/ussd/${addressSecret(keys, `ussd ${gateway}`)}`, origin).href;
  return { gateway, code, url };
}
