import { letterWords as words } from '@app/words/letters.ts';
import { type LetterContent, composeLetter, whenItHappened } from '../deliveries/compose-letter.ts';

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
    paragraphs: [body, ...whenItHappened(at), rest, ifNotYou],
    action: { label: action, url },
  };
}
