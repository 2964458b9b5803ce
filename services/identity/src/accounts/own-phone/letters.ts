import { paths } from '@app/contracts/web-paths.ts';
import { letterAboutPerson } from '../letters.ts';
import { phoneLetterWords as words } from '@app/words/phone-letters.ts';
import { letterWords } from '@app/words/letters.ts';
import { type LetterContent, composeLetter, happenedAtText } from '../../deliveries/compose-letter.ts';

type PhoneChange = 'ADDED' | 'CHANGED' | 'REMOVED' | 'RELEASED' | 'LOGGED_IN';

function phoneChanged(
  firstName: string,
  change: PhoneChange,
  at: string | undefined,
  urls: { forgotPassword: string; accounts: string },
): LetterContent {
  const { subject, body, ifNotYou } = words[change];
  const happened = happenedAtText(at);
  if (change === 'RELEASED')
    return composeLetter(firstName, subject, [body, ...happened, ifNotYou], {
      label: words.open,
      url: urls.accounts,
    });
  return composeLetter(firstName, subject, [body, ...happened, ifNotYou], {
    label: letterWords.passwordChanged.action,
    url: urls.forgotPassword,
  });
}

export const PHONE_CHANGED = letterAboutPerson<{ change: PhoneChange }>(
  'PHONE_CHANGED',
  ({ person, job, page }) =>
    phoneChanged(person.firstName, job.change, job.at, {
      forgotPassword: page(paths.forgotPassword),
      accounts: page(paths.accounts),
    }),
);
