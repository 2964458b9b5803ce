import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { LETTER_KINDS, LetterAbout, ProjectLetter } from '../letters.ts';

/** It is called at each delivery attempt, so that emails are current. Null cancels the email. */
export const readLetter = endpoint({
  method: 'GET',
  path: '/people/:userId/letters/:kind/:about',
  summary: 'What a letter says that the identity service is about to send',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id, kind: z.enum(LETTER_KINDS), about: LetterAbout }),
  reply: z.object({ letter: z.nullable(ProjectLetter) }),
  errors: [],
});
