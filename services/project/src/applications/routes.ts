import { today } from '@app/contracts/calendar.ts';
import * as applicants from '@app/contracts/project/applicants.ts';
import * as applications from '@app/contracts/project/applications.ts';
import { saveDraftAnswers as saveDraftAnswersEndpoint } from '@app/contracts/project/draft-answers.ts';
import { readHasApplied } from '@app/contracts/project/people.ts';
import { csv } from '@app/kit/csv.ts';
import type { Route } from '@app/kit/route.ts';
import { xlsx } from '@app/kit/xlsx.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { sql } from 'kysely';
import type { HandlerResult } from '@app/contracts/endpoint.ts';
import { readPersonInProjectAsAdmin } from '@app/contracts/project/admin-people.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { findLatestOfStudy } from '../bookings/reads.ts';
import { assertMayExport } from '../identity-peer.ts';
import { countByQuota } from '../studies/quotas.ts';
import { findOwnStudy, findStudy } from '../studies/reads.ts';
import { applyToStudy } from './apply/apply-to-study.ts';
import { agreeToConsent, withdrawConsent } from './apply/change-consent.ts';
import { hasAppliedAnywhere, listApplicationsByApplicant } from './reads.ts';
import { saveDraftAnswers } from './apply/save-draft-answers.ts';
import { withdrawApplication } from './apply/withdraw-application.ts';
import { decideApplicants } from './applicants/decide-applicants.ts';
import { readApplicantRows } from './applicants/export-applicants.ts';
import { listStudyApplicants, listUndecidedApplicants } from './applicants/list-applicants.ts';
import { updateRemarks } from './applicants/update-remarks.ts';

export function applicationRoutes(route: Route, deps: Deps): void {
  route.inTransaction(applications.applyToStudy, async ({ params, body, viewer, transact, fail }) => {
    const { responses, consentVersion = 0 } = body;
    const attempt = { studyId: params.id, applicantId: viewer.userId, responses, consentVersion };
    return applyToStudy(deps, attempt, { transact, fail });
  });

  route(applications.listOwnApplications, async ({ query, viewer }) => ({
    ...(await listApplicationsByApplicant(deps.db, viewer.userId, query)),
    size: query.size,
    number: query.page,
  }));

  route(readHasApplied, async ({ params }) => ({
    hasApplied: await hasAppliedAnywhere(deps.db, params.userId),
  }));

  route(applications.agreeToConsent, async ({ params, body, viewer, fail }) =>
    agreeToConsent(
      deps,
      { applicationId: params.id, applicantId: viewer.userId, version: body.version },
      fail,
    ),
  );

  route(applications.withdrawConsent, async ({ params, viewer, fail }) =>
    withdrawConsent(deps, { applicationId: params.id, applicantId: viewer.userId }, fail),
  );

  route(applications.withdrawApplication, async ({ params, viewer, fail }) =>
    withdrawApplication(deps, { applicationId: params.id, applicantId: viewer.userId }, fail),
  );

  route(saveDraftAnswersEndpoint, async ({ params, body, viewer, fail }) =>
    saveDraftAnswers(deps, { studyId: params.id, participantId: viewer.userId, answers: body.answers }, fail),
  );

  applicantRoutes(route, deps);
  adminPeopleRoutes(route, deps);
}

function applicantRoutes(route: Route, deps: Deps): void {
  const { db, applicantTotals } = deps;

  route(applicants.listApplicants, async ({ params, query, viewer, fail }) => {
    const study = await findOwnStudy(db, { studyId: params.id, userId: viewer.userId });
    return study ? listStudyApplicants(deps, study, query, fail) : fail('STUDY_NOT_FOUND');
  });

  route(applicants.listUndecidedApplicants, async ({ query, viewer }) =>
    listUndecidedApplicants(deps, viewer.userId, query),
  );

  route(applicants.countApplicants, async ({ params, viewer, fail }) => {
    const study = await findOwnStudy(db, { studyId: params.id, userId: viewer.userId });
    if (!study) return fail('STUDY_NOT_FOUND');
    const [counts, byQuota] = await Promise.all([
      applicantTotals.counts(study.id, study),
      study.quotas.length > 0 ? countByQuota(db, study.id) : [],
    ]);
    return { ...counts, byQuota, wanted: study.wanted };
  });

  route(applicants.listApplicantMeetings, async ({ params, viewer, fail }) => {
    const study = await findOwnStudy(db, { studyId: params.id, userId: viewer.userId });
    return study ? { meetings: await findLatestOfStudy(db, study.id) } : fail('STUDY_NOT_FOUND');
  });

  route.inTransaction(applicants.decideApplicants, async ({ params, body, viewer, transact, fail }) => {
    const decided = { studyId: params.id, userId: viewer.userId };
    const outcome = await decideApplicants(deps, decided, body, { transact, fail });
    applicantTotals.invalidate(params.id);
    return outcome;
  });

  route(applicants.remarkApplicant, async ({ params, body, viewer, fail }) => {
    const { id: studyId, applicationId } = params;
    const remarked = await updateRemarks(db, { studyId, applicationId, userId: viewer.userId }, body);
    applicantTotals.invalidate(studyId);
    return remarked ?? fail('APPLICATION_NOT_FOUND');
  });

  for (const [endpoint, ending, write] of [
    [applicants.exportApplicants, 'csv', csv],
    [applicants.exportApplicantsWorkbook, 'xlsx', xlsx.bind(null, applicantWords.heading)],
  ] as const)
    route(endpoint, async ({ params, query, viewer, fail }) => {
      const { userId } = viewer;
      const study = await findStudy(db, { studyId: params.id, userId });
      if (!study) return fail('STUDY_NOT_FOUND');
      await assertMayExport(deps.callIdentity, userId);
      const rows = await readApplicantRows({ ...deps, db: deps.reader }, study, query, fail);
      await recordEvent(db, 'APPLICANTS_EXPORTED', { userId, about: study.id });
      return { name: `${applicantWords.file.name(study.name, today())}.${ending}`, text: write(rows) };
    });
}

type Counts = HandlerResult<typeof readPersonInProjectAsAdmin>['applications'];

function adminPeopleRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(readPersonInProjectAsAdmin, async ({ params: { userId } }) => {
    const { rows } = await sql<Counts>`
      select count(*) filter (where status = 'PENDING')::int as "PENDING",
        count(*) filter (where status = 'ACCEPTED')::int as "ACCEPTED",
        count(*) filter (where status = 'DECLINED')::int as "DECLINED",
        count(*) filter (where status = 'WITHDRAWN')::int as "WITHDRAWN"
      from project.applications where applicant_id = ${userId}`.execute(db);
    return { applications: rows[0]! };
  });
}
