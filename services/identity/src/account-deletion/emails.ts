import { emailWords as words } from '@app/words/emails.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { readClock } from '@app/kit/database.ts';
import { type EmailContent, composeEmail, happenedAtText } from '../emails/compose-email.ts';
import { defineAccountEmail } from '../accounts/emails.ts';
import { makeCode } from '../links/make-link.ts';
import { sendEmail } from '../emails/deliver-email.ts';
import type { Deps } from '../deps.ts';

export function accountDeletionCodeEmail(firstName: string, code: string, url: string): EmailContent {
  const { subject, body, ifNotYou, code: label, action } = words.accountDeletionCode;
  return {
    ...composeEmail(firstName, subject, [body, ifNotYou], { label: action, url }),
    details: [{ label, value: code.replaceAll(/(\d{4})(?=\d)/g, '$1 ') }],
  };
}

export function accountDeletedEmail(at: string, url: string): EmailContent {
  const { subject, body, rest, ifNotYou, action } = words.accountDeleted;
  return {
    subject,
    greeting: words.plainGreeting,
    paragraphs: [body, ...happenedAtText(at), rest, ifNotYou],
    action: { label: action, url },
  };
}

export const ACCOUNT_DELETION_CODE = defineAccountEmail(
  'ACCOUNT_DELETION_CODE',
  async ({ deps, person, job, page }) => {
    const code = await makeCode(deps, {
      emailId: job.id,
      userId: person.userId,
      purpose: 'LEAVE',
      askedAt: job.at,
    });
    return code === undefined
      ? undefined
      : accountDeletionCodeEmail(person.firstName, code, page(paths.accountDeletion));
  },
);

/** The email is not queued but sent at once, because no table may store the address of a deleted person. */
export async function sendLastEmail(deps: Deps, to: string): Promise<void> {
  const url = new URL(paths.contact, deps.config.PUBLIC_URL).href;
  const email = accountDeletedEmail((await readClock(deps.db)).toISOString(), url);
  await sendEmail(deps, { id: crypto.randomUUID(), unknownOutcomes: 0, to, ...email });
}
