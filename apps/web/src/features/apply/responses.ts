import { rule } from '@app/contracts/rule.ts';
import type { StudyApplication } from '@app/contracts/project/applications.ts';
import type { DraftAnswers } from '@app/contracts/project/draft-answers.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import * as z from 'zod/mini';

type Questions = StudyForParticipant['screeners'];
type Question = Questions[number];

/** The id of the chosen option by question; texts may be empty or equal, ids are not (S-310). */
export type Answers = Record<string, string>;

/** A field's name begins with a letter, which an id need not. */
export const fieldOf = (question: Pick<Question, 'id'>) => `q${question.id}`;

/** The field of the tick under a consent text; it holds the version that was read. */
export const CONSENT = 'consent';

/** Every question answered with one of its own options, and the text of this version agreed to. */
export function answersSchema(questions: Questions, consentVersion?: number) {
  const shape: Record<string, z.ZodMiniType<string, string>> = {};
  if (consentVersion !== undefined) {
    shape[CONSENT] = z
      .string({ error: rule('consentAgreed') })
      .check(z.refine((version) => version === String(consentVersion), rule('consentAgreed')));
  }
  for (const question of questions) {
    const ids = new Set(question.options.map((option) => option.id));
    shape[fieldOf(question)] = z
      .string({ error: rule('notAnOption') })
      .check(z.refine((id) => ids.has(id), rule('notAnOption')));
  }
  return z.strictObject(shape);
}

/** Blank answers (S-405). */
export function blankAnswers(questions: Questions): Record<string, string | undefined> {
  return Object.fromEntries(questions.map((question) => [fieldOf(question), undefined]));
}

/** Draft answers as they are saved: the chosen option of each question, where it is one of that question's own. */
export function draftOf(questions: Questions, answers: Record<string, unknown>): DraftAnswers {
  const chosen = questions.flatMap((question) =>
    question.options
      .filter((option) => option.id === answers[fieldOf(question)])
      .map((option) => [question.id, option.id]),
  );
  return Object.fromEntries(chosen) as DraftAnswers;
}

/** Draft answers as the form has them, without those to unknown questions. */
export function fieldsOf(questions: Questions, draft: DraftAnswers): Answers {
  const fields = Object.fromEntries(questions.map((question) => [fieldOf(question), draft[question.id]]));
  return Object.fromEntries(
    Object.entries(draftOf(questions, fields)).map(([id, option]) => [fieldOf({ id }), option]),
  );
}

/** What is sent: place from 1 as text, the question's words and the chosen option's words, in order (S-405). */
export function responsesOf(questions: Questions, answers: Answers): StudyApplication['responses'] {
  return questions.map((question, at) => ({
    id: String(at + 1),
    question: question.question,
    answer: question.options.find((option) => option.id === answers[fieldOf(question)])?.answer ?? '',
  }));
}

/** Those still without an answer, in their order. */
export function unanswered(questions: Questions, answers: Partial<Answers>): Question[] {
  return questions.filter((question) => !answers[fieldOf(question)]);
}
