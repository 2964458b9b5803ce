import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { EmailAbout, PAYMENT_EMAIL_KINDS, ProjectEmail } from '../emails.ts';

export const readPaymentEmail = endpoint({
  method: 'GET',
  path: '/people/:userId/emails/:kind/:about',
  summary: 'The content of an email about a payment, for the identity service that sends it',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id, kind: z.enum(PAYMENT_EMAIL_KINDS), about: EmailAbout }),
  reply: z.object({ email: z.nullable(ProjectEmail) }),
  errors: [],
});
