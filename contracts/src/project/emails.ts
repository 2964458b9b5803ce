import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { EMAIL_KINDS, EmailAbout, ProjectEmail } from '../emails.ts';

/** Called at each try, so that the email is current. If the reply is null, the email is not sent. */
export const readEmail = endpoint({
  method: 'GET',
  path: '/people/:userId/emails/:kind/:about',
  summary: 'The content of an email, for the identity service that sends it',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id, kind: z.enum(EMAIL_KINDS), about: EmailAbout }),
  reply: z.object({ email: z.nullable(ProjectEmail) }),
  errors: [],
});
