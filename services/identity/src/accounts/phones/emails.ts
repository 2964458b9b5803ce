import { paths } from '@app/contracts/web-paths.ts';
import { defineAccountEmail } from '../emails.ts';
import { phoneEmailWords as words } from '@app/words/phone-emails.ts';
import { emailWords } from '@app/words/emails.ts';
import { type EmailContent, composeEmail, happenedAtText } from '../../emails/compose-email.ts';

type PhoneChange = 'ADDED' | 'CHANGED' | 'REMOVED' | 'RELEASED' | 'LOGGED_IN';

function phoneChanged(
  firstName: string,
  change: PhoneChange,
  at: string | undefined,
  urls: { forgotPassword: string; accounts: string },
): EmailContent {
  const { subject, body, ifNotYou } = words[change];
  const happened = happenedAtText(at);
  if (change === 'RELEASED')
    return composeEmail(firstName, subject, [body, ...happened, ifNotYou], {
      label: words.open,
      url: urls.accounts,
    });
  return composeEmail(firstName, subject, [body, ...happened, ifNotYou], {
    label: emailWords.passwordChanged.action,
    url: urls.forgotPassword,
  });
}

export const PHONE_CHANGED = defineAccountEmail<{ change: PhoneChange }>(
  'PHONE_CHANGED',
  ({ person, job, page }) =>
    phoneChanged(person.firstName, job.change, job.at, {
      forgotPassword: page(paths.forgotPassword),
      accounts: page(paths.accounts),
    }),
);
