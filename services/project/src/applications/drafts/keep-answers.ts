import type { BegunAnswers, keepAnswers as endpoint } from '@app/contracts/project/begun-answers.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import type { Beginner } from './queries.ts';
import { findQuestions, upsertBegunAnswers } from './queries.ts';

/** Whether each answer is one of its own question's choices; a question without an answer is still to come. */
function areOfThese(questions: readonly ScreenerQuestion[], answers: BegunAnswers): boolean {
  const choices = new Map(
    questions.map(({ id, options }) => [id, new Set(options.map((option) => option.id))]),
  );
  return Object.entries(answers).every(([question, option]) => choices.get(question)?.has(option));
}

/** The questions of a study that is no draft stay as they are, so they may be read before; the rest is one statement. */
export async function keepAnswers(
  { db }: Pick<Deps, 'db'>,
  { answers, ...beginner }: Beginner & { answers: BegunAnswers },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<void> {
  const questions = await findQuestions(db, beginner.studyId);
  if (!questions) return fail('STUDY_NOT_FOUND');
  if (!areOfThese(questions, answers)) {
    return fail('INVALID_INPUT', [{ rule: 'notAnOption', field: 'answers' }]);
  }
  await upsertBegunAnswers(db, beginner, answers);
}
