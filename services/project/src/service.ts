import type { Kysely } from 'kysely';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { identityContract } from '@app/contracts/identity/contract.ts';
import { readEndedSessions } from '@app/contracts/identity/people.ts';
import { readAdmin } from '@app/contracts/identity/admin-sign-in.ts';
import { mountAdminOperations } from '@app/kit/admin-operations.ts';
import { cacheAdmins, createAdminVerifier } from '@app/kit/admins.ts';
import { paymentContract } from '@app/contracts/payment/contract.ts';
import { projectAdminOperations } from '@app/contracts/project/admin-operations.ts';
import { readSigningKeys } from '@app/contracts/project/people.ts';
import { projectContract } from '@app/contracts/project/contract.ts';
import { createRefusalRecorder } from '@app/kit/audit.ts';
import { createEndedSessions } from '@app/kit/ended-sessions.ts';
import { createIdempotencyStore } from '@app/kit/idempotency-store.ts';
import { runSteps } from '@app/kit/job-steps.ts';
import type { NoData } from '@app/kit/jobs.ts';
import { createLimiter } from '@app/kit/limits.ts';
import { publishOpenApi } from '@app/kit/openapi.ts';
import { createPeers } from '@app/kit/peers.ts';
import { createRoute } from '@app/kit/route.ts';
import { assertStoredValuesOpen } from '@app/kit/sealed-columns.ts';
import { type Service, type ServiceContext, jobRow } from '@app/kit/service.ts';
import { openSigningKeys } from '@app/kit/signing-keys.ts';
import { RETENTION_JOB } from '@app/kit/retention-job.ts';
import { createConcurrencyLimit } from '@app/kit/fair-queue.ts';
import { createTokenVerifier } from '@app/kit/viewer.ts';
import { OPEN_STUDIES_DIGESTS, queueDigests, writeDigest } from './notifications/open-studies-digest.ts';
import { notifyOfClosing, notifyOfConsent } from './notifications/notify-applicants.ts';
import { notifyOfSuspension, suspensionEmails } from './notifications/notify-of-suspension.ts';
import { notifyOfOpenings } from './notifications/notify-of-open-studies.ts';
import { APPLICANT_DIGESTS, applicationEmails, queueApplicantDigests } from './applications/emails.ts';
import { findApplicantsAmong } from './applications/reads.ts';
import { DECISIONS, notifyDecision } from './applications/notify-of-decision.ts';
import { createApplicantTotals } from './applications/applicants/count-applicants.ts';
import { declineAfterDeletion } from './applications/applicants/decline-after-deletion.ts';
import { returnToReview } from './applications/applicants/return-to-review.ts';
import { applicationRoutes } from './applications/routes.ts';
import { recordEvent } from './audit.ts';
import { suspensionRoutes } from './suspend-person.ts';
import { sendReminders, writeApprovalEnds } from './bookings/send-reminders.ts';
import { remindOfDisputes } from './bookings/disputes/disputes.ts';
import { notifyOfFinalMarks } from './bookings/attendance/notify-of-final-marks.ts';
import { markUnmarked } from './bookings/attendance/mark-attendance.ts';
import { expireOffers, expirePlaces } from './bookings/expire-bookings.ts';
import { FURTHER_CHANGES, MEETING_CHANGES, notifyChange } from './bookings/notify-of-booking.ts';
import { PLACE_CHANGES, URGENT_PLACE_CHANGES, notifyOfPlaceChange } from './bookings/notify-of-place.ts';
import { forgetNumbers } from './bookings/phone-number.ts';
import { forgetProofWords } from './bookings/proof-words.ts';
import { disputeRoutes } from './bookings/disputes/routes.ts';
import { bookingRoutes, slotRoutes } from './bookings/routes.ts';
import { offerSeats, offerSeatsOfAllStudies } from './bookings/waiting-list/offer-seats.ts';
import { OFFERS } from './bookings/waiting-list/waiting-list.ts';
import { meetingEmails } from './bookings/emails.ts';
import { createOpenStudyCounts } from './browsing/open-study-counts.ts';
import { browsingRoutes } from './browsing/routes.ts';
import { calendarRoutes } from './bookings/calendar/routes.ts';
import { type ProjectConfig, ProjectSettings, readProjectConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { isVerifiedNow } from './identity-peer.ts';
import { createProfileReader, matchingProfileRoutes } from './matching-profiles/read-profile.ts';
import { accountDeletionRoutes } from './account-deletion/erase-person.ts';
import { writeMessageUnread } from './messages/send-message.ts';
import { gauges } from './payables/reads.ts';
import { sendLatePayables, sendPayable } from './payables/send-payables.ts';
import { PAYABLES } from './payables/write-payables.ts';
import { funnelRoutes } from './funnel/routes.ts';
import { createOpenPages } from './notifications/open-pages.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { DEBOUNCED_EMAILS, EMAILS, requestEmail, emailRoutes } from './emails/queue-email.ts';
import { writeMessageReported } from './messages/report-message.ts';
import { messageRoutes } from './messages/routes.ts';
import { payableRoutes } from './payables/routes.ts';
import { SEALED_COLUMNS, SERVICE_ROLE, openDb } from './open-db.ts';
import { ownDataRoutes } from './data-export/read-data-export.ts';
import { projectRoutes } from './projects/routes.ts';
import { reportRoutes, studyReportedEmail } from './reports/report-study.ts';
import { refundEndedBudgets } from './studies/budgets.ts';
import { closeEndedStudies } from './studies/close-ended.ts';
import {
  SUSPENSION_NOTIFICATIONS,
  CLOSING_NOTIFICATIONS,
  CONSENT_NOTIFICATIONS,
} from './notifications/queue-notifications.ts';
import { SETTLEMENTS } from './studies/delete-project.ts';
import {
  approveUnansweredSubmissions,
  endUnusedPlaces,
  endRejectedSubmissions,
  returnLateSubmissions,
  endTimedOutSubmissions,
} from './submissions/end-by-time.ts';
import { sendSurveyReminders, submissionEmails } from './submissions/emails.ts';
import { submissionRoutes } from './submissions/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { studyRoutes } from './studies/routes.ts';
import { deletions, runRetentionJob } from './retention-job.ts';

async function createDeps(context: ServiceContext, config: ProjectConfig): Promise<Deps> {
  const { db, reader, seal } = openDb(context.engine, config.PROJECT_DATA_KEYS);
  await assertStoredValuesOpen(context.engine.owner, seal, { service: 'project', columns: SEALED_COLUMNS });
  const limiter = createLimiter(db as Kysely<unknown>, 'project', config);
  const keys = await openSigningKeys(config.PROJECT_SIGNING_KEYS);
  const peers = createPeers(projectContract, CONTRACTS, keys, context);
  const callIdentity = peers.to(identityContract);
  const verifyToken = createTokenVerifier(peers.publishedKeys(identityContract), 'project');
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
      verifyToken,
      isLive: async ({ sessionId }) => !(await hasEnded(sessionId)),
      verifyService: peers.verifyService,
      admins: {
        verify: createAdminVerifier(peers.publishedKeys(identityContract), 'project', findAdmin),
        recordLook: (about, userId) => recordEvent(db, 'ADMIN_LOOKED', { userId, about }),
      },
      isVerified: (userId) => isVerifiedNow(callIdentity, userId),
      limiter,
      concurrencyLimit: createConcurrencyLimit(config),
      idempotencyStore: createIdempotencyStore(db as Kysely<unknown>, 'project'),
      recordRefusal: createRefusalRecorder(db as Kysely<unknown>, limiter, recordEvent),
    },
    jobs: context.jobs,
    log: context.log,
    config,
    callIdentity,
    callPayment: peers.to(paymentContract),
    ...createProfileReader(db, callIdentity),
    applicantTotals: createApplicantTotals(db),
    openStudyCounts: createOpenStudyCounts(),
    openPages: createOpenPages(
      { engine: context.engine, db, log: context.log },
      findApplicantsAmong,
      notifyOfOpenings,
    ),
    notifyOfOpenings,
  };
}

