import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Id } from '../id.ts';
import { rule } from '../rule.ts';
import { MAX_QUESTIONS, ScreenerId } from './studies.ts';

/** What somebody has chosen so far: the option's id by the question's, as they stand in the study (S-405). */
export const BegunAnswers = z
  .record(ScreenerId, ScreenerId)
  .check(
    z.refine((answers) => Object.keys(answers).length <= MAX_QUESTIONS, rule(`tooMany ${MAX_QUESTIONS}`)),
  );
export type BegunAnswers = z.infer<typeof BegunAnswers>;

/**
 * Added to what was kept before, the newer answer to a question in the place of the older (RFC 7396): two devices that answer
 * different questions add up. Of whoever has applied nothing is kept. Read with the study, by its person alone.
 */
export const keepAnswers = endpoint({
  method: 'PATCH',
  path: '/studies/:id/answers',
  summary: 'Keep the answers that the participant has begun to give, until they are sent',
  access: 'PARTICIPANT',
  params: z.object({ id: Id }),
  body: z.strictObject({ answers: BegunAnswers }),
  errors: ['STUDY_NOT_FOUND', 'INVALID_INPUT'],
});
