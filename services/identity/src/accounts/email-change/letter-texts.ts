import { letterWords as words } from '@app/words/letters.ts';
import {
  type LetterContent,
  NO_NAME,
  composeLetter,
  whenItHappened,
} from '../../deliveries/compose-letter.ts';

export function changeEmail(url: string): LetterContent {
  const { subject, body, action } = words.changeEmail;
  return composeLetter(NO_NAME, subject, [body, words.ifNotYou], { label: action, url });
}

export function emailWanted(firstName: string, url: string): LetterContent {
  const { subject, body, ifYou, action } = words.emailWanted;
  return composeLetter(firstName, subject, [body, ifYou], { label: action, url });
}

export function emailChangeCode(firstName: string, code: string, url: string): LetterContent {
  const { subject, body, ifNotYou, code: label, action } = words.emailChangeCode;
  return {
    ...composeLetter(firstName, subject, [body, ifNotYou], { label: action, url }),
    facts: [{ label, value: code.replaceAll(/(\d{4})(?=\d)/g, '$1 ') }],
  };
}

export function emailChangeAsked(
  firstName: string,
  newEmail: string,
  at: string | undefined,
  url: string,
): LetterContent {
  const { subject, body, ifNotYou, newEmail: label, action } = words.emailChangeAsked;
  return {
    ...composeLetter(firstName, subject, [body, ...whenItHappened(at), ifNotYou], { label: action, url }),
    facts: [{ label, value: newEmail, isExact: true }],
  };
}

export function emailChanged(
  firstName: string,
  newEmail: string,
  at: string | undefined,
  url: string,
): LetterContent {
  const { subject, body, ifNotYou, newEmail: label, action } = words.emailChanged;
  return {
    ...composeLetter(firstName, subject, [body, ...whenItHappened(at), ifNotYou], { label: action, url }),
    facts: [{ label, value: newEmail, isExact: true }],
  };
}
