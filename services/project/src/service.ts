import { projectContract } from '@app/contracts/project/contract.ts';
import { publishOpenApi } from '@app/kit/openapi.ts';
import { createRoute } from '@app/kit/route.ts';
import type { Service } from '@app/kit/service.ts';
import { SWEEP } from '@app/kit/sweep.ts';
import { DIGESTS, queueDigests, writeDigest } from './announcing/digest.ts';
import { tellClosing } from './announcing/tell-closing.ts';
import { tellConsent } from './announcing/tell-consent.ts';
import { tellHalt, writeHalted } from './announcing/tell-halt.ts';
import {
  APPLICANT_DIGESTS,
  applicantLetters,
  queueApplicantDigests,
} from './applications/review/applicant-letters.ts';
import { applicantRoutes } from './applications/review/routes.ts';
import { applicationRoutes } from './applications/apply/routes.ts';
import { settleApplicants } from './applications/review/settle-applicants.ts';
import { DECISIONS, notifyDecision } from './applications/review/notify-decision.ts';
import { writeAccepted, writeDeclined } from './applications/review/write-decision-letter.ts';
import { writeConsentChanged, writeConsentGiven } from './applications/consent/write-consent-letters.ts';
import { draftAnswerRoutes } from './applications/drafts/routes.ts';
import { writeApprovalEnds } from './bookings/approval-ends.ts';
import { bookingRoutes } from './bookings/routes.ts';
import { offerSeats } from './bookings/waiting/offer-seats.ts';
import { FURTHER_CHANGES, MEETING_CHANGES, notifyChange } from './bookings/notify-change.ts';
import { OFFERS } from './bookings/waiting/queue-offers.ts';
import { meetingLetters } from './bookings/write-letters.ts';
import { barringRoutes } from './barring/routes.ts';
import { browsingRoutes } from './browsing/routes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { ProjectSettings, readProjectConfig } from './config.ts';
import { createDeps, type Deps } from './deps.ts';
import { SEALED_COLUMNS, SERVICE_ROLE } from './open-db.ts';
import { funnelRoutes } from './funnel/routes.ts';
import { leavingRoutes } from './leaving/routes.ts';
import { GATHERED_LETTERS, LETTERS, askForLetter } from './letters/queue-letter.ts';
import { letterRoutes } from './letters/routes.ts';
import { gauges } from './money/gauges.ts';
import { sendPayable } from './money/send-payables.ts';
import { DUES } from './money/write-dues.ts';
import { notificationRoutes } from './inbox/routes.ts';
import { writeMessageReported } from './messages/report-message.ts';
import { messageRoutes } from './messages/routes.ts';
import { writeMessageUnread } from './messages/write-unread-letter.ts';
import { ownDataRoutes } from './own-data/read-own-data.ts';
import { sealStored } from '@app/kit/sealed-columns.ts';
import { followUnread } from './facts/follow-unread.ts';
import { factsRoutes } from './facts/routes.ts';
import { projectRoutes } from './projects/routes.ts';
import { reportRoutes, writeReported } from './reports/routes.ts';
import { ENDINGS, closeEnded } from './studies/close-ended.ts';
import { MONEY_CLOCK, turnMoneyClock } from './studies/deleting/give-back.ts';
import { putOffSettlement } from './studies/deleting/delete-project.ts';
import { BARRED_TELLINGS, CLOSINGS, CONSENT_TELLINGS, SETTLEMENTS } from './studies/queue-telling.ts';
import { studyRoutes } from './studies/routes.ts';
import { deletions, sweep } from './sweep/sweep.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import { lapsePlaces } from './applications/apply/lapse-places.ts';
import { clockSteps } from './bookings/clock/clock-steps.ts';

/** What happens to meetings by time alone, looked for each minute: no job waits for a time that may be another by then. */
const MEETING_CLOCK: Queue<NoData> = { name: 'meeting-clock', cron: '* * * * *', isDebounced: true };

/** One step that fails holds up no other; the job then fails with it, so that it is seen. */
async function turnMeetingClock(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages' | 'config' | 'openStudyCounts'>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const step of [lapsePlaces, ...clockSteps])
    await step(deps).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Some of the clock of meetings failed');
}

