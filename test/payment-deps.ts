import { createLog } from '@app/kit/log.ts';
import type { TestApp } from './app.ts';
import { readPaymentConfig } from '../services/payment/src/config.ts';
import type { Deps } from '../services/payment/src/deps.ts';
import type { FakeProvider } from '../services/payment/test/fake-provider.ts';
import { paymentDb } from '../services/payment/test/money.ts';

/** What jobs work with, over the database of the test, with a provider of the test's own; what they send, the test runs. */
export function paymentDeps(
  app: Pick<TestApp, 'engine' | 'settings'>,
  provider: FakeProvider,
  more: Partial<Deps> = {},
): Deps {
  return {
    db: paymentDb(app),
    jobs: { send: async () => {}, work: async () => {}, stop: async () => {} },
    log: createLog('silent'),
    config: readPaymentConfig(app.settings),
    callIdentity: async () => ({
      network: 'MTN',
      phoneNumber: '+233241234567',
      accountName: 'Esi Mensah',
      changedAt: null,
    }),
    providers: { mtn: provider, paystack: provider },
    ...more,
  } as unknown as Deps;
}
