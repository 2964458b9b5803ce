import { exportJWK, generateKeyPair, importJWK } from 'jose';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import type { ServiceName } from '@app/contracts/endpoint.ts';
import { dataKeysName, newDataKey } from '@app/kit/sealed-columns.ts';
import {
  type SigningKeys,
  openSigningKeys,
  signingKeysName,
  signingKeysSetting,
} from '@app/kit/signing-keys.ts';

/** Returns a private key in the format of the settings. */
export async function newKey(): Promise<object> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  return exportJWK(privateKey);
}

/** Creates the secrets that production requires, for one run. */
export async function testSecrets(): Promise<Record<string, string>> {
  const keys = CONTRACTS.map(async ({ name }) => ({
    [signingKeysName(name)]: JSON.stringify([await newKey()]),
    [dataKeysName(name)]: newDataKey(),
  }));
  return {
    PUBLIC_URL: 'http://localhost:3000',
    ADMIN_EMAIL: 'admin@demo.test',
    PUSH_KEYS: newDataKey(),
    ...Object.assign({}, ...(await Promise.all(keys))),
  };
}

/** Returns the keys of a service from the settings. */
export function openServiceKeys(
  service: ServiceName,
  settings: Record<string, string>,
): Promise<SigningKeys> {
  return openSigningKeys(signingKeysSetting.parse(settings[signingKeysName(service)]));
}

/** Returns the key with which a service signs, from the settings. */
export async function importPrivateKey(service: ServiceName, settings: Record<string, string>) {
  const [first] = signingKeysSetting.parse(settings[signingKeysName(service)]);
  return importJWK(first, 'EdDSA');
}
