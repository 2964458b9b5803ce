import * as contract from '@app/contracts/project/submissions.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { findOwnStudy } from '../studies/reads.ts';
import { correctSurvey, readSurvey } from '../studies/survey.ts';
import { appealRejection } from './appeals.ts';
import { decideSubmissions } from './decide-submissions.ts';
import {
  enterCompletionCode,
  extendSubmission,
  finishWithoutCode,
  testCompletionCode,
} from './finish-submission.ts';
import { listOwnSubmissions, listStudySubmissions } from './reads.ts';
import { startSubmission } from './start-submission.ts';

export function submissionRoutes(route: Route, deps: Deps): void {
  route(contract.startSubmission, async ({ params, viewer, fail }) =>
    startSubmission(deps, { studyId: params.id, participantId: viewer.userId }, fail),
  );

  route(contract.listOwnSubmissions, ({ viewer }) => listOwnSubmissions(deps, viewer.userId));

  route(contract.enterCompletionCode, async ({ body, viewer, fail }) => {
    const { userId, role } = viewer;
    return role === 'RESEARCHER'
      ? testCompletionCode(deps, { ...body, researcherId: userId }, fail)
      : enterCompletionCode(deps, { ...body, userId }, fail);
  });

  route(contract.finishSubmission, async ({ params, body, viewer, fail }) =>
    finishWithoutCode(deps, { submissionId: params.id, participantId: viewer.userId, note: body.note }, fail),
  );

  route(contract.extendSubmission, async ({ params, viewer, fail }) =>
    extendSubmission(deps, { submissionId: params.id, participantId: viewer.userId }, fail),
  );

  route(contract.appealRejection, async ({ params, body, viewer, fail }) =>
    appealRejection(deps, { submissionId: params.id, participantId: viewer.userId, ...body }, fail),
  );

  route(contract.readSurvey, async ({ params, viewer, fail }) =>
    readSurvey(deps.db, { studyId: params.id, userId: viewer.userId }, fail),
  );

  route(contract.correctSurvey, async ({ params, body, viewer, fail }) =>
    correctSurvey(deps, { studyId: params.id, userId: viewer.userId }, body.address, fail),
  );

  route(contract.listSubmissions, async ({ params, viewer, fail }) => {
    const study = await findOwnStudy(deps.db, { studyId: params.id, userId: viewer.userId });
    return study ? { submissions: await listStudySubmissions(deps.db, study.id) } : fail('STUDY_NOT_FOUND');
  });

  route(contract.decideSubmissions, async ({ params, body, viewer, fail }) => {
    const outcome = await decideSubmissions(deps, { studyId: params.id, userId: viewer.userId }, body, fail);
    deps.applicantTotals.invalidate(params.id);
    return outcome;
  });
}
