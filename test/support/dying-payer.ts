/** A payment worker in a separate process, which is killed at the given point. For tests only. */
import { inventStranger } from '@app/simulators/world.ts';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { readCallback } from '../../services/payment/src/callbacks/read-callback.ts';
import { readPaymentConfig } from '../../services/payment/src/config.ts';
import type { Deps } from '../../services/payment/src/deps.ts';
import { openDb } from '../../services/payment/src/open-db.ts';
import { advancePayout } from '../../services/payment/src/payouts/sending/advance-payout.ts';
import { openProviders } from '../../services/payment/src/providers/open-providers.ts';
import { TIMEOUT_FACTOR } from './sizes.ts';

export const PAYER_DEATH_POINTS = [
  'before the order is committed',
  'after that, before it may be sent',
  'before the socket opens',
  'while the answer is awaited',
  'after the answer, before its commit',
  'after a question, before its commit',
  'while a callback is read',
] as const;
export type PayerDeathPoint = (typeof PAYER_DEATH_POINTS)[number];

export interface DyingPayerTask {
  point: PayerDeathPoint;
  url: string;
  settings: Record<string, string>;
  payoutId: string;
  callbackId?: string;
}

/** Everyone who is paid here has this account, with the network's name for it. */
export const readPaidAccount = async () => ({
  network: 'MTN',
  phoneNumber: '+233241234567',
  accountName: inventStranger('+233241234567')?.name ?? '',
  changedAt: null,
});

async function run({ point, url, settings, payoutId, callbackId }: DyingPayerTask): Promise<void> {
  const die = (at: PayerDeathPoint) => {
    if (at === point) process.kill(process.pid, 'SIGKILL');
  };
  const config = readPaymentConfig(settings);
  const log = createLog('silent');
  const engine = openPostgres({ url, poolSize: 2, log, patience: TIMEOUT_FACTOR });
  const mtn = openProviders(config).mtn;
  if (!mtn) throw new Error('It is simulated');
  let commits = 0;
  const deps = {
    db: openDb(engine, config.PAYMENT_DATA_KEYS).db,
    log,
    config,
    jobs: {
      async send() {
        commits += 1;
        if (commits === 1) die('before the order is committed');
        if (commits === 2) die('after that, before it may be sent');
        if (commits === 3) die('after the answer, before its commit');
      },
    },
    providers: {
      mtn: {
        ...mtn,
        async send(order) {
          die('before the socket opens');
          // The waiting test ends this process meanwhile.
          return mtn.send(order);
        },
        async query(reference) {
          const outcome = await mtn.query(reference);
          die('after a question, before its commit');
          die('while a callback is read');
          return outcome;
        },
      } satisfies Deps['providers']['mtn'],
    },
    callIdentity: readPaidAccount,
  } as unknown as Deps;
  if (callbackId === undefined) await advancePayout(deps, { payoutId });
  else await readCallback(deps, { callbackId });
  throw new Error('It has not come to the point');
}

const [task] = process.argv.slice(2);
if (task !== undefined && import.meta.main) await run(JSON.parse(task) as DyingPayerTask);
