import { createLog } from '@app/kit/log.ts';
import type { TestApp } from './app.ts';
import { readPaymentConfig } from '../../services/payment/src/config.ts';
import type { Deps } from '../../services/payment/src/deps.ts';
import type { FakeProvider } from '../../services/payment/test/fake-provider.ts';
import { openDb } from '../../services/payment/src/open-db.ts';

const handles = new WeakMap<TestApp['engine'], Pick<Deps, 'db' | 'seal'>>();

/** Each opened handle has its own connections. */
function opened({ engine, settings }: Pick<TestApp, 'engine' | 'settings'>): Pick<Deps, 'db' | 'seal'> {
  const handle = handles.get(engine) ?? openDb(engine, readPaymentConfig(settings).PAYMENT_DATA_KEYS);
  handles.set(engine, handle);
  return handle;
}

const numbers = new Map<string, string>();
/** Returns a number that belongs to one account only. */
export function assignedPhoneNumber(userId: string): string {
  const number = numbers.get(userId) ?? `+23324${5_000_000 + numbers.size}`;
  numbers.set(userId, number);
  return number;
}

/**
 * Provides the dependencies of jobs: the test's database and provider. The test runs the jobs that they send.
 */
export function paymentDeps(
  app: Pick<TestApp, 'engine' | 'settings'>,
  provider: FakeProvider,
  more: Partial<Deps> = {},
): Deps {
  return {
    ...opened(app),
    jobs: { send: async () => {}, work: async () => {}, stop: async () => {} },
    log: createLog('silent'),
    config: readPaymentConfig(app.settings),
    callIdentity: async (_: unknown, { params }: { params: { userId: string } }) => ({
      network: 'MTN',
      phoneNumber: assignedPhoneNumber(params.userId),
      accountName: 'Esi Mensah',
      changedAt: null,
    }),
    providers: { mtn: provider, paystack: provider },
    ...more,
  } as unknown as Deps;
}
