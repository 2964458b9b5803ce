import { identityAdminOperations } from '@app/contracts/identity/admin-operations.ts';
import { identityContract } from '@app/contracts/identity/contract.ts';
import { transaction } from '@app/kit/database.ts';
import { publishOpenApi } from '@app/kit/openapi.ts';
import { createRoute } from '@app/kit/route.ts';
import { type JobRow, type Service, type ServiceContext, jobRow } from '@app/kit/service.ts';
import { RETENTION_JOB } from '@app/kit/retention-job.ts';
import { createLocalJWKSet } from 'jose';
import type { Kysely } from 'kysely';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { paymentContract } from '@app/contracts/payment/contract.ts';
import { projectContract } from '@app/contracts/project/contract.ts';
import { createPeers } from '@app/kit/peers.ts';
import { createIdempotencyStore } from '@app/kit/idempotency-store.ts';
import { createLimiter } from '@app/kit/limits.ts';
import { mountAdminOperations } from '@app/kit/admin-operations.ts';
import { createAdminVerifier } from '@app/kit/admins.ts';
import { createRefusalRecorder } from '@app/kit/audit.ts';
import { assertStoredValuesOpen } from '@app/kit/sealed-columns.ts';
import { openSigningKeys } from '@app/kit/signing-keys.ts';
import { createConcurrencyLimit } from '@app/kit/fair-queue.ts';
import { createTokenVerifier } from '@app/kit/viewer.ts';
import { adminRoutes } from './admins/routes.ts';
import { findAdmin } from './admins/sessions.ts';
import * as emailChangeEmails from './accounts/email-change/emails.ts';
import * as phoneEmails from './accounts/phones/emails.ts';
import * as accountEmails from './accounts/emails.ts';
import { accountRoutes } from './accounts/routes.ts';
import { INVITED_ADMISSIONS } from './accounts/sign-in.ts';
import { SUSPENSIONS, notifyProjectOfSuspension } from './accounts/suspend-person.ts';
import * as companyEmails from './company/emails.ts';
import { REMINDERS, remindAdmin, NOTIFICATIONS, sendNotification } from './company/decide-company.ts';
import { companyRoutes } from './company/routes.ts';
import { type IdentityConfig, IdentitySettings, readIdentityConfig, readMostTries } from './config.ts';
import { deliverEmail, EMAILS_AT_ONCE } from './emails/deliver-email.ts';
import { type EmailJob, BULK_EMAILS, EMAILS, kindsIn } from './emails/queue-email.ts';
import type { Deps } from './deps.ts';
import { UNRECOVERABLE_HASHES, SEALED_COLUMNS, SERVICE_ROLE, openDb } from './open-db.ts';
import { googleRoutes } from './google/routes.ts';
import { ACCOUNT_DELETIONS, eraseInOtherServices } from './account-deletion/delete-account.ts';
import { INVITATION } from './invitations/emails.ts';
import { admitInvitedAddress } from './invitations/accept-invitation.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { INVITATIONS, sendDueInvitations } from './invitations/send-invitations.ts';
import * as accountDeletionEmails from './account-deletion/emails.ts';
import { accountDeletionRoutes } from './account-deletion/routes.ts';
import { ownDataRoutes } from './data-export/routes.ts';
import { adminDeliveryRoutes } from './deliveries/list-deliveries.ts';
import { peopleRoutes } from './people/routes.ts';
import { PHONE_CODE, PHONE_REPLACED } from './phones/phone-codes.ts';
import * as profileEmails from './profiles/emails.ts';
import { profileRoutes } from './profiles/routes.ts';
import { DEAD_NUMBERS, markDeadNumbers } from './phones/verified-number.ts';
import { PROFILE_CHANGES, notifyProjectOfProfileChange } from './profiles/change-profile.ts';
import { pushRoutes } from './push/routes.ts';
import { PUSHES, PUSHES_AT_ONCE } from './push/send-push.ts';
import { REACH_REFRESH, queueReachRefresh, refreshReach } from './reach/refresh-reach.ts';
import { PROJECT_EMAIL, PROJECT_TEXT } from './notifications/emails.ts';
import { sendProjectPush } from './notifications/notification-choices.ts';
import { projectEmailRoutes } from './notifications/routes.ts';
import { reachRoutes } from './reach/read-reach.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { deletions, runRetentionJob } from './retention-job.ts';
import { TEXTS_AT_ONCE, deliverText, TEXT_WATCH, watchTexts } from './texts/deliver-text.ts';
import { type TextJob, type TextKind, TEXTS, URGENT_TEXTS, gauges } from './texts/queue-text.ts';
import { mountTextReports } from './texts/routes.ts';
import { mountUssd } from './ussd/routes.ts';
import { recordEvent } from './audit.ts';
import { findVerificationStatus } from './company/reads.ts';
import { isSessionLive } from './sessions/live-sessions.ts';
import { openGateway } from './texts/open-gateway.ts';
import { createTokenSigner } from './tokens.ts';

const emails = [
  INVITATION,
  PROJECT_EMAIL,
  ...[
    accountEmails,
    companyEmails,
    emailChangeEmails,
    accountDeletionEmails,
    phoneEmails,
    profileEmails,
  ].flatMap(kindsIn),
];
const texts: readonly TextKind[] = [PHONE_CODE, PHONE_REPLACED, PROJECT_TEXT];

const deliverQueuedEmail = (deps: Deps, data: EmailJob) => deliverEmail(deps, emails, data);
const emailOptions = ({ config }: Deps) => ({ atOnce: EMAILS_AT_ONCE, tries: config.EMAIL_TRIES });
const sendTextJob = (deps: Deps, data: TextJob) => deliverText(deps, texts, data);

