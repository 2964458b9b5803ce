import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { MAX_QUESTIONS, ScreenerId } from './studies.ts';

/** For each question id, the id of the chosen option (S-405). */
export const DraftAnswers = z
  .record(ScreenerId, ScreenerId)
  .check(
    z.refine((answers) => Object.keys(answers).length <= MAX_QUESTIONS, rule(`tooMany ${MAX_QUESTIONS}`)),
  );
export type DraftAnswers = z.infer<typeof DraftAnswers>;

/** Answers from two devices are combined (RFC 7396). Nothing is saved after the application. */
export const saveDraftAnswers = endpoint({
  method: 'PATCH',
  path: '/studies/:id/answers',
  summary: 'Save the participant’s draft answers until they are submitted',
  access: 'PARTICIPANT',
  params: z.object({ id: Id }),
  body: z.strictObject({ answers: DraftAnswers }),
  errors: ['STUDY_NOT_FOUND', 'INVALID_INPUT'],
});
