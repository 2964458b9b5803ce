import type { StudyApplication } from '@app/contracts/project/applications.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import { removeControls } from '@app/contracts/text.ts';

type Evaluation = 'QUALIFIED' | 'DISQUALIFIED' | 'INVALID';

/**
 * Returns INVALID if an answer is no choice of its question (S-405). Several choices may have the same text
 * (S-310); then an answer disqualifies only if all of them do. Control characters in stored texts are
 * ignored.
 */
export function evaluateResponses(
  questions: readonly ScreenerQuestion[],
  responses: StudyApplication['responses'],
): Evaluation {
  if (responses.length !== questions.length) return 'INVALID';
  let isQualified = true;
  for (const [index, { question, options }] of questions.entries()) {
    const response = responses[index];
    if (response?.id !== String(index + 1) || response.question !== removeControls(question))
      return 'INVALID';
    const chosen = options.filter((option) => removeControls(option.answer) === response.answer);
    if (chosen.length === 0) return 'INVALID';
    if (chosen.every((option) => option.eligibility === 'DISQUALIFY')) isQualified = false;
  }
  return isQualified ? 'QUALIFIED' : 'DISQUALIFIED';
}
