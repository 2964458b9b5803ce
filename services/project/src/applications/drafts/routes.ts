import * as contract from '@app/contracts/project/draft-answers.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../../deps.ts';
import { keepAnswers } from './keep-answers.ts';

export function draftAnswerRoutes(route: Route, deps: Deps): void {
  route(contract.keepAnswers, async ({ params, body, viewer, fail }) =>
    keepAnswers(deps, { studyId: params.id, participantId: viewer.userId, answers: body.answers }, fail),
  );
}
