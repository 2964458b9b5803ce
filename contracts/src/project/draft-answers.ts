import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { MAX_QUESTIONS, ScreenerId } from './studies.ts';

/** Draft answers to a screener: the id of the chosen option by the id of its question (S-405). */
export const DraftAnswers = z
  .record(ScreenerId, ScreenerId)
  .check(
    z.refine((answers) => Object.keys(answers).length <= MAX_QUESTIONS, rule(`tooMany ${MAX_QUESTIONS}`)),
  );
export type DraftAnswers = z.infer<typeof DraftAnswers>;

/**
 * Saves draft answers. They merge with those saved before (RFC 7396): of one question the newer answer stays, so two
 * devices that answer different questions add up. After an application nothing is saved. Only their person reads them,
 * with the study.
 */
export const keepAnswers = endpoint({
  method: 'PATCH',
  path: '/studies/:id/answers',
  summary: 'Keep the answers that the participant has begun to give, until they are sent',
  access: 'PARTICIPANT',
  params: z.object({ id: Id }),
  body: z.strictObject({ answers: DraftAnswers }),
  errors: ['STUDY_NOT_FOUND', 'INVALID_INPUT'],
});
