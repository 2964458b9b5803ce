import { expect, test } from 'vitest';
import { testSecrets } from '@app/test/support/secrets.ts';
import { readIdentityConfig } from './config.ts';

test.each([
  ['PUBLIC_URL', { PUBLIC_URL: 'https://research.example/app' }],
  ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_ID: 'id' }],
  ['SMS_GATEWAY', { SMS_KEY: 'key' }],
  ['USSD_GATEWAY', { USSD_CODE: '*920*55#' }],
])('a setting that contradicts others is named at startup: %s', async (name, given) => {
  const settings = await testSecrets();
  expect(() => readIdentityConfig({ ...settings, ...given })).toThrow(name);
  expect(readIdentityConfig(settings).USSD_GATEWAY).toBe('none');
});
