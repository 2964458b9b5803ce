import { phoneLetterWords as words } from '@app/words/phone-letters.ts';
import { letterWords } from '@app/words/letters.ts';
import { type LetterContent, composeLetter, whenItHappened } from '../../deliveries/compose-letter.ts';

export type PhoneChange = 'ADDED' | 'CHANGED' | 'REMOVED' | 'RELEASED';

export function phoneChanged(
  firstName: string,
  change: PhoneChange,
  at: string | undefined,
  urls: { forgotPassword: string; accounts: string },
): LetterContent {
  const { subject, body, ifNotYou } = words[change];
  const happened = whenItHappened(at);
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
