import type { StudyApplication } from '@app/contracts/project/applications.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import type { DraftAnswers } from '@app/contracts/project/draft-answers.ts';
import { rule } from '@app/contracts/rule.ts';
import * as z from 'zod/mini';

type Questions = StudyForParticipant['screeners'];
export type Question = Questions[number];

/** Maps question ids to option ids, because texts may be empty or equal (S-310). */
export type Answers = Record<string, string>;

/** A field name must begin with a letter; an id need not. */
export const questionField = (question: Pick<Question, 'id'>) => `q${question.id}`;

/** The name of the field with the version of the consent text that was read. */
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

/** Ignores options that belong to other questions. */
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

/** S-405 specifies the position from 1 as text, and the texts of question and option. */
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
