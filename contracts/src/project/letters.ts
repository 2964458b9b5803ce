import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { LETTER_KINDS, LetterAbout, ProjectLetter } from '../letters.ts';

/**
 * The identity service asks this at each try of a letter, so the letter says how things are when it leaves; null where
 * it is of no use any more. `about` says to the writer of that kind what it is about.
 */
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
