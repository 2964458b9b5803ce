import { paymentContract } from '@app/contracts/payment/contract.ts';
import { publishOpenApi } from '@app/kit/openapi.ts';
import { createRoute } from '@app/kit/route.ts';
import { type JobRow, type Service, type Surroundings, jobRow } from '@app/kit/service.ts';
import { SWEEP } from '@app/kit/sweep.ts';
import { readSigningKeys } from '@app/contracts/payment/people.ts';
import type { Kysely } from 'kysely';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { identityContract } from '@app/contracts/identity/contract.ts';
import { readEndedSessions } from '@app/contracts/identity/people.ts';
import { projectContract } from '@app/contracts/project/contract.ts';
import { createRefusalNotes } from '@app/kit/audit.ts';
import { createEndedSessions } from '@app/kit/ended-sessions.ts';
import { createIdempotencyStore } from '@app/kit/idempotency-store.ts';
import { createLimiter } from '@app/kit/limits.ts';
import { createPeers } from '@app/kit/peers.ts';
import { assertOpens } from '@app/kit/sealed-columns.ts';
import { openSigningKeys } from '@app/kit/signing-keys.ts';
import { createTurns } from '@app/kit/turns.ts';
import { createTokenVerifier } from '@app/kit/viewer.ts';
import { PAID_PLACES, requestPaidPlaces } from './budgets/promise-places.ts';
import { advanceFunding, advanceLateFundings } from './budgets/prompt-funding.ts';
import { budgetRoutes } from './budgets/routes.ts';
import { budgetLetters } from './budgets/write-letters.ts';
import { FUNDINGS, FUNDING_CLOCK } from './budgets/write-funding.ts';
import { CALLBACKS, readCallback } from './callbacks/read-callback.ts';
import { mountCallbacks } from './callbacks/routes.ts';
import { type PaymentConfig, PaymentSettings, readPaymentConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { leavingRoutes } from './leaving/routes.ts';
import { LETTERS, askForLetter, letterRoutes } from './letters/queue-letter.ts';
import { SEALED_COLUMNS, SERVICE_ROLE, openDb } from './open-db.ts';
import { gauges } from './operator/gauges.ts';
import { ownDataRoutes } from './own-data/read-own-data.ts';
import { advancePayout } from './payouts/sending/advance-payout.ts';
import { payoutRoutes } from './payouts/routes.ts';
import { payoutLetters } from './payouts/write-letters.ts';
import { PAYOUTS, PAYOUT_CLOCK } from './payouts/write-payout.ts';
import {
  advanceOrReconcile,
  createOpeningCheck,
  noteClosing,
  noteOpening,
  reconcileAll,
  watchProviders,
} from './reconciliation/opening.ts';
import { RECONCILIATION } from './reconciliation/reconcile.ts';
import { statementRoutes } from './statements/routes.ts';
import { deletions, sweep } from './sweep/sweep.ts';
import { noteEvent } from './audit/note-event.ts';
import { isVerifiedNow } from './peers/ask-identity.ts';
import { openProviders } from './providers/open-providers.ts';
import type { Db } from './schema.ts';

const JOBS: readonly JobRow<Deps>[] = [
  // These jobs run at the times of their queues (`cron`).
  jobRow(FUNDING_CLOCK, advanceLateFundings),
  jobRow(PAYOUT_CLOCK, advanceOrReconcile),
  jobRow(RECONCILIATION, reconcileAll),
  jobRow(SWEEP, sweep),
  // These jobs run once queued.
  jobRow(CALLBACKS, readCallback, { atOnce: 2 }),
  jobRow(FUNDINGS, advanceFunding, { atOnce: 4 }),
  jobRow(LETTERS, askForLetter, { atOnce: 2 }),
  jobRow(PAID_PLACES, requestPaidPlaces),
  jobRow(PAYOUTS, advancePayout, { atOnce: 4 }),
];

async function createDeps(
  surroundings: Surroundings,
  config: PaymentConfig,
  look: (connection: Db) => Promise<void>,
): Promise<Deps> {
  const { db, reader, seal } = openDb(surroundings.engine, config.PAYMENT_DATA_KEYS, look);
  await assertOpens(surroundings.engine.owner, seal, { service: 'payment', columns: SEALED_COLUMNS });
  const limiter = createLimiter(db as Kysely<unknown>, 'payment', config);
  const keys = await openSigningKeys(config.PAYMENT_SIGNING_KEYS);
  const peers = createPeers(paymentContract, CONTRACTS, keys, surroundings);
  const callIdentity = peers.to(identityContract);
  const hasEnded = createEndedSessions(
    (since) => callIdentity(readEndedSessions, { body: { since } }),
    surroundings.log,
  );
  return {
    db,
    reader,
    seal,
    keys,
    authority: {
      verifyToken: createTokenVerifier(peers.publishedKeys(identityContract), 'payment'),
      isLive: async ({ sessionId }) => !(await hasEnded(sessionId)),
      verifyService: peers.verifyService,
      isVerified: (userId) => isVerifiedNow(callIdentity, userId),
      limiter,
      turns: createTurns(config),
      idempotencyStore: createIdempotencyStore(db as Kysely<unknown>, 'payment'),
      noteRefusal: createRefusalNotes(db as Kysely<unknown>, limiter, noteEvent),
    },
    jobs: surroundings.jobs,
    log: surroundings.log,
    config,
    callIdentity,
    callProject: peers.to(projectContract),
    providers: openProviders(config),
  };
}

export const paymentService: Service = {
  contract: paymentContract,
  schema: 'payment',
  role: SERVICE_ROLE,
  migrations: new URL('../migrations/', import.meta.url),
  queues: JOBS.map(({ queue }) => queue),
  settings: PaymentSettings.shape,
  neededInProduction: ['PAYMENT_SIGNING_KEYS', 'PAYMENT_DATA_KEYS'],
  deletions: () => deletions,
  gauges,
  checkSettings: (environment) => void readPaymentConfig(environment),
  async start(surroundings) {
    const config = readPaymentConfig(surroundings.environment);
    const look = createOpeningCheck();
    const deps = await createDeps(surroundings, config, (db) => look({ ...surroundings, db }));
    return {
      async mount(app) {
        await publishOpenApi(app, paymentContract);
        const routes = createRoute(app, paymentContract, deps.authority);
        budgetRoutes(routes.route, deps);
        payoutRoutes(routes.route, deps);
        statementRoutes(routes.route, deps);
        routes.route(readSigningKeys, async () => deps.keys.published);
        letterRoutes(routes.route, deps, { ...payoutLetters, ...budgetLetters });
        leavingRoutes(routes.route, deps);
        ownDataRoutes(routes.route, deps);
        routes.assertComplete();
        await app.register((scope) => mountCallbacks(scope, deps));
        // Only the embedded engine can lose commits when it is not closed.
        if (surroundings.engine.kind === 'pglite') app.addHook('onClose', () => noteClosing(deps));
      },
      async work() {
        await noteOpening(deps, surroundings.engine);
        await watchProviders(deps);
        for (const { work } of JOBS) await work(deps);
      },
      fillDemo: async () => (await import('./demo/fill-demo.ts')).fillDemo(deps),
    };
  },
};
