import { expect, test } from 'vitest';
import { testSecrets } from '@app/test/support/secrets.ts';
import { readPaymentConfig } from './config.ts';

test('what a provider is useless without is named at the start', async () => {
  const settings = await testSecrets();
  const read = (given: object) => () => readPaymentConfig({ ...settings, ...given });
  expect(read({})).not.toThrow();
  expect(read({ MTN_BASE_URL: 'http://127.0.0.1:1' })).toThrow('MTN_DISBURSEMENT_KEY: must be set');
  expect(read({ PAYSTACK_SECRET_KEY: 'sk_test_1' })).toThrow('PAYSTACK_BASE_URL: must be set');
});