/** The times in `cron` are GMT, which is Ghana's time. */
const scheduledJob = (name: string, cron: string, steps: Parameters<typeof runSteps<Deps>>[1]) =>
  jobRow<Deps, NoData>({ name, cron, isDebounced: true }, (deps) => runSteps(deps, steps));

/**
 * Each run looks for meetings that are due. A job per meeting would be wrong after the meeting is
 * rescheduled.
 */
const scheduledJobs = [
  scheduledJob('meeting-schedule', '* * * * *', {
    expirePlaces: (deps) => expirePlaces(deps, returnToReview),
    expireOffers,
    notifyOfFinalMarks,
    markUnmarked,
    forgetNumbers,
    forgetProofWords,
    sendReminders,
    remindOfDisputes,
    offerSeatsOfAllStudies,
  }),
  scheduledJob('submission-schedule', '* * * * *', {
    endTimedOutSubmissions,
    endUnusedPlaces,
    approveUnansweredSubmissions,
    returnLateSubmissions,
    endRejectedSubmissions,
    sendSurveyReminders,
  }),
  scheduledJob('endings', '*/5 * * * *', { closeEndedStudies }),
  scheduledJob('money-schedule', '*/5 * * * *', { sendLatePayables, refundEndedBudgets }),
  // The digest is sent in the morning, when people look at their phones.
  jobRow({ ...OPEN_STUDIES_DIGESTS, cron: '30 6 * * *' }, queueDigests),
  // The later hours are for mornings when no node was running at 06:30.
  jobRow({ ...APPLICANT_DIGESTS, cron: '30 6-9 * * *' }, queueApplicantDigests),
  jobRow(RETENTION_JOB, runRetentionJob),
];

