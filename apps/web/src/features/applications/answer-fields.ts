import type { StudyApplication } from '@app/contracts/project/applications.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import type { DraftAnswers } from '@app/contracts/project/draft-answers.ts';
import { rule } from '@app/contracts/rule.ts';
import * as z from 'zod/mini';

type Questions = StudyForParticipant['screeners'];
export type Question = Questions[number];

/** For each question id, the id of an option. Texts could be empty or equal (S-310). */
export type Answers = Record<string, string>;

/** A field name must begin with a letter. An id may begin with a digit. */
export const questionField = (question: Pick<Question, 'id'>) => `q${question.id}`;

/** The field with the version of the consent text that the participant has read. */
export const CONSENT = 'consent';

export function answersSchema(questions: Questions, consentVersion?: number) {
  const shape: Record<string, z.ZodMiniType<string, string>> = {};
  if (consentVersion !== undefined) {
    shape[CONSENT] = z
      .string({ error: rule('consentAgreed') })
      .check(z.refine((version) => version === String(consentVersion), rule('consentAgreed')));
  }
  for (const question of questions) {
    const ids = new Set(question.options.map((option) => option.id));
    shape[questionField(question)] = z
      .string({ error: rule('notAnOption') })
      .check(z.refine((id) => ids.has(id), rule('notAnOption')));
  }
  return z.strictObject(shape);
}

/** S-405 specifies blank answers. */
export function blankAnswers(questions: Questions): Record<string, string | undefined> {
  return Object.fromEntries(questions.map((question) => [questionField(question), undefined]));
}

/** Options that belong to another question are ignored. */
export function draftFromFields(questions: Questions, answers: Record<string, unknown>): DraftAnswers {
  const chosen = questions.flatMap((question) =>
    question.options
      .filter((option) => option.id === answers[questionField(question)])
      .map((option) => [question.id, option.id]),
  );
  return Object.fromEntries(chosen) as DraftAnswers;
}

export function fieldsFromDraft(questions: Questions, draft: DraftAnswers): Answers {
  const fields = Object.fromEntries(
    questions.map((question) => [questionField(question), draft[question.id]]),
  );
  return Object.fromEntries(
    Object.entries(draftFromFields(questions, fields)).map(([id, option]) => [questionField({ id }), option]),
  );
}

/**
 * The answers have the number of the question as text, from 1, and the texts of question and option (S-405).
 */
export function toResponses(questions: Questions, answers: Answers): StudyApplication['responses'] {
  return questions.map((question, at) => ({
    id: String(at + 1),
    question: question.question,
    answer: question.options.find((option) => option.id === answers[questionField(question)])?.answer ?? '',
  }));
}

export function unanswered(questions: Questions, answers: Partial<Answers>): Question[] {
  return questions.filter((question) => !answers[questionField(question)]);
}
