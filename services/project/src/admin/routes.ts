import * as disputeCalls from '@app/contracts/project/admin-disputes.ts';
import * as reportCalls from '@app/contracts/project/admin-reports.ts';
import * as studyCalls from '@app/contracts/project/admin-studies.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import { readProjectWorkAsAdmin } from '@app/contracts/project/admin-work.ts';
import { countWaitingDeadLetters } from '@app/kit/waiting-work.ts';
import { recordEvent } from '../audit.ts';
import {
  readMeetingDispute,
  applyDisputeDecision,
  countOpenDisputes,
} from '../bookings/disputes/disputes.ts';
import type { Deps } from '../deps.ts';
import { decideMessageReports } from '../messages/report-message.ts';
import { decideReports, countOpenReports } from '../reports/report-study.ts';
import { decideSurveyDispute, readSurveyDispute } from '../submissions/appeals.ts';
import { findListedDispute, findListedReport, listDisputes, listReports } from './lists.ts';
import { listStudies, readStudy } from './study-reads.ts';
import { endStudySuspension, startStudySuspension } from './suspend-study.ts';
import { countUnsentPayables } from '../payables/reads.ts';
import { countAppeals } from '../submissions/reads.ts';

export function adminRoutes(route: Route, deps: Deps): void {
  adminDisputeRoutes(route, deps);
  adminReportRoutes(route, deps);
  workRoutes(route, deps);

  route(studyCalls.listStudiesAsAdmin, async ({ query, body }) =>
    listStudies(deps.db, { ...query, ...body }),
  );

  route(
    studyCalls.readStudyAsAdmin,
    async ({ params: { id }, fail }) => (await readStudy(deps.db, id)) ?? fail('STUDY_NOT_FOUND'),
  );

  route(studyCalls.suspendStudyAsAdmin, async ({ params: { id }, body, viewer, fail }) => {
    await startStudySuspension(deps, { studyId: id, reason: body.reason, by: viewer.name }, fail);
    return (await readStudy(deps.db, id)) ?? fail('STUDY_NOT_FOUND');
  });

  route(studyCalls.restoreStudyAsAdmin, async ({ params: { id }, fail }) => {
    await endStudySuspension(deps, id, fail);
    return (await readStudy(deps.db, id)) ?? fail('STUDY_NOT_FOUND');
  });
}

function adminDisputeRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(disputeCalls.listDisputesAsAdmin, async ({ query }) => listDisputes(db, query));

  route(disputeCalls.readDisputeAsAdmin, async ({ params: { id }, fail }) => {
    const dispute = (await findListedDispute(db, id)) ?? fail('DISPUTE_NOT_FOUND');
    const read = dispute.kind === 'MEETING' ? readMeetingDispute : readSurveyDispute;
    return { ...dispute, ...((await read(db, id)) ?? fail('DISPUTE_NOT_FOUND')) };
  });

  route(disputeCalls.decideDisputeAsAdmin, async ({ params: { id }, body, viewer, fail }) => {
    const { kind } = (await findListedDispute(db, id)) ?? fail('DISPUTE_NOT_FOUND');
    const { decision, reason } = body;
    const by = viewer.name;
    if (kind === 'MEETING') {
      await applyDisputeDecision(deps, { bookingId: id, by, decision, reason }, fail);
      return { id };
    }
    const status = decision === 'PARTICIPANT' ? 'APPROVED' : 'REJECTED';
    const isDecided = await decideSurveyDispute(deps, { id, decision: status, reason, by });
    if (isDecided === 'NO_PLACE_LEFT') fail('NO_PLACE_LEFT');
    return isDecided ? { id } : fail('DISPUTE_IS_DECIDED');
  });
}

function adminReportRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(reportCalls.listReportsAsAdmin, async ({ query }) => listReports(db, query));

  route(reportCalls.readReportAsAdmin, async ({ params: { id }, viewer, fail }) => {
    const report = (await findListedReport(db, id)) ?? fail('REPORT_NOT_FOUND');
    const mayReadMessages = report.kind === 'STUDY' || viewer.adminRoles.includes('ADMIN');
    return mayReadMessages ? report : { ...report, text: null, copy: null };
  });

  route(reportCalls.decideReportAsAdmin, async ({ params: { id }, body, viewer, fail }) => {
    const { kind } = (await findListedReport(db, id)) ?? fail('REPORT_NOT_FOUND');
    const decision = { ...body, by: viewer.name };
    await transaction(db, async (trx) => {
      const isDecided =
        kind === 'STUDY'
          ? await decideReports(trx, { reportId: id }, decision)
          : await decideMessageReports(trx, { reportId: id }, decision);
      if (!isDecided) fail('REPORT_IS_DECIDED');
      await recordEvent(trx, 'REPORT_DECIDED', { about: `${id} ${body.state}` });
    });
    return { id };
  });
}

function workRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(readProjectWorkAsAdmin, async () => ({
    waiting: [
      await countOpenDisputes(db),
      await countAppeals(db),
      await countOpenReports(db),
      await countUnsentPayables(db),
      await countWaitingDeadLetters(db, 'PROJECT_DEAD_LETTER', 'project'),
    ],
  }));
}