/** What researchers ask and who answers: projects, studies, applications, notifications. */
export const projectService: Service = {
  contract: projectContract,
  schema: 'project',
  role: SERVICE_ROLE,
  migrations: new URL('../migrations/', import.meta.url),
  queues: [
    APPLICANT_DIGESTS,
    BARRED_TELLINGS,
    CLOSINGS,
    CONSENT_TELLINGS,
    DECISIONS,
    DIGESTS,
    DUES,
    ENDINGS,
    FURTHER_CHANGES,
    GATHERED_LETTERS,
    LETTERS,
    MEETING_CHANGES,
    MEETING_CLOCK,
    MONEY_CLOCK,
    OFFERS,
    SETTLEMENTS,
    SWEEP,
  ],
  settings: ProjectSettings.shape,
  neededInProduction: ['PROJECT_SIGNING_KEYS', 'PROJECT_DATA_KEYS'],
  deletions: () => deletions,
  gauges,
  checkSettings: (environment) => void readProjectConfig(environment),
  async start(surroundings) {
    const deps = await createDeps(surroundings, readProjectConfig(surroundings.environment));
    return {
      async mount(app) {
        await publishOpenApi(app, projectContract);
        const routes = createRoute(app, projectContract, deps.authority);
        projectRoutes(routes.route, deps);
        studyRoutes(routes.route, deps);
        browsingRoutes(routes.route, deps);
        draftAnswerRoutes(routes.route, deps);
        applicationRoutes(routes.route, deps);
        applicantRoutes(routes.route, deps);
        funnelRoutes(routes.route, deps);
        reportRoutes(routes.route, deps);
        messageRoutes(routes.route, deps);
        notificationRoutes(routes.route, deps);
        factsRoutes(routes.route, deps);
        barringRoutes(routes.route, deps);
        leavingRoutes(routes.route, deps);
        ownDataRoutes(routes.route, deps);
        letterRoutes(routes.route, deps, {
          ...meetingLetters,
          ...applicantLetters,
          APPLICATION_ACCEPTED: writeAccepted,
          APPLICATION_DECLINED: writeDeclined,
          CONSENT_GIVEN: writeConsentGiven,
          CONSENT_CHANGED: writeConsentChanged,
          APPROVAL_ENDS: writeApprovalEnds,
          STUDIES_FIT: writeDigest,
          STUDY_HALTED: writeHalted,
          STUDY_REPORTED: writeReported,
          MESSAGE_REPORTED: writeMessageReported,
          MESSAGE_UNREAD: writeMessageUnread,
        });
        bookingRoutes(routes.route, deps);
        calendarRoutes(routes.route, deps);
        routes.assertComplete();
      },
      async work() {
        await deps.jobs.work(APPLICANT_DIGESTS, (data) => queueApplicantDigests(deps, data));
        await deps.jobs.work(BARRED_TELLINGS, (data) => tellHalt(deps, data));
        await deps.jobs.work(CLOSINGS, (data) => tellClosing(deps, data));
        await deps.jobs.work(CONSENT_TELLINGS, (data) => tellConsent(deps, data));
        await deps.jobs.work(DECISIONS, (data) => notifyDecision(deps, data));
        await deps.jobs.work(DIGESTS, (data) => queueDigests(deps, data));
        await deps.jobs.work(DUES, (data) => sendPayable(deps, data));
        await deps.jobs.work(MONEY_CLOCK, () => turnMoneyClock(deps));
        await deps.jobs.work(ENDINGS, () => closeEnded(deps));
        await deps.jobs.work(FURTHER_CHANGES, (data) => notifyChange(deps, data));
        await deps.jobs.work(GATHERED_LETTERS, (data) => askForLetter(deps, data));
        await deps.jobs.work(LETTERS, (data) => askForLetter(deps, data));
        await deps.jobs.work(MEETING_CHANGES, (data) => notifyChange(deps, data));
        await deps.jobs.work(SETTLEMENTS, async (data) => {
          if (!(await putOffSettlement(deps, data))) await settleApplicants(deps, data);
        });
        await deps.jobs.work(OFFERS, (data) => offerSeats(deps, data));
        await deps.jobs.work(MEETING_CLOCK, () => turnMeetingClock(deps));
        await deps.jobs.work(SWEEP, async () => {
          await sweep(deps);
          for (const column of SEALED_COLUMNS) await sealStored(deps.db, deps.seal, column);
          await followUnread(deps);
        });
      },
      fillDemo: async () => (await import('./demo/fill-demo.ts')).fillDemo(deps.db),
    };
  },
};
