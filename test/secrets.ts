import { exportJWK, generateKeyPair } from 'jose';

/** The secrets that production demands, made for one run. */
export async function testSecrets(): Promise<Record<string, string>> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  return {
    PUBLIC_URL: 'http://localhost:3000',
    ADMIN_EMAIL: 'admin@demo.test',
    SERVICE_SECRET: crypto.randomUUID() + crypto.randomUUID(),
    TOKEN_SIGNING_KEY: JSON.stringify(await exportJWK(privateKey)),
  };
}