/** The schedule of each job is in the file that defines the job. */
const scheduledJobs: readonly JobRow<Deps>[] = [
  jobRow(DEAD_NUMBERS, markDeadNumbers),
  jobRow(INVITATIONS, sendDueInvitations),
  jobRow(ACCOUNT_DELETIONS, eraseInOtherServices),
  jobRow(REACH_REFRESH, (deps: Deps) => refreshReach(deps)),
  jobRow(REMINDERS, remindAdmin),
  jobRow(RETENTION_JOB, runRetentionJob),
  jobRow(TEXT_WATCH, (deps: Deps) => watchTexts(deps)),
];

const jobs: readonly JobRow<Deps>[] = [
  ...scheduledJobs,
  jobRow(SUSPENSIONS, notifyProjectOfSuspension),
  jobRow(BULK_EMAILS, deliverQueuedEmail, emailOptions),
  jobRow(EMAILS, deliverQueuedEmail, emailOptions),
  jobRow(INVITED_ADMISSIONS, admitInvitedAddress),
  jobRow(NOTIFICATIONS, sendNotification),
  jobRow(PROFILE_CHANGES, notifyProjectOfProfileChange),
  jobRow(PUSHES, sendProjectPush, { atOnce: PUSHES_AT_ONCE }),
  jobRow(TEXTS, sendTextJob, { atOnce: TEXTS_AT_ONCE }),
  jobRow(URGENT_TEXTS, sendTextJob, { atOnce: TEXTS_AT_ONCE }),
];

export async function createDeps(context: ServiceContext, config: IdentityConfig): Promise<Deps> {
  const { db, reader, seal } = openDb(context.engine, config.IDENTITY_DATA_KEYS);
  await assertStoredValuesOpen(context.engine.owner, seal, {
    service: 'identity',
    columns: SEALED_COLUMNS,
    hashes: UNRECOVERABLE_HASHES,
  });
  const keys = await openSigningKeys(config.IDENTITY_SIGNING_KEYS);
  const peers = createPeers(identityContract, CONTRACTS, keys, context);
  const published = createLocalJWKSet(keys.published);
  const limiter = createLimiter(db as Kysely<unknown>, 'identity', config);
  return {
    db,
    reader,
    seal,
    config,
    keys,
    signer: createTokenSigner(keys, config.ACCESS_TOKEN_MINUTES),
    authority: {
      verifyToken: createTokenVerifier(published, 'identity'),
      admins: {
        verify: createAdminVerifier(published, 'identity', (sessionId) => findAdmin(db, sessionId)),
        recordLook: (about, userId) => recordEvent(db, 'ADMIN_LOOKED', { userId, about }),
      },
      isLive: ({ sessionId }) => isSessionLive(db, sessionId),
      verifyService: peers.verifyService,
      isVerified: async (userId) => (await findVerificationStatus(db, userId)) === 'VERIFIED',
      limiter,
      concurrencyLimit: createConcurrencyLimit(config),
      idempotencyStore: createIdempotencyStore(db as Kysely<unknown>, 'identity'),
      recordRefusal: createRefusalRecorder(db as Kysely<unknown>, limiter, recordEvent),
    },
    limiter,
    jobs: context.jobs,
    sendMail: context.sendMail,
    gateway: openGateway(config),
    callPayment: peers.to(paymentContract),
    callProject: peers.to(projectContract),
    log: context.log,
  };
}

export const identityService: Service = {
  contract: identityContract,
  schema: 'identity',
  role: SERVICE_ROLE,
  migrations: new URL('../migrations/', import.meta.url),
  queues: jobs.map(({ queue }) => queue),
  settings: IdentitySettings.shape,
  neededInProduction: [
    'PUBLIC_URL',
    'ADMIN_EMAIL',
    'SMTP_URL',
    'MAIL_FROM',
    'IDENTITY_SIGNING_KEYS',
    'IDENTITY_DATA_KEYS',
  ],
  gauges,
  deletions: (environment) => deletions(readMostTries(environment)),
  checkSettings: (environment) => void readIdentityConfig(environment),
  async start(context) {
    const deps = await createDeps(context, readIdentityConfig(context.environment));
    return {
      async mount(app, adminPort) {
        await publishOpenApi(app, identityContract);
        const { route, assertComplete } = createRoute(app, identityContract, deps.authority, adminPort);
        accountRoutes(route, deps);
        sessionRoutes(route, deps);
        googleRoutes(route, deps);
        companyRoutes(route, deps);
        profileRoutes(route, deps);
        accountDeletionRoutes(route, deps);
        ownDataRoutes(route, deps);
        peopleRoutes(route, deps);
        reachRoutes(route, deps);
        projectEmailRoutes(route, deps);
        pushRoutes(route, deps);
        invitationRoutes(route, deps);
        adminRoutes(route, deps);
        adminDeliveryRoutes(route, deps);
        mountAdminOperations(route, identityAdminOperations, {
          engine: context.engine,
          schema: 'identity',
          db: deps.db as Kysely<unknown>,
          jobs: deps.jobs,
          recordEvent,
        });
        assertComplete();
        await app.register((scope) => mountTextReports(scope, deps));
        await app.register((scope) => mountUssd(scope, deps));
      },
      async work() {
        for (const { work } of jobs) await work(deps);
        await transaction(deps.db, (trx) => queueReachRefresh(deps, trx, 0));
      },
      fillDemo: async () => (await import('./demo/fill-demo.ts')).fillDemo(deps),
    };
  },
};
