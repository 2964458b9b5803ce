import * as contract from '@app/contracts/project/draft-answers.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../../deps.ts';
import type { DraftAnswers, keepAnswers as endpoint } from '@app/contracts/project/draft-answers.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteBegun } from '../../funnel/note-views.ts';
import { type DraftOwner, findQuestions, upsertDraftAnswers } from './queries.ts';

/** Whether each answer is a choice of its own question. Not every question needs an answer yet. */
function areOfThese(questions: readonly ScreenerQuestion[], answers: DraftAnswers): boolean {
  const choices = new Map(
    questions.map(({ id, options }) => [id, new Set(options.map((option) => option.id))]),
  );
  return Object.entries(answers).every(([question, option]) => choices.get(question)?.has(option));
}

/** Saves draft answers. The questions of a published study never change, so they are read first; the rest is one statement. */
async function keepAnswers(
  { db }: Pick<Deps, 'db'>,
  { answers, ...owner }: DraftOwner & { answers: DraftAnswers },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<void> {
  const questions = await findQuestions(db, owner.studyId);
  if (!questions) return fail('STUDY_NOT_FOUND');
  if (!areOfThese(questions, answers)) {
    return fail('INVALID_INPUT', [{ rule: 'notAnOption', field: 'answers' }]);
  }
  await upsertDraftAnswers(db, owner, answers);
  await noteBegun(db, owner);
}

export function draftAnswerRoutes(route: Route, deps: Deps): void {
  route(contract.keepAnswers, async ({ params, body, viewer, fail }) =>
    keepAnswers(deps, { studyId: params.id, participantId: viewer.userId, answers: body.answers }, fail),
  );
}
