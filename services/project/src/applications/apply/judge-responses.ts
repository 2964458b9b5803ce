import type { StudyApplication } from '@app/contracts/project/applications.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import { withoutControls } from '@app/contracts/text.ts';

type Responses = StudyApplication['responses'];

/**
 * Whether the answers qualify, or undefined if they are not one of each question's own choices, in the questions' order
 * and words (S-405). One disqualifying choice is enough. Texts of choices are not validated (S-310), so two may read the
 * same; such an answer disqualifies only if every choice with those words does. They are
 * compared as the schemas write them: what was stored before may hold more.
 */
export function judgeResponses(
  questions: readonly ScreenerQuestion[],
  responses: Responses,
): boolean | undefined {
  if (responses.length !== questions.length) return undefined;
  let isQualified = true;
  for (const [index, { question, options }] of questions.entries()) {
    const response = responses[index];
    if (response?.id !== String(index + 1) || response.question !== withoutControls(question))
      return undefined;
    const chosen = options.filter((option) => withoutControls(option.answer) === response.answer);
    if (chosen.length === 0) return undefined;
    if (chosen.every((option) => option.eligibility === 'DISQUALIFY')) isQualified = false;
  }
  return isQualified;
}
