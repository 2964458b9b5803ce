import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { LetterAbout, PAYMENT_LETTER_KINDS, ProjectLetter } from '../letters.ts';

export const readPaymentLetter = endpoint({
  method: 'GET',
  path: '/people/:userId/letters/:kind/:about',
  summary: 'What a letter says of a payment that the identity service is about to send',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id, kind: z.enum(PAYMENT_LETTER_KINDS), about: LetterAbout }),
  reply: z.object({ letter: z.nullable(ProjectLetter) }),
  errors: [],
});
