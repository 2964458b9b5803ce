import type { FastifyInstance } from 'fastify';
import { OUTSIDE_ACCOUNT } from './wallets.ts';
import type { ManualClock } from './clock.ts';
import { type Controlled, mountControl } from './control.ts';
import type { MtnSettings } from './mtn/access.ts';
import { mountMtn } from './mtn/mount.ts';
import type { MtnModes } from './mtn/payments.ts';
import { MTN_FLOAT } from './mtn/settle-payment.ts';
import { type PaystackSettings, PAYSTACK_FLOAT } from './paystack/account.ts';
import { mountPaystack } from './paystack/mount.ts';
import { type Providers, mountPhones } from './phones/routes.ts';
import { mountAfricasTalking } from './texts/africas-talking.ts';
import { mountArkesel } from './texts/arkesel.ts';
import { mountHubtel } from './texts/hubtel.ts';
import { type Dialler, type UssdService, openDialler } from './ussd/dialler.ts';
import { type WorldOptions, openWorld } from './world.ts';

export interface SimulatorOptions extends WorldOptions {
  origin: () => string;
  mtn?: Partial<MtnSettings & MtnModes>;
  paystack?: Partial<PaystackSettings>;
  floatInPesewas?: number;
  /** An account at Africa's Talking has one address for delivery reports. */
  textReports?: () => string | undefined;
  ussd?: () => UssdService | undefined;
  manualClock?: ManualClock;
}

/** These keys are no secret, because the page of the simulated phones shows them. */
const KEYS = {
  collectionKey: 'simulated-collection-key',
  disbursementKey: 'simulated-disbursement-key',
  userId: '0de00000-0000-4000-8000-000000000001',
  userSecret: 'simulated-user-secret',
  environment: 'mtnghana',
  currency: 'GHS',
} satisfies MtnSettings;
const SECRET_KEY = 'sk_test_simulated';
const TEXTS = { user: 'simulated', key: 'simulated-sms-key' };

export interface Simulators extends Controlled {
  dialler(): Dialler | undefined;
  providers(): Providers;
  mount(app: FastifyInstance): Promise<void>;
}

export function openSimulators(options: SimulatorOptions): Simulators {
  const { origin, floatInPesewas = 0 } = options;
  const world = openWorld(options);
  const mtn = { ...KEYS, retries: 'once', reasonShape: 'text', ...options.mtn } as const;
  const paystack = { secretKey: SECRET_KEY, ...options.paystack };
  const paystackUrl = () => `${origin()}/dev/paystack`;
  const floats = { mtn: MTN_FLOAT, paystack: PAYSTACK_FLOAT };
  const fund = (provider: 'mtn' | 'paystack', amountInPesewas: number) => {
    const to = floats[provider];
    world.book.move({ kind: 'OPENING', from: OUTSIDE_ACCOUNT, to, amountInPesewas, reference: to });
  };
  if (floatInPesewas > 0) for (const provider of ['mtn', 'paystack'] as const) fund(provider, floatInPesewas);

  const providers = (): Providers => {
    const { collectionKey, disbursementKey, userId, userSecret, environment, currency } = mtn;
    return {
      mtn: {
        baseUrl: `${origin()}/dev/mtn`,
        collectionKey,
        disbursementKey,
        userId,
        userSecret,
        environment,
        currency,
      },
      paystack: { baseUrl: paystackUrl(), secretKey: paystack.secretKey },
      arkesel: { baseUrl: `${origin()}/dev/arkesel`, ...TEXTS },
      hubtel: { baseUrl: `${origin()}/dev/hubtel`, ...TEXTS },
      africastalking: { baseUrl: `${origin()}/dev/africastalking`, ...TEXTS },
    };
  };
  let dialler: Dialler | undefined;
  const simulators: Simulators = {
    world,
    dialler: () => dialler,
    providers,
    fund,
    async mount(app) {
      const ussd = options.ussd?.();
      dialler = ussd && openDialler(ussd);
      await app.register(async (scope) => mountMtn(scope, world, mtn, mtn), { prefix: '/mtn' });
      await app.register(async (scope) => mountPaystack(scope, world, paystack, paystackUrl), {
        prefix: '/paystack',
      });
      await app.register(async (scope) => mountArkesel(scope, world, TEXTS.key), { prefix: '/arkesel' });
      await app.register(async (scope) => mountHubtel(scope, world, TEXTS), { prefix: '/hubtel' });
      const reported = { ...TEXTS, ...(options.textReports && { reportUrl: options.textReports }) };
      await app.register(async (scope) => mountAfricasTalking(scope, world, reported), {
        prefix: '/africastalking',
      });
      await app.register(async (scope) => mountPhones(scope, { world, providers, dialler }));
      await app.register(async (scope) => mountControl(scope, simulators, options.manualClock), {
        prefix: '/__sim',
      });
    },
  };
  return simulators;
}
