import { emailWords } from '@app/words/emails.ts';
import { type EmailContent, composeEmail } from '../emails/compose-email.ts';

export function adminEnrolment(name: string, url: string): EmailContent {
  const { subject, body, action } = emailWords.adminEnrolment;
  return composeEmail(name, subject, [body], { label: action, url });
}
