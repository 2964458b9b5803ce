import type { Deps } from '../src/deps.ts';
import { type EmailRequest, EMAILS } from '../src/emails/queue-email.ts';

/** The jobs that are queued here do not run by themselves. */
export function collectEmails(): { emails: EmailRequest[]; jobs: Deps['jobs'] } {
  const emails: EmailRequest[] = [];
  const send = (async (_, { name }, email) => {
    if (name === EMAILS.name) emails.push(email as EmailRequest);
  }) as Deps['jobs']['send'];
  return { emails, jobs: { send } as Deps['jobs'] };
}
