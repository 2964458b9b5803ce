import type { SentUserInformation } from '@app/contracts/identity/profiles.ts';
import { emailWords as words } from '@app/words/emails.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { type EmailContent, composeEmail, happenedAtText } from '../emails/compose-email.ts';
import { defineAccountEmail } from '../accounts/emails.ts';
import { findProfile } from './queries.ts';

export function paymentChangedEmail(
  firstName: string,
  { provider, phoneNumber }: SentUserInformation['payment'],
  at: string | undefined,
  url: string,
): EmailContent {
  const { subject, body, ifNotYou, action } = words.paymentChanged;
  const account = `${profileChoiceWords.provider[provider]} ${phoneNumber}`;
  return composeEmail(firstName, subject, [body(account), ...happenedAtText(at), ifNotYou], {
    label: action,
    url,
  });
}

export const PAYMENT_CHANGED = defineAccountEmail('PAYMENT_CHANGED', async ({ deps, person, job, page }) => {
  const profile = await findProfile(deps.db, person.userId);
  return (
    profile && paymentChangedEmail(person.firstName, profile.payment, job.at, page(paths.forgotPassword))
  );
});
