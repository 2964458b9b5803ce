import { expect, test } from 'vitest';
import { testSecrets } from '@app/test/support/secrets.ts';
import { studyDetailsWords } from '@app/words/study-details.ts';
import { readPaymentConfig } from './config.ts';

test('a missing setting of a provider is named at startup', async () => {
  const settings = await testSecrets();
  const read = (given: object) => () => readPaymentConfig({ ...settings, ...given });
  expect(read({})).not.toThrow();
  expect(read({ MTN_BASE_URL: 'http://127.0.0.1:1' })).toThrow('MTN_DISBURSEMENT_KEY: must be set');
  expect(read({ PAYSTACK_SECRET_KEY: 'sk_test_1' })).toThrow('PAYSTACK_BASE_URL: must be set');
});

test('a study says when pay is sent as configured, also in the demo and for a changed account', async () => {
  expect(readPaymentConfig(await testSecrets()).ACCOUNT_HOLD_HOURS).toBe(48);
  expect(studyDetailsWords.leaves).toMatch(/change your mobile-money account, payments wait for two days/);
  expect(studyDetailsWords.leaves).not.toMatch(/\d+ minutes/);
});
