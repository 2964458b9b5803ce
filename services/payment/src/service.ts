import { paymentContract } from '@app/contracts/payment/contract.ts';
import { publishOpenApi } from '@app/kit/openapi.ts';
import { createRoute } from '@app/kit/route.ts';
import type { Service } from '@app/kit/service.ts';
import { SWEEP } from '@app/kit/sweep.ts';
import { PAID_PLACES, givePlaces } from './budgets/give-places.ts';
import { advanceFunding, advanceLateFundings } from './budgets/prompt-funding.ts';
import { budgetRoutes } from './budgets/routes.ts';
import { budgetLetters } from './budgets/write-letters.ts';
import { FUNDINGS, FUNDING_CLOCK } from './budgets/write-funding.ts';
import { CALLBACKS, readCallback } from './callbacks/read-callback.ts';
import { mountCallbacks } from './callbacks/routes.ts';
import { PaymentSettings, readPaymentConfig } from './config.ts';
import { createDeps } from './deps.ts';
import { leavingRoutes } from './leaving/routes.ts';
import { LETTERS, askForLetter } from './letters/queue-letter.ts';
import { letterRoutes } from './letters/routes.ts';
import { SERVICE_ROLE } from './open-db.ts';
import { gauges } from './operator/gauges.ts';
import { ownDataRoutes } from './own-data/read-own-data.ts';
import { peerRoutes } from './peers/routes.ts';
import { advanceLatePayouts, advancePayout } from './payouts/sending/advance-payout.ts';
import { listPauses } from './payouts/sending/pauses.ts';
import { payoutRoutes } from './payouts/routes.ts';
import { payoutLetters } from './payouts/write-letters.ts';
import { PAYOUTS, PAYOUT_CLOCK } from './payouts/write-payout.ts';
import { createLook, noteClosing, noteOpening, reconcileAll } from './reconciliation/opening.ts';
import { RECONCILIATION } from './reconciliation/reconcile.ts';
import { watchProviders } from './reconciliation/watch-providers.ts';
import { statementRoutes } from './statements/routes.ts';
import { deletions, sweep } from './sweep/sweep.ts';

/** The money between a researcher's budget and a participant's phone. */
export const paymentService: Service = {
  contract: paymentContract,
  schema: 'payment',
  role: SERVICE_ROLE,
  migrations: new URL('../migrations/', import.meta.url),
  queues: [
    CALLBACKS,
    FUNDINGS,
    FUNDING_CLOCK,
    LETTERS,
    PAID_PLACES,
    PAYOUTS,
    PAYOUT_CLOCK,
    RECONCILIATION,
    SWEEP,
  ],
  settings: PaymentSettings.shape,
  neededInProduction: ['PAYMENT_SIGNING_KEYS', 'PAYMENT_DATA_KEYS'],
  deletions: () => deletions,
  gauges,
  checkSettings: (environment) => void readPaymentConfig(environment),
  async start(surroundings) {
    const config = readPaymentConfig(surroundings.environment);
    const look = createLook();
    const deps = await createDeps(surroundings, config, (db) => look({ ...surroundings, db }));
    return {
      async mount(app) {
        await publishOpenApi(app, paymentContract);
        const routes = createRoute(app, paymentContract, deps.authority);
        budgetRoutes(routes.route, deps);
        payoutRoutes(routes.route, deps);
        statementRoutes(routes.route, deps);
        peerRoutes(routes.route, deps);
        letterRoutes(routes.route, deps, { ...payoutLetters, ...budgetLetters });
        leavingRoutes(routes.route, deps);
        ownDataRoutes(routes.route, deps);
        routes.assertComplete();
        await app.register((scope) => mountCallbacks(scope, deps));
        // A server keeps what it was told, however it ends.
        if (surroundings.engine.kind === 'pglite') app.addHook('onClose', () => noteClosing(deps));
      },
      async work() {
        if (Object.keys(deps.providers).length === 0)
          deps.log.warn('no payment provider is set (MTN_BASE_URL, PAYSTACK_BASE_URL): what is owed waits');
        await noteOpening(deps, surroundings.engine);
        await watchProviders(deps);
        await deps.jobs.work(FUNDINGS, (data) => advanceFunding(deps, data), { atOnce: 4 });
        await deps.jobs.work(FUNDING_CLOCK, () => advanceLateFundings(deps));
        await deps.jobs.work(PAID_PLACES, (data) => givePlaces(deps, data));
        await deps.jobs.work(PAYOUTS, (data) => advancePayout(deps, data), { atOnce: 4 });
        await deps.jobs.work(PAYOUT_CLOCK, async () => {
          if ((await listPauses(deps.db, 'REOPENED')).length > 0) await reconcileAll(deps);
          await advanceLatePayouts(deps);
        });
        await deps.jobs.work(CALLBACKS, (data) => readCallback(deps, data), { atOnce: 2 });
        await deps.jobs.work(LETTERS, (data) => askForLetter(deps, data), { atOnce: 2 });
        await deps.jobs.work(RECONCILIATION, async () => void (await reconcileAll(deps)));
        await deps.jobs.work(SWEEP, () => sweep(deps));
      },
      fillDemo: async () => (await import('./demo/fill-demo.ts')).fillDemo(deps),
    };
  },
};
