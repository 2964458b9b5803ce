import { paymentAdminOperations } from '@app/contracts/payment/admin-operations.ts';
import { paymentContract } from '@app/contracts/payment/contract.ts';
import { publishOpenApi } from '@app/kit/openapi.ts';
import { createRoute } from '@app/kit/route.ts';
import { type JobRow, type Service, type ServiceContext, jobRow } from '@app/kit/service.ts';
import { RETENTION_JOB } from '@app/kit/retention-job.ts';
import { readSigningKeys } from '@app/contracts/payment/people.ts';
import type { Kysely } from 'kysely';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { identityContract } from '@app/contracts/identity/contract.ts';
import { readEndedSessions } from '@app/contracts/identity/people.ts';
import { readAdmin } from '@app/contracts/identity/admin-sign-in.ts';
import { mountAdminOperations } from '@app/kit/admin-operations.ts';
import { cacheAdmins, createAdminVerifier } from '@app/kit/admins.ts';
import { projectContract } from '@app/contracts/project/contract.ts';
import { createRefusalRecorder } from '@app/kit/audit.ts';
import { createEndedSessions } from '@app/kit/ended-sessions.ts';
import { createIdempotencyStore } from '@app/kit/idempotency-store.ts';
import { createLimiter } from '@app/kit/limits.ts';
import { createPeers } from '@app/kit/peers.ts';
import { assertStoredValuesOpen } from '@app/kit/sealed-columns.ts';
import { openSigningKeys } from '@app/kit/signing-keys.ts';
import { createConcurrencyLimit } from '@app/kit/fair-queue.ts';
import { createTokenVerifier } from '@app/kit/viewer.ts';
import { PAID_PLACES, requestPaidPlaces } from './budgets/promise-places.ts';
import { advanceFunding, advanceLateFundings } from './budgets/prompt-funding.ts';
import { budgetRoutes } from './budgets/routes.ts';
import { budgetEmails } from './budgets/emails.ts';
import { FUNDINGS, FUNDING_SCHEDULE } from './budgets/write-funding.ts';
import { CALLBACKS, readCallback } from './callbacks/read-callback.ts';
import { mountCallbacks } from './callbacks/routes.ts';
import { type PaymentConfig, PaymentSettings, readPaymentConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { accountDeletionRoutes } from './account-deletion/routes.ts';
import { EMAILS, requestNotification, emailRoutes } from './emails/queue-email.ts';
import { SEALED_COLUMNS, SERVICE_ROLE, openDb } from './open-db.ts';
import { operatorRoutes } from './operator/routes.ts';
import { gauges } from './operator/gauges.ts';
import { ownDataRoutes } from './data-export/read-data-export.ts';
import { advancePayout } from './payouts/sending/advance-payout.ts';
import { accountCheckRoutes, payoutRoutes } from './payouts/routes.ts';
import { payoutEmails } from './payouts/emails.ts';
import { PAYOUTS, PAYOUT_SCHEDULE } from './payouts/write-payout.ts';
import {
  advanceOrReconcile,
  createOpeningCheck,
  recordCleanShutdown,
  pausePaymentsIfDataLost,
  reconcileAndEndPauses,
  watchProviders,
} from './reconciliation/reconcile-after-restore.ts';
import { RECONCILIATION } from './reconciliation/reconcile.ts';
import { adminExportRoutes, statementRoutes } from './statements/routes.ts';
import { deletions, runRetentionJob } from './retention-job.ts';
import { recordEvent } from './audit.ts';
import { isVerifiedNow } from './identity-peer.ts';
import { openProviders } from './providers/open-providers.ts';
import type { Db } from './schema.ts';

/** The file of each job's feature says when it runs. */
const scheduledJobs: readonly JobRow<Deps>[] = [
  jobRow(FUNDING_SCHEDULE, advanceLateFundings),
  jobRow(PAYOUT_SCHEDULE, advanceOrReconcile),
  jobRow(RECONCILIATION, reconcileAndEndPauses),
  jobRow(RETENTION_JOB, runRetentionJob),
];

const jobs: readonly JobRow<Deps>[] = [
  ...scheduledJobs,
  jobRow(CALLBACKS, readCallback, { atOnce: 2 }),
  jobRow(FUNDINGS, advanceFunding, { atOnce: 4 }),
  jobRow(EMAILS, requestNotification, { atOnce: 2 }),
  jobRow(PAID_PLACES, requestPaidPlaces),
  jobRow(PAYOUTS, advancePayout, { atOnce: 4 }),
];

async function createDeps(
  context: ServiceContext,
  config: PaymentConfig,
  look: (connection: Db) => Promise<void>,
): Promise<Deps> {
  const { db, reader, seal } = openDb(context.engine, config.PAYMENT_DATA_KEYS, look);
  await assertStoredValuesOpen(context.engine.owner, seal, { service: 'payment', columns: SEALED_COLUMNS });
  const limiter = createLimiter(db as Kysely<unknown>, 'payment', config);
  const keys = await openSigningKeys(config.PAYMENT_SIGNING_KEYS);
  const peers = createPeers(paymentContract, CONTRACTS, keys, context);
  const callIdentity = peers.to(identityContract);
  const hasEnded = createEndedSessions(
    (since) => callIdentity(readEndedSessions, { body: { since } }),
    context.log,
  );
  const findAdmin = cacheAdmins(
    async (sessionId) => (await callIdentity(readAdmin, { params: { sessionId } })).admin,
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
      admins: {
        verify: createAdminVerifier(peers.publishedKeys(identityContract), 'payment', findAdmin),
        recordLook: (about, userId) => recordEvent(db, 'ADMIN_LOOKED', { userId, about }),
      },
      isVerified: (userId) => isVerifiedNow(callIdentity, userId),
      limiter,
      concurrencyLimit: createConcurrencyLimit(config),
      idempotencyStore: createIdempotencyStore(db as Kysely<unknown>, 'payment'),
      recordRefusal: createRefusalRecorder(db as Kysely<unknown>, limiter, recordEvent),
    },
    jobs: context.jobs,
    log: context.log,
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
  queues: jobs.map(({ queue }) => queue),
  settings: PaymentSettings.shape,
  neededInProduction: ['PAYMENT_SIGNING_KEYS', 'PAYMENT_DATA_KEYS'],
  deletions: () => deletions,
  gauges,
  checkSettings: (environment) => void readPaymentConfig(environment),
  async start(context) {
    const config = readPaymentConfig(context.environment);
    const look = createOpeningCheck();
    const deps = await createDeps(context, config, (db) => look({ ...context, db }));
    return {
      async mount(app, adminPort) {
        await publishOpenApi(app, paymentContract);
        const routes = createRoute(app, paymentContract, deps.authority, adminPort);
        budgetRoutes(routes.route, deps);
        payoutRoutes(routes.route, deps);
        accountCheckRoutes(routes.route, deps);
        statementRoutes(routes.route, deps);
        mountAdminOperations(routes.route, paymentAdminOperations, {
          engine: context.engine,
          schema: 'payment',
          db: deps.db as Kysely<unknown>,
          jobs: deps.jobs,
          recordEvent,
        });
        adminExportRoutes(routes.route, deps);
        operatorRoutes(routes.route, deps);
        routes.route(readSigningKeys, async () => deps.keys.published);
        emailRoutes(routes.route, deps, { ...payoutEmails, ...budgetEmails });
        accountDeletionRoutes(routes.route, deps);
        ownDataRoutes(routes.route, deps);
        routes.assertComplete();
        await app.register((scope) => mountCallbacks(scope, deps));
        // The embedded engine can lose commits if the process ends without closing it.
        if (context.engine.kind === 'pglite') app.addHook('onClose', () => recordCleanShutdown(deps));
      },
      async work() {
        await pausePaymentsIfDataLost(deps, context.engine);
        await watchProviders(deps);
        for (const { work } of jobs) await work(deps);
      },
      fillDemo: async () => (await import('./demo/fill-demo.ts')).fillDemo(deps),
    };
  },
};
