import { letterWords as words } from '@app/words/letters.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { readClock } from '@app/kit/database.ts';
import { type LetterContent, composeLetter, happenedAtText } from '../deliveries/compose-letter.ts';
import { letterAboutPerson } from '../accounts/letters.ts';
import { makeCode } from '../links/make-link.ts';
import { sendEmail } from '../deliveries/deliver-letter.ts';
import type { Deps } from '../deps.ts';

export function leavingCode(firstName: string, code: string, url: string): LetterContent {
  const { subject, body, ifNotYou, code: label, action } = words.leavingCode;
  return {
    ...composeLetter(firstName, subject, [body, ifNotYou], { label: action, url }),
    facts: [{ label, value: code.replaceAll(/(\d{4})(?=\d)/g, '$1 ') }],
  };
}

export function accountDeleted(at: string, url: string): LetterContent {
  const { subject, body, rest, ifNotYou, action } = words.accountDeleted;
  return {
    subject,
    greeting: words.plainGreeting,
    paragraphs: [body, ...happenedAtText(at), rest, ifNotYou],
    action: { label: action, url },
  };
}

export const LEAVING_CODE = letterAboutPerson('LEAVING_CODE', async ({ deps, person, job, page }) => {
  const code = await makeCode(deps, {
    letterId: job.id,
    userId: person.userId,
    purpose: 'LEAVE',
    askedAt: job.at,
  });
  return code === undefined ? undefined : leavingCode(person.firstName, code, page(paths.accountDeletion));
});

/** No table may store the address of a deleted person, so the email is not queued. */
export async function sendLastEmail(deps: Deps, to: string): Promise<void> {
  const url = new URL(paths.contact, deps.config.PUBLIC_URL).href;
  const letter = accountDeleted((await readClock(deps.db)).toISOString(), url);
  await sendEmail(deps, { id: crypto.randomUUID(), doubts: 0, to, ...letter });
}