const jobs = [
  ...scheduledJobs,
  jobRow(SUSPENSION_NOTIFICATIONS, notifyOfSuspension),
  jobRow(CLOSING_NOTIFICATIONS, notifyOfClosing),
  jobRow(CONSENT_NOTIFICATIONS, notifyOfConsent),
  jobRow(DECISIONS, notifyDecision),
  jobRow(PAYABLES, sendPayable),
  jobRow(FURTHER_CHANGES, notifyChange),
  jobRow(DEBOUNCED_EMAILS, requestEmail),
  jobRow(EMAILS, requestEmail),
  jobRow(MEETING_CHANGES, notifyChange),
  jobRow(PLACE_CHANGES, notifyOfPlaceChange(false)),
  jobRow(URGENT_PLACE_CHANGES, notifyOfPlaceChange(true)),
  jobRow(OFFERS, offerSeats),
  jobRow(SETTLEMENTS, declineAfterDeletion),
];

export const projectService: Service = {
  contract: projectContract,
  schema: 'project',
  role: SERVICE_ROLE,
  migrations: new URL('../migrations/', import.meta.url),
  queues: jobs.map(({ queue }) => queue),
  settings: ProjectSettings.shape,
  neededInProduction: ['PROJECT_SIGNING_KEYS', 'PROJECT_DATA_KEYS'],
  deletions: () => deletions,
  gauges,
  checkSettings: (environment) => void readProjectConfig(environment),
  async start(context) {
    const deps = await createDeps(context, readProjectConfig(context.environment));
    return {
      async mount(app, adminPort) {
        await publishOpenApi(app, projectContract);
        const routes = createRoute(app, projectContract, deps.authority, adminPort);
        projectRoutes(routes.route, deps);
        studyRoutes(routes.route, deps);
        mountAdminOperations(routes.route, projectAdminOperations, {
          engine: context.engine,
          schema: 'project',
          db: deps.db as Kysely<unknown>,
          jobs: deps.jobs,
          recordEvent,
        });
        adminRoutes(routes.route, deps);
        browsingRoutes(routes.route, deps);
        applicationRoutes(routes.route, deps);
        funnelRoutes(routes.route, deps);
        reportRoutes(routes.route, deps);
        messageRoutes(routes.route, deps);
        notificationRoutes(routes.route, deps);
        matchingProfileRoutes(routes.route, deps);
        routes.route(readSigningKeys, async () => deps.keys.published);
        suspensionRoutes(routes.route, deps);
        accountDeletionRoutes(routes.route, deps);
        ownDataRoutes(routes.route, deps);
        emailRoutes(routes.route, deps, {
          ...meetingEmails,
          ...applicationEmails,
          ...submissionEmails,
          APPROVAL_ENDS: writeApprovalEnds,
          STUDIES_FIT: writeDigest,
          ...suspensionEmails,
          STUDY_REPORTED: studyReportedEmail,
          MESSAGE_REPORTED: writeMessageReported,
          MESSAGE_UNREAD: writeMessageUnread,
        });
        slotRoutes(routes.route, deps);
        bookingRoutes(routes.route, deps);
        submissionRoutes(routes.route, deps);
        disputeRoutes(routes.route, deps);
        calendarRoutes(routes.route, deps);
        payableRoutes(routes.route, deps);
        routes.assertComplete();
      },
      async work() {
        for (const { work } of jobs) await work(deps);
      },
      fillDemo: async () => (await import('./demo/fill-demo.ts')).fillDemo(deps),
    };
  },
};
